import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import type { InlineConfig } from 'vitest/node'
import { bySuite, shared } from '../../tests/setup/vitest.js'

/** Imports the workspace packages from their source files. */
const conditions = ['@flow-query/source', 'module', 'node', 'development|production']

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url))

const v1beta1: InlineConfig = {
  env: { THROUGH_VERSION: 'v1beta1' },
  setupFiles: [pathOf('test/through/v1beta1.ts')],
}

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...shared,
    projects: [
      ...bySuite,
      // Tests of other packages with a gateway between the client and the in-memory node. Tests of failing connections, such as
      // `request.test.ts`, are not included, because the node then fails behind the gateway. The property test of live flows isn't
      // included either, because it needs a virtual clock. `read.property.test.ts` checks that reads never return data from before an event.
      throughGateway('core', {
        include: [
          'src/{client,mirror,query}.test.ts',
          'src/collection/collection.test.ts',
          'src/live/{live-flows,watch}.test.ts',
          'src/scan/scan.test.ts',
        ],
      }),
      throughGateway('insights', {
        include: ['src/forecast/facts/{dry-run,queries}.test.ts', 'src/query/live-facts.test.ts'],
      }),
      // With the older version, the gateway learns from other events which responses have changed.
      throughGateway('core', {
        name: 'core-v1beta1 nightly',
        ...v1beta1,
        include: ['src/mirror.test.ts', 'src/live/live-flows.test.ts'],
      }),
      throughGateway('insights', {
        name: 'insights-v1beta1 nightly',
        ...v1beta1,
        include: ['src/query/live-facts.test.ts'],
      }),
      throughGateway('cli', {
        include: ['src/reading.test.ts'],
        setupFiles: [pathOf('../cli/test/setup.ts')],
        env: { TZ: 'UTC' },
      }),
      throughGateway('sync', { include: ['src/{follow,sync}.test.ts'], testTimeout: 900_000 }),
    ],
  },
})

/** Runs tests of another package, and replaces the in-memory node with one behind a gateway. */
function throughGateway(name: string, test: InlineConfig): TestProjectInlineConfiguration {
  const alias = [
    { find: /^@flow-query\/testing$/, replacement: pathOf('test/through/testing.ts') },
    { find: /^@flow-query\/testing\/serve$/, replacement: pathOf('test/through/serve.ts') },
  ]
  return {
    extends: true,
    root: pathOf(`../${name}`),
    resolve: { alias },
    test: { name: `${name} nightly`, ...test },
  }
}
