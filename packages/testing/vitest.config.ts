import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The tests read the package from its sources, and what a user has beside it: the client, and the words. */
const conditions = ['@flow-query/source', 'module', 'node', 'development|production']
const source = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  resolve: {
    conditions,
    alias: {
      '@flow-query/core/insights': source('../core/src/insights.ts'),
      '@flow-query/core': source('../core/src/index.ts'),
      '@flow-query/words': source('../words/src/index.ts'),
    },
  },
  ssr: { resolve: { conditions } },
  test: { include: ['{src,examples}/**/*.test.ts'], testTimeout: 120_000, isolate: false },
})
