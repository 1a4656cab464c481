import { defineConfig } from 'vitest/config'

/** The examples read the package from its sources. */
const conditions = ['@flow-query/source', 'module', 'node', 'development|production']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { include: ['{src,examples}/**/*.test.ts'], testTimeout: 30_000 },
})
