import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { reporting } from '../../scripts/vitest.js'

/** These conditions resolve the packages of this repository to their source. */
const conditions = ['@flow-query/source', 'module', 'node', 'development|production']

const slow = 'src/**/*.slow.test.ts'

export default defineConfig({
  plugins: [svelte({ configFile: false })],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...reporting,
    // The first hover text takes some seconds.
    testTimeout: 120_000,
    isolate: false,
    projects: [
      { extends: true, test: { name: 'fast', include: ['src/**/*.test.ts'], exclude: [slow] } },
      { extends: true, test: { name: 'slow', include: [slow] } },
    ],
  },
})
