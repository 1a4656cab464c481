import { defineConfig } from 'vitest/config'
import { bySuite, shared } from '../../tests/setup/vitest.js'

/** Imports the workspace packages from their source files. */
const conditions = ['@flow-query/source', 'module', 'node', 'development|production']

/** Many tests wait for servers, for killed processes or for the next block. */
export const real = { testTimeout: 900_000, globalSetup: 'test/build.ts' }

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...shared,
    projects: bySuite.map(project => {
      const isVirtual = project.test?.name === 'unit' || project.test?.name === 'long'
      return isVirtual ? project : { ...project, test: { ...project.test, ...real } }
    }),
  },
})
