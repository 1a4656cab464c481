import { defineConfig } from 'vitest/config'
import { reporting } from '../../scripts/vitest.js'

/** Imports the workspace packages from their source files. */
const conditions = ['@flow-query/source', 'module', 'node', 'development|production']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { ...reporting, include: ['src/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
})
