import { defineConfig } from 'vitest/config'

const conditions = ['@flow-query/source']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  // Commands are processes of their own: a busy machine takes a while to start them.
  test: { include: ['src/**/*.test.ts'], globalSetup: 'test/build.ts', testTimeout: 60_000 },
})
