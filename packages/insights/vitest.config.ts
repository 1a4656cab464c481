import { defineConfig } from 'vitest/config'
import { seed, shared } from '../../scripts/vitest.js'

/** Reads our packages from their sources. */
const conditions = ['@flow-query/source', 'module', 'node', 'development|production']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...shared,
    setupFiles: [seed],
    // The files share one module graph, except under `npm run mutate`, where each test has to load the changed module.
    isolate: 'STRYKER_MUTATOR_WORKER' in process.env,
  },
})
