import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { bySuite, shared } from '../setup/vitest.js'

/** These conditions resolve the packages of this repository to their source. */
const conditions = ['@flow-query/source', 'module', 'node', 'development|production']

export default defineConfig({
  plugins: [svelte({ configFile: false })],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...shared,
    isolate: false,
    projects: bySuite,
  },
})
