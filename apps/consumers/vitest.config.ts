import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['*.test.ts'],
    globalSetup: 'pack.ts',
    // Installing and building keep a core busy each.
    maxConcurrency: 2,
    maxWorkers: 1,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
