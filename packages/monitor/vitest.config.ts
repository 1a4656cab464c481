import { defineConfig } from 'vitest/config'
import { reporting } from '../../scripts/vitest.js'

/** Imports the workspace packages from their source files. */
const conditions = ['@flow-query/source', 'module', 'node', 'development|production']

const slow = 'src/**/*.slow.test.ts'
/** These tests need programs from Debian packages, such as Redis and promtool. */
const servers = 'src/**/*.server.test.ts'

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
    projects: [
      { extends: true, test: { name: 'fast', include: ['src/**/*.test.ts'], exclude: [slow, servers] } },
      { extends: true, test: { name: 'slow', include: [slow] } },
      { extends: true, test: { name: 'servers', include: [servers] } },
    ],
  },
})
