import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { transformerTwoslash } from '@shikijs/vitepress-twoslash'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { createCssVariablesTheme, type ShikiTransformer } from 'shiki'
import { JsxEmit } from 'typescript'
import { type DefaultTheme, defineConfig, type MarkdownOptions, type UserConfig } from 'vitepress'
import llmstxt from 'vitepress-plugin-llms'
import { tabsMarkdownPlugin } from 'vitepress-plugin-tabs'

type Plugins = NonNullable<NonNullable<UserConfig['vite']>['plugins']>
type Markdown = Parameters<NonNullable<MarkdownOptions['config']>>[0]

/** Of the blocks that say `twoslash`, which are compiled by that. Its types are of a newer Shiki. */
const typesOnHover = transformerTwoslash({
  twoslashOptions: { compilerOptions: { jsx: JsxEmit.ReactJSX } },
}) as unknown as ShikiTransformer

/** What is searched has no colours and no types on hover. */
const renderPlainly: DefaultTheme.LocalSearchOptions['_render'] = (source, env, md) => {
  const { highlight } = md.options
  md.set({ highlight: null })
  try {
    return md.render(source, env)
  } finally {
    md.set({ highlight })
  }
}

export default defineConfig({
  title: 'flow-query',
  description:
    'Reads Flows from Intento nodes: React hooks, Vue composables, Svelte stores, over a core without a framework',
  lang: 'en',
  srcDir: 'pages',
  outDir: 'dist',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    // One for both looks, whose colours are in style.css: code is painted once.
    theme: createCssVariablesTheme(),
    codeTransformers: [typesOnHover],
    config(md) {
      md.use(tabsMarkdownPlugin)
      md.use(linksOfReadmes)
      md.use(readableTables)
    },
  },
  themeConfig: {
    search: { provider: 'local', options: { _render: renderPlainly } },
    outline: [2, 3],
    nav: [{ text: 'API', link: '/api/' }],
    sidebar: {
      '/api/': [{ text: 'API', items: apiPages() }],
      '/': [
        pages('First', { '/start': 'Start', '/how-it-works': 'How it works' }),
        pages('Reading', {
          '/lists': 'Lists',
          '/live': 'Live',
          '/collections': 'Collections',
          '/insights': 'Insights',
          '/errors': 'Errors',
          '/versions': 'Versions of nodes',
        }),
        pages('In your app', {
          '/server-rendering': 'Server rendering',
          '/persistence': 'Persistence and devtools',
          '/testing': 'Testing',
          '/troubleshooting': 'Troubleshooting',
          '/migrating': 'From the generated SDK',
        }),
        pages('Beside it', { '/cli': 'Command line', '/sync': 'Into a database' }),
      ],
    },
  },
  vite: {
    // llms.txt, llms-full.txt, and each page as Markdown. Its types are of a newer Vite, as are those of Svelte's.
    plugins: [
      svelte(),
      llmstxt({ excludeIndexPage: false, ignoreFilesPerOutput: { llmsFullTxt: ['api/**'] } }),
    ] as unknown as Plugins,
    esbuild: { jsx: 'automatic' },
    resolve: {
      // The examples are files of other packages: they share what the site has.
      dedupe: [
        '@flow-query/core',
        '@flow-query/react',
        '@flow-query/svelte',
        '@flow-query/vue',
        '@tanstack/query-core',
        '@tanstack/react-query',
        '@tanstack/svelte-query',
        '@tanstack/vue-query',
        'react',
        'react-dom',
        'svelte',
        'vue',
      ],
    },
    // Loaded late: a page would be loaded anew where they are found by and by.
    optimizeDeps: { include: ['@tanstack/react-query', '@tanstack/vue-query', 'react', 'react-dom/client'] },
    server: { fs: { allow: [resolve(import.meta.dirname, '../../..')] } },
    build: { chunkSizeWarningLimit: 2_000 },
  },
})

function pages(text: string, items: Record<string, string>): DefaultTheme.SidebarItem {
  return { text, items: Object.entries(items).map(([link, text]) => ({ link, text })) }
}

/** TypeDoc has run before. */
function apiPages(): DefaultTheme.SidebarItem[] {
  return JSON.parse(readFileSync(resolve(import.meta.dirname, '../pages/api/typedoc-sidebar.json'), 'utf8'))
}

/** Where a README leads to a README, the site leads to its page. */
function linksOfReadmes(md: Markdown): void {
  const pageOf: Record<string, string> = {
    '../core/README.md': '/how-it-works',
    '../testing/README.md': '/testing',
    '../react/README.md': '/start',
    '../words/README.md': '/insights',
    '../sync/README.md': '/sync',
    '../cli/README.md': '/cli',
    '../../README.md': '/start',
  }
  md.core.ruler.push('links-of-readmes', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const [file, anchor] = (token.attrGet('href') ?? '').split('#')
      const page = file && pageOf[file]
      if (page) token.attrSet('href', anchor ? `${page}#${anchor}` : page)
    }
  })
}

/** A cell without a word heads nothing. */
function readableTables(md: Markdown): void {
  md.core.ruler.push('readable-tables', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      const [content, close] = tokens.slice(index + 1, index + 3)
      if (token.type === 'th_open' && close && !content?.content) token.tag = close.tag = 'td'
    }
  })
}
