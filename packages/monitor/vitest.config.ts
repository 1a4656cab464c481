import { defineConfig } from 'vitest/config'
import { bySpeed, reporting } from '../../scripts/vitest.js'

/** Imports the workspace packages from their source files. */
const conditions = ['@flow-query/source', 'module', 'node', 'development|production']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...reporting,
    // Some tests wait for processes, servers or the next block.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Other test files can run while one waits.
    maxWorkers: 4,
    projects: bySpeed,
  },
})
