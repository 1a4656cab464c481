import { defineConfig } from 'vitest/config'
import { limits, reporting } from '../../scripts/vitest.js'

/** Reads our packages from their sources. */
const conditions = ['@flow-query/source', 'module', 'node', 'development|production']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...reporting,
    ...limits,
    include: ['src/**/*.test.ts'],
    setupFiles: 'test/seed.ts',
    env: { TZ: 'UTC' },
    isolate: false,
  },
})
