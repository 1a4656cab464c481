import { defineConfig } from 'vitest/config'
import { seed, shared } from '../../scripts/vitest.js'

/** Reads our packages from their sources. */
const conditions = ['@flow-query/source', 'module', 'node', 'development|production']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...shared,
    include: ['src/**/*.test.ts'],
    setupFiles: [seed],
    env: { TZ: 'UTC' },
    isolate: false,
  },
})
