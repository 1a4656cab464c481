import { defineConfig } from 'vitest/config'
import { bySpeed, reporting } from '../../scripts/vitest.js'

/** Imports the workspace packages from their source files. */
const conditions = ['@flow-query/source', 'module', 'node', 'development|production']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...reporting,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    isolate: false,
    projects: bySpeed,
  },
})
