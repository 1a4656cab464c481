import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { transformerTwoslash } from '@shikijs/vitepress-twoslash'
import { createFileSystemTypesCache } from '@shikijs/vitepress-twoslash/cache-fs'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { createCssVariablesTheme, type ShikiTransformer } from 'shiki'
import { JsxEmit } from 'typescript'
import { type DefaultTheme, defineConfig, type HeadConfig, type MarkdownOptions, type UserConfig } from 'vitepress'
import llmstxt from 'vitepress-plugin-llms'
import { tabsMarkdownPlugin } from 'vitepress-plugin-tabs'
import { repositoryUrl } from '../../../scripts/repository.js'
import { search } from './search.js'

type Plugins = NonNullable<NonNullable<UserConfig['vite']>['plugins']>
type Markdown = Parameters<NonNullable<MarkdownOptions['config']>>[0]

/** Replaces `typesOnHover` in the development server, where the TypeScript compiler would delay the first pages by seconds. */
const withoutHiddenLines: ShikiTransformer = {
  preprocess: code => code.replace(/^.*\n\/\/ ---cut---\n/s, ''),
}

/** Shiki stops after 500 ms per line by default, so a busy machine would leave some code without colors. */
const withoutTimeLimit: ShikiTransformer = {
  preprocess(_code, options) {
    options.tokenizeTimeLimit = 0
  },
}

const root = resolve(import.meta.dirname, '../../..')

/**
 * Compiles code blocks that are marked with `twoslash` and shows types on hover. The cast is necessary because the types of
 * the transformer come from a newer version of Shiki.
 */
const typesOnHover = transformerTwoslash({
  twoslashOptions: { compilerOptions: { jsx: JsxEmit.ReactJSX } },
  typesCache: createFileSystemTypesCache({ dir: join(import.meta.dirname, 'cache/twoslash', hashOfTypes()) }),
}) as unknown as ShikiTransformer

const repository = repositoryUrl(manifestOf('.'))
const { version } = manifestOf('packages/core')

/** The public URL of the site, for example `https://docs.example.org/flow-query/`. Links stay relative without it. */
const url = process.env.DOCS_URL ? new URL(process.env.DOCS_URL) : undefined
/** The public URL of a Flow Explorer, which the navigation links to. */
const explorer = process.env.EXPLORER_URL

const title = 'flow-query'
const description = 'React hooks, Vue composables and Svelte stores for the flows of an Intento chain'

const gettingStarted = {
  '/flows': 'Flows and terms',
  '/getting-started/react': 'React',
  '/getting-started/vue': 'Vue',
  '/getting-started/svelte': 'Svelte',
  '/getting-started/core': 'Without a framework',
  '/getting-started/clone': 'Install from a clone',
}
const reading = {
  '/guides/client': 'Configure the client',
  '/guides/lists': 'Lists and pagination',
  '/guides/collections': 'Filter, sort and count',
  '/guides/live': 'Live updates',
  '/guides/errors': 'Errors',
}
const explaining = {
  '/guides/health': 'Find failing flows',
  '/guides/forecasts': 'Forecast runs and costs',
  '/guides/accuracy': 'How accurate forecasts are',
  '/guides/drafts': 'Check a flow before you sign it',
  '/guides/format': 'Plain English',
}
const shipping = {
  '/guides/testing': 'Testing',
  '/guides/server-rendering': 'Server rendering',
  '/guides/persistence': 'Persistence and devtools',
  '/guides/migrating': 'Migrate from the SDK',
}
const tools = {
  '/guides/cli': 'Command line',
  '/guides/gateway': 'Gateway for many visitors',
  '/guides/alerts': 'Alerts',
  '/guides/subscriptions': 'Subscriptions',
  '/guides/prometheus': 'Prometheus and Grafana',
  '/guides/sync': 'Sync to a database',
  '/guides/assistants': 'Assistants',
}
const troubleshooting = pages('Troubleshooting', {
  '/troubleshooting': 'Error messages',
  '/how-it-works': 'How it works',
  '/upgrading': 'Versions and upgrades',
  '/changelog': 'Changelog',
})

