/**
 * The folders and files of a package from top to bottom. Each one imports only from those below it.
 *
 * A folder and a file with the same name are one layer.
 */
const layers = {
  'packages/core/src': [
    'index',
    'query',
    'mirror',
    'parts',
    'collection',
    'live',
    'chain-head',
    'scan',
    'chain-time',
    'cache',
    'client',
    'request',
    'versions',
    'decode',
    'status',
    'convert',
    'arguments',
    'events',
    'errors',
    'same',
    'steps',
    'types',
  ],
  'packages/insights/src': ['index', 'query', 'draft', 'verdict', 'forecast', 'health', 'heap'],
  'apps/explorer/src': [
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
  ],
}

/** The files of a layer. */
const filesOf = (folder, layer) => `^${folder}/${layer}(\\.tsx?|\\.svelte\\.ts|/)`

const layerRules = Object.entries(layers).flatMap(([folder, names]) => {
  const unlayered = { path: `^${folder}/`, pathNot: names.map(name => filesOf(folder, name)) }
  return [
    ...names.slice(1).map((layer, index) => ({
      name: `${folder}: ${layer} imports nothing from above it`,
      severity: 'error',
      from: { path: filesOf(folder, layer) },
      to: { path: names.slice(0, index + 1).map(name => filesOf(folder, name)) },
    })),
    {
      name: `${folder}: every file that imports another one is in a layer`,
      severity: 'error',
      from: unlayered,
      to: {},
    },
    { name: `${folder}: every imported file is in a layer`, severity: 'error', from: {}, to: unlayered },
  ]
})

const coreFile = layer => filesOf('packages/core/src', layer)

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...layerRules,
    {
      name: 'the heart: nothing of insights and format, except the entry point of a binding',
      severity: 'error',
      from: { path: '^packages/(core|react|vue|svelte)/src/', pathNot: '^packages/(react|vue|svelte)/src/insights/' },
      to: { path: '^packages/(insights|format)/' },
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
    {
      name: 'testing: nothing of core and insights, whose mistakes would show as agreement',
      severity: 'error',
      from: { path: '^packages/testing/src/' },
      to: { path: '^packages/(core|insights|format)/' },
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
