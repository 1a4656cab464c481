import { Converter } from 'typedoc'

/** `core/src/live` is known as `@flow-query/core/live`. */
function nameModules({ converter }) {
  converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children ?? [])
      module.name = `@flow-query/${module.name.replace('/src', '').replace('.svelte', '')}`
  })
}

const entries = {
  core: ['index', 'collection', 'insights', 'live'],
  react: ['index', 'collection/index', 'insights'],
  vue: ['index', 'collection/index', 'insights'],
  svelte: ['index', 'collection/index', 'insights.svelte'],
  testing: ['index', 'serve'],
  words: ['index'],
  sync: ['index'],
}

/** @type {Partial<import('typedoc').TypeDocOptions & import('typedoc-plugin-markdown').PluginOptions>} */
export default {
  name: 'API',
  plugin: ['typedoc-plugin-markdown', 'typedoc-vitepress-theme', nameModules],
  tsconfig: 'tsconfig.api.json',
  entryPoints: Object.entries(entries).flatMap(([name, files]) =>
    files.map(file => `../../packages/${name}/src/${file}.ts`),
  ),
  out: 'pages/api',
  readme: 'none',
  router: 'module',
  disableSources: true,
  hideBreadcrumbs: true,
  useHTMLAnchors: true,
  // What TanStack's types bring is documented there.
  excludeExternals: true,
  // Types are checked by `npm test`.
  skipErrorChecking: true,
  logLevel: 'Error',
  docsRoot: 'pages',
}
