import { defineConfig } from 'vitest/config'
import { bySuite, shared } from '../../tests/setup/vitest.js'

/** Reads our packages from their sources. */
const conditions = ['@flow-query/source', 'module', 'node', 'development|production']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...shared,
    // The files share one module graph, except under `npm run mutate`, where each test has to load the changed module.
    isolate: 'STRYKER_MUTATOR_WORKER' in process.env,
    projects: bySuite,
  },
})
