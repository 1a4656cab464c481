import { defineConfig } from 'vitest/config'
import { limits, reporting } from '../../scripts/vitest.js'

const conditions = ['@flow-query/source']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { ...reporting, ...limits, include: ['src/**/*.test.ts'], isolate: false },
})
