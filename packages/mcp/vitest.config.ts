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
    isolate: false,
    projects: bySpeed,
  },
})
