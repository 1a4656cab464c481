import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The examples read the package from its sources, and the client that a user has beside it. */
const conditions = ['@flow-query/source', 'module', 'node', 'development|production']
const core = fileURLToPath(new URL('../core/src/index.ts', import.meta.url))

export default defineConfig({
  resolve: { conditions, alias: { '@flow-query/core': core } },
  ssr: { resolve: { conditions } },
  test: { include: ['{src,examples}/**/*.test.ts'], testTimeout: 30_000, isolate: false },
})
