/** Core from top to bottom: a file, or a folder of its parts, imports only from those below it. */
const coreLayers = [
  'index',
  'query',
  'mirror',
  'internal',
  'collection',
  'draft',
  'forecast',
  'insights',
  'live',
  'find-block',
  'chain-time',
  'cache',
  'scan',
  'client',
  'request',
  'versions',
  'decode',
  'status',
  'convert',
  'arguments',
  'bech32',
  'events',
  'errors',
  'callbacks',
  'same',
  'types',
]

const coreFile = layer => `^packages/core/src/${layer}(\\.ts|/)`

/** The types of a forecast, which health is combined with. The file contains no code. */
const forecastTypes = '^packages/core/src/forecast/result\\.ts$'

/** The explorer from top to bottom, like core. Styles are imports too. */
const explorerLayers = [
  'main',
  'style',
  'layout',
  'api',
  'pages',
  'overview',
  'owner',
  'new-flow',
  'flow',
  'attention',
  'flows',
  'csv',
  'filters',
  'verdicts',
  'runs',
  'collection',
  'accounts',
  'bookmarks',
  'states',
  'node',
  'storage',
  'router',
  'values',
  'steps',
  'time',
  'browser',
]

const explorerFile = layer => `^apps/explorer/src/${layer}(\\.tsx|/)`
/** Matches a file that is in none of the layers. */
const unlayered = { path: '^apps/explorer/src/', pathNot: explorerLayers.map(explorerFile) }

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...coreLayers.slice(1).map((layer, index) => ({
      name: `core: ${layer} imports nothing from above it`,
      severity: 'error',
      from: { path: coreFile(layer) },
      to: { path: coreLayers.slice(0, index + 1).map(coreFile), pathNot: layer === 'insights' ? forecastTypes : [] },
    })),
    {
      name: 'core: every file is a layer, or a part of one',
      severity: 'error',
      from: { path: '^packages/core/src/', pathNot: coreLayers.map(coreFile) },
      to: {},
    },
    {
      name: 'core: no dependency, except for the types of TanStack Query in the query options',
      severity: 'error',
      from: { path: '^packages/core/src/', pathNot: coreFile('query') },
      to: { pathNot: '^packages/core/src/' },
    },
    {
      name: 'core: the query options import only types of TanStack Query',
      severity: 'error',
      from: { path: coreFile('query') },
      to: { pathNot: '^packages/core/src/', dependencyTypesNot: ['type-only', 'type-import'] },
    },
    ...explorerLayers.slice(1).map((layer, index) => ({
      name: `explorer: ${layer} imports nothing from above it`,
      severity: 'error',
      from: { path: explorerFile(layer) },
      to: { path: explorerLayers.slice(0, index + 1).map(explorerFile) },
    })),
    {
      name: 'explorer: every file that imports another one is in a layer',
      severity: 'error',
      from: unlayered,
      to: {},
    },
    {
      name: 'explorer: every imported file is in a layer',
      severity: 'error',
      from: {},
      to: unlayered,
    },
    {
      name: 'testing: nothing of core, whose mistakes would show as agreement',
      severity: 'error',
      from: { path: '^packages/testing/src/' },
      to: { path: '^packages/core/' },
    },
    {
      name: 'testing: only the demo entry point loads the demo chain',
      severity: 'error',
      from: { path: '^packages/testing/src/', pathNot: '^packages/testing/src/demo(\\.ts|/)' },
      to: { path: '^packages/testing/src/demo(\\.ts|/)' },
    },
    {
      name: 'sync: each database loads its own driver, only when it is used',
      severity: 'error',
      from: { path: '^packages/sync/src/' },
      to: {
        path: '@duckdb/|node_modules/postgres/|@clickhouse/',
        dependencyTypesNot: ['type-only', 'type-import'],
        dynamic: false,
      },
    },
    {
      name: 'cli: each optional package is loaded only by the command that needs it',
      severity: 'error',
      from: { path: '^packages/cli/src/' },
      to: { path: '^packages/(sync|gateway|mcp)/', dependencyTypesNot: ['type-only'], dynamic: false },
    },
    {
      name: 'packages: nothing from apps or tests',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(apps|tests)/' },
    },
    {
      name: 'no circles',
      severity: 'error',
      // A Svelte component that renders itself imports itself.
      from: { path: '^(.+)$' },
      to: { circular: true, pathNot: '^$1$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: [
        '/dist/',
        '/\\.(next|nuxt|output|svelte-kit|svelte-check)/',
        '^apps/sveltekit/build/',
        '\\.test(-d)?\\.',
        '/test/',
        '/bench/',
        '/examples/',
      ],
    },
    enhancedResolveOptions: { conditionNames: ['@flow-query/source', 'import', 'default'], exportsFields: ['exports'] },
    tsPreCompilationDeps: true,
  },
}
