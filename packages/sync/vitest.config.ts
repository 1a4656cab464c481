import { defineConfig } from 'vitest/config'
import { seed, shared } from '../../tests/setup/vitest.js'

/** Imports the workspace packages from their source files. */
const conditions = ['@flow-query/source', 'module', 'node', 'development|production']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  // Many tests wait for servers, for killed processes or for the next block.
  test: { ...shared, testTimeout: 900_000, name: 'databases', setupFiles: [seed], globalSetup: 'test/build.ts' },
})
