import { defineConfig } from 'vitest/config'
import { bySuite, shared } from '../../tests/setup/vitest.js'

const conditions = ['@flow-query/source']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...shared,
    globalSetup: 'test/build.ts',
    setupFiles: ['test/setup.ts'],
    env: { TZ: 'UTC' },
    isolate: false,
    projects: bySuite,
  },
})
