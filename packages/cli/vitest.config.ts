import { defineConfig } from 'vitest/config'
import { bySpeed, seed, shared } from '../../scripts/vitest.js'

const conditions = ['@flow-query/source']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...shared,
    globalSetup: 'test/build.ts',
    setupFiles: [seed, 'test/setup.ts'],
    env: { TZ: 'UTC' },
    isolate: false,
    projects: bySpeed,
  },
})
