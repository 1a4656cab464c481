import { defineConfig } from 'vitest/config'
import { shared } from '../../scripts/vitest.js'

const conditions = ['@flow-query/source']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { ...shared, include: ['src/**/*.test.ts'], isolate: false },
})
