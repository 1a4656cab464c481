import { load } from './reference/plugin.js'

const entries = {
  core: [
    'index',
    'query/index',
    'collection/index',
    'draft/index',
    'forecast/index',
    'insights/index',
    'live/index',
    'mirror',
  ],
  react: ['index', 'collection/index', 'draft/index', 'forecast/index', 'insights'],
  vue: ['index', 'collection/index', 'draft/index', 'forecast/index', 'insights'],
  svelte: ['index', 'collection/index', 'draft/index', 'forecast/index', 'insights.svelte'],
  testing: ['index', 'demo', 'serve'],
  format: ['index'],
  sync: ['index'],
  gateway: ['index'],
  monitor: ['index'],
  mcp: ['index'],
}

/** @type {Partial<import('typedoc').TypeDocOptions & import('typedoc-plugin-markdown').PluginOptions>} */
export default {
  name: 'API reference',
  plugin: ['typedoc-plugin-markdown', 'typedoc-vitepress-theme', load],
  tsconfig: 'tsconfig.api.json',
  entryPoints: Object.entries(entries).flatMap(([name, files]) =>
    files.map(file => `../../packages/${name}/src/${file}.ts`),
  ),
  out: 'pages/api',
  readme: 'none',
  router: 'package',
  disableSources: true,
  hideBreadcrumbs: true,
  hidePageHeader: true,
  pageTitleTemplates: { module: '{name}', member: '{name}' },
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  typeDeclarationFormat: 'table',
  useHTMLAnchors: true,
  // TanStack Query documents its own types.
  excludeExternals: true,
  // `npm test` checks types.
  skipErrorChecking: true,
  logLevel: 'Error',
  docsRoot: 'pages',
}
