import { defineConfig } from 'vitest/config'
import { shared } from '../../scripts/vitest.js'

export default defineConfig({
  test: {
    ...shared,
    name: 'consumers',
    testTimeout: 900_000,
    hookTimeout: 900_000,
    include: ['*.test.ts'],
    globalSetup: 'pack.ts',
    // Each installation and build uses one core.
    maxConcurrency: 2,
    fileParallelism: false,
  },
})
