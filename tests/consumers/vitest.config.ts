import { defineConfig } from 'vitest/config'
import { shared } from '../setup/vitest.js'

const matrix = ['matrix.test.ts', 'release.test.ts']

export default defineConfig({
  test: {
    ...shared,
    testTimeout: 900_000,
    hookTimeout: 900_000,
    globalSetup: 'pack.ts',
    // Each installation and build uses one core.
    maxConcurrency: 2,
    fileParallelism: false,
    projects: [
      { extends: true, test: { name: 'consumers', include: ['*.test.ts'], exclude: matrix } },
      { extends: true, test: { name: 'matrix', include: matrix } },
    ],
  },
})
