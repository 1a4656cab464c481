import { defineConfig } from 'vitest/config'
import { bySuite, shared } from '../setup/vitest.js'

/** These conditions resolve the packages of this repository to their source. */
const conditions = ['@flow-query/source', 'module', 'node', 'development|production']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...shared,
    projects: bySuite,
  },
})
