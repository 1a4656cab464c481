import { defineConfig } from 'vitest/config'
import { bySuite, shared } from '../../tests/setup/vitest.js'

const conditions = ['@flow-query/source']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...shared,
    env: { TZ: 'UTC' },
    isolate: false,
    projects: bySuite.map(({ test, ...project }) => ({
      ...project,
      test: {
        ...test,
        setupFiles: [test?.setupFiles ?? [], 'test/setup.ts'].flat(),
        ...(test?.name === 'slow' && { globalSetup: 'test/build.ts' }),
      },
    })),
  },
})
