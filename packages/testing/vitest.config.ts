import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { seed, shared } from '../../scripts/vitest.js'

/** The tests import the sources of this package, of the client and of the descriptions. */
const conditions = ['@flow-query/source', 'module', 'node', 'development|production']
const source = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  resolve: {
    conditions,
    alias: {
      '@flow-query/core/forecast': source('../core/src/forecast/index.ts'),
      '@flow-query/core/insights': source('../core/src/insights/index.ts'),
      '@flow-query/core': source('../core/src/index.ts'),
      '@flow-query/format': source('../format/src/index.ts'),
    },
  },
  ssr: { resolve: { conditions } },
  test: {
    ...shared,
    include: ['{src,examples}/**/*.test.ts'],
    setupFiles: [seed],
    isolate: false,
  },
})
