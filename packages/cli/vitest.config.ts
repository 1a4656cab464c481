import { defineConfig } from 'vitest/config'

const conditions = ['@flow-query/source']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  // Some commands are processes of their own: a busy machine takes a while to start them.
  test: { include: ['src/**/*.test.ts'], globalSetup: 'test/build.ts', env: { TZ: 'UTC' }, testTimeout: 60_000 },
})
