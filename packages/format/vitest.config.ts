import { defineConfig } from 'vitest/config'

/** Reads our packages from their sources. */
const conditions = ['@flow-query/source', 'module', 'node', 'development|production']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { include: ['src/**/*.test.ts'], setupFiles: 'test/seed.ts', env: { TZ: 'UTC' }, isolate: false },
})
