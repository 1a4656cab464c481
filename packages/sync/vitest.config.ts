import { defineConfig } from 'vitest/config'

/** Reads our packages from their sources. */
const conditions = ['@flow-query/source', 'module', 'node', 'development|production']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  // Much of it waits: for servers, for processes that are killed, for a chain's next block.
  test: { globalSetup: 'test/build.ts', testTimeout: 120_000, hookTimeout: 120_000, maxWorkers: 3 },
})