export default defineConfig({
  title,
  description,
  lang: 'en-US',
  srcDir: 'pages',
  srcExclude: ['**/parts/**'],
  outDir: 'dist',
  base: url?.pathname.replace(/\/?$/, '/') ?? '/',
  cleanUrls: true,
  // One file has the metadata of all pages. Otherwise, each page contains it.
  metaChunk: true,
  lastUpdated: false,
  ...(url && { sitemap: { hostname: url.href } }),
  head: [
    ['link', { rel: 'icon', href: icon() }],
    // All tab panels are visible without JavaScript.
    [
      'noscript',
      {},
      '<style>.tab-list{display:none!important}.tab-panel,.tab-panel .tab-title{display:block!important}</style>',
    ],
  ],
  transformHead: ({ pageData }) => socialTags(pageData.relativePath, pageData.title, pageData.description),
  buildEnd: ({ outDir }) => {
    const sitemap = url ? `\nSitemap: ${new URL('sitemap.xml', url)}\n` : ''
    writeFileSync(join(outDir, 'robots.txt'), `User-agent: *\nAllow: /\n${sitemap}`)
    copyFileSync(join(root, 'docs/overview.png'), join(outDir, 'social.png'))
  },
  markdown: {
    // One theme for light and dark mode. style.css has the colors.
    theme: createCssVariablesTheme(),
    codeTransformers: [withoutTimeLimit, process.env.NODE_ENV === 'production' ? typesOnHover : withoutHiddenLines],
    config(md) {
      md.use(tabsMarkdownPlugin)
      md.use(readableTables)
    },
  },
  themeConfig: {
    logo: { src: icon(), alt: '' },
    search: { provider: 'local', options: search },
    outline: [2, 3],
    nav: [
      {
        text: 'App developers',
        link: '/getting-started/react',
        activeMatch: pathsOf({ ...gettingStarted, ...reading, ...explaining, ...shipping }),
      },
      { text: 'Operators', link: '/guides/gateway', activeMatch: pathsOf(tools) },
      { text: 'API reference', link: '/api/', activeMatch: '/api/' },
      ...(explorer ? [{ text: 'Explorer', link: explorer }] : []),
      {
        text: `v${version}`,
        items: [
          { text: 'Changelog', link: '/changelog' },
          { text: 'Versions and upgrades', link: '/upgrading' },
        ],
      },
    ],
    ...(repository && {
      socialLinks: [{ icon: 'github', link: repository }],
      editLink: { pattern: `${repository}/edit/main/apps/docs/pages/:path`, text: 'Edit this page' },
    }),
    sidebar: {
      // llms.txt has the same order.
      '/': [
        pages('Getting started', gettingStarted),
        pages('Read flows', reading),
        pages('Explain and predict', explaining),
        pages('Test and ship', shipping),
        pages('API reference', { '/api/': 'All hooks and functions' }),
        troubleshooting,
      ],
      ...Object.fromEntries(Object.keys(tools).map(path => [path, [pages('Operators', tools), troubleshooting]])),
      ...apiSidebars(),
    },
  },
  vite: {
    // Writes llms.txt, llms-full.txt and each page as Markdown. The cast is necessary because the types of both plugins
    // come from a newer version of Vite.
    plugins: [
      svelte(),
      llmstxt({ excludeIndexPage: false, ignoreFilesPerOutput: { llmsFullTxt: ['api/**'] } }),
    ] as unknown as Plugins,
    esbuild: { jsx: 'automatic' },
    resolve: {
      alias: [{ find: /^.*\/VPHome\.vue$/, replacement: join(import.meta.dirname, 'theme/Home.vue') }],
      // The examples are files of other packages, so they must use the site's copies of these modules.
      dedupe: [
        '@flow-query/core',
        '@flow-query/format',
        '@flow-query/insights',
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
    // Examples load these modules on demand. Without this line, the development server would then reload the page.
    optimizeDeps: { include: ['@tanstack/react-query', '@tanstack/vue-query', 'react', 'react-dom/client'] },
    // Transforms the theme before the first request.
    server: {
      warmup: { clientFiles: ['../.vitepress/theme/index.ts', 'index.md'] },
      fs: { allow: [resolve(import.meta.dirname, '../../..')] },
    },
    build: { chunkSizeWarningLimit: 2_000 },
  },
})

/** Returns a hash of all types that the examples use, because the cache only compares the code of the examples. */
function hashOfTypes(): string {
  const hash = createHash('sha256')
  const folders = readdirSync(join(root, 'packages')).map(name => join(root, 'packages', name, 'dist'))
  const types = folders
    .filter(existsSync)
    .flatMap(folder => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(path => join(folder, path)))
    .filter(path => path.endsWith('.d.ts'))
  for (const path of [...types.sort(), join(root, 'pnpm-lock.yaml')]) hash.update(readFileSync(path))
  return hash.digest('hex').slice(0, 12)
}

/** A regular expression for `activeMatch`. */
function pathsOf(items: Record<string, string>): string {
  return `^(${Object.keys(items).join('|')})$`
}

function pages(text: string, items: Record<string, string>): DefaultTheme.SidebarItem {
  return { text, items: Object.entries(items).map(([link, text]) => ({ link, text })) }
}

/**
 * One sidebar per package, with the functions and hooks of this package and links to the other packages. A sidebar with the functions
 * of all packages would be most of the HTML of each page. The types of a module are one page.
 */
function apiSidebars(): DefaultTheme.SidebarMulti {
  const file = resolve(import.meta.dirname, '../pages/api/typedoc-sidebar.json')
  const modules: DefaultTheme.SidebarItem[] = JSON.parse(readFileSync(file, 'utf8'))
  const first = ['react', 'vue', 'svelte', 'core', 'insights', 'format', 'testing']
  const rank = (item: DefaultTheme.SidebarItem) => first.indexOf(packageOf(item)) + 1 || first.length + 1
  modules.sort((one, other) => rank(one) - rank(other))
  const sidebarOf = (name?: string): DefaultTheme.SidebarItem[] => [
    { text: 'API reference', link: '/api/' },
    ...modules.map(module => {
      const { text, link = '' } = module
      const title = { text: text?.replace('@flow-query/', '') ?? '', link }
      return packageOf(module) === name ? { ...title, collapsed: true, items: functionsOf(module) } : title
    }),
  ]
  const names = [...new Set(modules.map(packageOf))]
  return {
    '/api/': sidebarOf(),
    ...Object.fromEntries(names.map(name => [`/api/${name}/`, sidebarOf(name)])),
  }
}

/** Returns the name of a module's package, such as `core` for `@flow-query/core/live`. */
function packageOf({ text = '' }: DefaultTheme.SidebarItem): string {
  return text.split('/')[1] ?? ''
}

/** Returns the pages of the functions, variables and classes of a module, hooks first, and then the page of its types. */
function functionsOf({ items = [], link = '' }: DefaultTheme.SidebarItem): DefaultTheme.SidebarItem[] {
  const hasTypes = items.some(group => group.text === 'Interfaces' || group.text === 'Type Aliases')
  const functions = items
    .filter(group => group.text === 'Functions' || group.text === 'Variables' || group.text === 'Classes')
    .flatMap(group => group.items ?? [])
    .map(({ text, link }) => ({ text: text ?? '', link: link?.replace('.md', '') ?? '' }))
    .sort((one, other) => Number(other.text.startsWith('use')) - Number(one.text.startsWith('use')))
  return hasTypes ? [...functions, { text: 'Types', link: `${link}types` }] : functions
}

/** Open Graph and Twitter tags. Their URLs must be absolute, so they require `DOCS_URL`. */
function socialTags(path: string, pageTitle: string, pageDescription: string): HeadConfig[] {
  const property = (name: string, content: string): HeadConfig => ['meta', { property: `og:${name}`, content }]
  const page = path.replace(/(index)?\.md$/, '')
  return [
    property('type', 'website'),
    property('site_name', title),
    property('title', pageTitle || title),
    property('description', pageDescription || description),
    ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
    ...(url
      ? [
          property('url', new URL(page, url).href),
          property('image', new URL('social.png', url).href),
          ['link', { rel: 'canonical', href: new URL(page, url).href }] satisfies HeadConfig,
        ]
      : []),
  ]
}

/** The explorer's icon, inlined because the site has no other public files. */
function icon(): string {
  return `data:image/svg+xml,${encodeURIComponent(readFileSync(join(root, 'apps/explorer/public/favicon.svg'), 'utf8'))}`
}

function manifestOf(folder: string): { version: string; repository?: string | { url: string } } {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
}

/** Converts empty header cells to normal cells for screen readers. */
function readableTables(md: Markdown): void {
  md.core.ruler.push('readable-tables', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      const [content, close] = tokens.slice(index + 1, index + 3)
      if (token.type === 'th_open' && close && !content?.content) token.tag = close.tag = 'td'
    }
  })
}
