import { defineConfig } from 'vitest/config'
import { bySuite, shared } from '../../tests/setup/vitest.js'

/** Imports the workspace packages from their source files. */
const conditions = ['@flow-query/source', 'module', 'node', 'development|production']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...shared,
    isolate: false,
    projects: bySuite,
  },
})
