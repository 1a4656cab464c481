import { defineConfig } from 'vitest/config'

const conditions = ['@flow-query/source']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: 'test/build.ts',
    env: { TZ: 'UTC' },
    // Some commands are processes of their own: a busy machine takes a while to start them.
    testTimeout: 60_000,
    // Many tests wait, for a process or for a chain to go on: meanwhile others run.
    maxWorkers: 4,
  },
})
