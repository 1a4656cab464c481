import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { bySuite, shared } from '../../tests/setup/vitest.js'

/** The tests import the sources of this package, of the client and of the descriptions. */
const conditions = ['@flow-query/source', 'module', 'node', 'development|production']
const source = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  resolve: {
    conditions,
    // Their packages depend on this one, so it can't depend on them.
    alias: [
      { find: /^@flow-query\/core$/, replacement: source('../core/src/index.ts') },
      { find: /^@flow-query\/insights$/, replacement: source('../insights/src/index.ts') },
      { find: /^@flow-query\/insights\/forecast$/, replacement: source('../insights/src/forecast/index.ts') },
      { find: /^@flow-query\/insights\/draft$/, replacement: source('../insights/src/draft/index.ts') },
      { find: /^@flow-query\/format$/, replacement: source('../format/src/index.ts') },
    ],
  },
  ssr: { resolve: { conditions } },
  test: {
    ...shared,
    isolate: false,
    projects: bySuite,
  },
})
