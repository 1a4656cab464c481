import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import type { InlineConfig } from 'vitest/node'
import { bySuite, shared, unit } from '../../tests/setup/vitest.js'

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
      // Unit tests of other packages with a gateway between the client and the in-memory node. Tests of failing connections, such as
      // `request.test.ts`, are not included, because the node then fails behind the gateway.
      throughGateway('core', {
        include: [
          'src/{client,mirror,query}.test.ts',
          'src/collection/collection.test.ts',
          'src/live/{live-flows,live-flows.property,watch}.test.ts',
          'src/live/stale/stale.test.ts',
          'src/scan/{find-block,scan}.test.ts',
        ],
      }),
      throughGateway('insights', {
        include: [
          'src/draft/check.test.ts',
          'src/forecast/facts/{dry-run,queries}.test.ts',
          'src/query/live-facts.test.ts',
          'src/verdict/{read-health,verdict}.test.ts',
        ],
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
        include: ['src/{outcomes,reading}.test.ts', 'src/commands/flows/*.test.ts'],
        setupFiles: [pathOf('../cli/test/setup.ts')],
        env: { TZ: 'UTC' },
      }),
      throughGateway('sync', { include: ['src/{follow,sync}.test.ts'] }),
    ],
  },
})

/** Runs tests of another package, and replaces the in-memory node with one behind a gateway. */
function throughGateway(name: string, { setupFiles = [], ...test }: InlineConfig): TestProjectInlineConfiguration {
  return {
    extends: true,
    root: pathOf(`../${name}`),
    resolve: { alias: [{ find: /^@flow-query\/testing$/, replacement: pathOf('test/through/testing.ts') }] },
    test: {
      ...unit,
      isolate: true,
      name: `${name} nightly`,
      ...test,
      setupFiles: [unit.setupFiles, setupFiles].flat(),
    },
  }
}
