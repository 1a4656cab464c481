import { defineConfig } from 'vitest/config'
import { bySpeed, limits, reporting } from '../../scripts/vitest.js'

/** Imports the workspace packages from their source files. */
const conditions = ['@flow-query/source', 'module', 'node', 'development|production']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...reporting,
    ...limits,
    // Other test files can run while one waits.
    maxWorkers: 4,
    projects: bySpeed,
  },
})
