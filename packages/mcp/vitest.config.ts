import { defineConfig } from 'vitest/config'
import { reporting } from '../../scripts/vitest.js'

/** Imports the workspace packages from their source files. */
const conditions = ['@flow-query/source', 'module', 'node', 'development|production']

const slow = 'src/**/*.slow.test.ts'

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...reporting,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    isolate: false,
    projects: [
      { extends: true, test: { name: 'fast', include: ['src/**/*.test.ts'], exclude: [slow] } },
      { extends: true, test: { name: 'slow', include: [slow] } },
    ],
  },
})
