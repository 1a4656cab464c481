import { defineConfig } from 'vitest/config'
import { limits, reporting } from '../../scripts/vitest.js'

/** Imports the workspace packages from their source files. */
const conditions = ['@flow-query/source', 'module', 'node', 'development|production']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  // Many tests wait for servers, for killed processes or for the next block.
  test: { ...reporting, ...limits, globalSetup: 'test/build.ts', maxWorkers: 3 },
})
