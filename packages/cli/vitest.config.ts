import { defineConfig } from 'vitest/config'
import { bySpeed, limits, reporting } from '../../scripts/vitest.js'

const conditions = ['@flow-query/source']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...reporting,
    ...limits,
    globalSetup: 'test/build.ts',
    setupFiles: 'test/setup.ts',
    env: { TZ: 'UTC' },
    isolate: false,
    // Many tests wait for a process or the next block. Other test files can run at the same time.
    maxWorkers: 4,
    projects: bySpeed,
  },
})
