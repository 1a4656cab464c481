import { load } from './reference/plugin.js'

const binding = ['index', 'collection/index', 'insights/index', 'live/index']

const entries = {
  core: ['index', 'query', 'query/collection', 'collection/index', 'live/index', 'mirror', 'scan/index'],
  insights: ['index', 'forecast/index', 'draft/index', 'query/index'],
  react: binding,
  vue: binding,
  svelte: binding,
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
