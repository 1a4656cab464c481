import { defineConfig } from 'vitest/config'
import { reporting } from '../../scripts/vitest.js'

const conditions = ['@flow-query/source']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { ...reporting, include: ['src/**/*.test.ts'], isolate: false },
})
