import { defineConfig } from 'vitest/config'
import { bySpeed, reporting } from '../../scripts/vitest.js'

const conditions = ['@flow-query/source']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...reporting,
    globalSetup: 'test/build.ts',
    setupFiles: 'test/setup.ts',
    env: { TZ: 'UTC' },
    // Some commands run in their own process, which takes a while to start on a busy machine.
    testTimeout: 60_000,
    isolate: false,
    // Many tests wait for a process or the next block. Other test files can run at the same time.
    maxWorkers: 4,
    projects: bySpeed,
  },
})
