import { defineConfig } from 'vitest/config'
import { bySpeed, shared } from '../../scripts/vitest.js'

/** Imports the workspace packages from their source files. */
const conditions = ['@flow-query/source', 'module', 'node', 'development|production']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...shared,
    isolate: false,
    projects: bySpeed,
  },
})
