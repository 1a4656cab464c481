// Measures how much JavaScript the entry points add to an app, and writes the table that the documentation shows.
// `--check` fails instead if the table differs by more than 3 percent.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { root } from './packages.js'

const tolerance = 0.03
const file = join(root, 'apps/docs/pages/guides/parts/bundle-size.md')

const live = ['useLiveFlows', '/live']
const collection = ['useFlowCollection', '/collection']
const health = ['useFlowsHealth', '/insights']
const verdicts = ['useFlowsVerdict', '/insights']
const format = ['describeError, describeFlow, describeVerdict', 'format']
const rows = [
  ['The framework and TanStack Query, without flow-query', null],
  ['`useFlow`', []],
  ['`useFlow` and `useLiveFlows`', [live]],
  ['`useFlow` and `useFlowCollection`', [collection]],
  ['`useFlow` and `useFlowsHealth`', [health]],
  ['`useFlow` and `useFlowsVerdict`', [verdicts]],
  ['`useFlow`, `describeError`, `describeFlow` and `describeVerdict`', [format]],
  ['All of these', [live, collection, health, verdicts, format]],
]

const frameworks = {
  React: {
    folder: 'react',
    provider: 'FlowQueryProvider',
    query: 'useQuery',
    main: `
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { client, used, provider } from './parts.js'
const App = () => createElement('p', null, String(used.map(use => use({}))))
const app = createElement(QueryClientProvider, { client: new QueryClient() }, createElement(App))
createRoot(document.body).render(provider ? createElement(provider, { client }, app) : app)`,
  },
  Vue: {
    folder: 'vue',
    provider: 'FlowQueryPlugin',
    query: 'useQuery',
    main: `
import { createApp, h } from 'vue'
import { VueQueryPlugin } from '@tanstack/vue-query'
import { client, used, provider } from './parts.js'
const app = createApp({ setup: () => used.map(use => use({})), render: state => h('p', String(state)) })
if (provider) app.use(provider, { client })
app.use(VueQueryPlugin).mount(document.body)`,
  },
  Svelte: {
    folder: 'svelte',
    provider: 'setFlowClient',
    query: 'createQuery',
    main: `
import { mount } from 'svelte'
import App from './App.svelte'
mount(App, { target: document.body })`,
    component: `<script>
import { QueryClient, QueryClientProvider } from '@tanstack/svelte-query'
import { client, used, provider } from './parts.js'
provider?.(client)
const results = used.map(use => use({}))
</script>
<QueryClientProvider client={new QueryClient()}><p>{String(results)}</p></QueryClientProvider>`,
  },
}

function partsOf({ folder, provider, query }, imports) {
  if (!imports)
    return `import { ${query} } from '@tanstack/${folder}-query'
export const client = null, provider = null, used = [${query}]`
  const lines = [...imports, ['useFlow', '']].map(
    ([names, entry]) =>
      `import { ${names} } from '${entry === 'format' ? '@flow-query/format' : `@flow-query/${folder}${entry}`}'`,
  )
  const names = [...imports, ['useFlow', '']].map(([names]) => names)
  return `${lines.join('\n')}
import { createFlowClient, ${provider} } from '@flow-query/${folder}'
export const client = createFlowClient({ lcd: '/', rpc: '/' })
export const provider = ${provider}
export const used = [${names.join(', ')}]`
}

/** Returns the size of all chunks in kB, compressed with gzip. */
async function measure(framework, imports) {
  const folder = join(root, 'apps', framework.folder)
  const modules = new Map([
    [join(folder, 'costs/main.js'), framework.main],
    [join(folder, 'costs/parts.js'), partsOf(framework, imports)],
    [join(folder, 'costs/App.svelte'), framework.component ?? ''],
  ])
  const virtual = {
    name: 'virtual',
    enforce: 'pre',
    resolveId: (id, importer) => {
      const path = importer && id.startsWith('.') ? join(importer, '..', id) : id
      return modules.has(path) ? path : null
    },
    load: id => modules.get(id),
  }
  const { output } = await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    plugins: [virtual, ...(await svelteOf(framework, folder))],
    build: { write: false, rolldownOptions: { input: join(folder, 'costs/main.js') } },
  })
  const code = output.filter(({ type }) => type === 'chunk').map(({ code }) => gzipSync(code).length)
  return code.reduce((sum, size) => sum + size, 0) / 1_000
}

async function svelteOf({ component }, folder) {
  if (!component) return []
  const path = createRequire(join(folder, 'package.json')).resolve('@sveltejs/vite-plugin-svelte')
  const { svelte } = await import(pathToFileURL(path).href)
  return [svelte({ configFile: false, compilerOptions: { dev: false } })]
}

const sizes = []
for (const [, imports] of rows) {
  const row = []
  for (const framework of Object.values(frameworks)) row.push(await measure(framework, imports))
  sizes.push(row)
}

const names = Object.keys(frameworks)
const table = [
  `| an app with | ${names.join(' | ')} |`,
  `| --- | ${names.map(() => '---:').join(' | ')} |`,
  ...rows.map(([name], index) => `| ${name} | ${sizes[index].map(size => `${Math.round(size)} kB`).join(' | ')} |`),
]

if (process.argv.includes('--check')) {
  const documented = Array.from(readFileSync(file, 'utf8').matchAll(/(\d+) kB/g), ([, size]) => Number(size))
  const measured = sizes.flat()
  const isClose = (size, index) => Math.abs(size - documented[index]) <= Math.max(1, size * tolerance)
  if (documented.length !== measured.length || !measured.every(isClose)) {
    console.error(`${table.join('\n')}\n\nThe documented sizes are outdated. Run: npm run costs`)
    process.exitCode = 1
  }
} else {
  writeFileSync(file, `${table.join('\n')}\n`)
  console.log(table.join('\n'))
}
