import { defineConfig } from 'vitest/config'
import { reporting } from '../../scripts/vitest.js'

export default defineConfig({
  test: {
    ...reporting,
    include: ['*.test.ts'],
    globalSetup: 'pack.ts',
    // Each installation and build uses one core.
    maxConcurrency: 2,
    maxWorkers: 1,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
