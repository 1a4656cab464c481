// Measures how much JavaScript the entry points add to an app, and writes the tables in the documentation and the README.
// `--check` fails instead if the tables differ by more than 3 percent.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { root } from './packages.js'

const tolerance = 0.03
const page = join(root, 'apps/docs/pages/guides/parts/bundle-size.md')
const readme = join(root, 'README.md')

const list = ['useFlows', '']
const live = ['useLiveFlows', '/live']
const collection = ['useFlowCollection', '/collection']
const health = ['useFlowsHealth', '/insights']
const verdicts = ['useFlowsVerdict', '/insights']
const format = ['describeError, describeFlow, describeVerdict', 'format']
const texts = ['describeError, explainVerdict, phraseText', 'format']
const apps = [
  ['The framework and TanStack Query, without flow-query', null],
  ['`useFlow`', []],
  ['`useFlow` and `useLiveFlows`', [live]],
  ['`useFlow` and `useFlowCollection`', [collection]],
  ['`useFlow` and `useFlowsHealth`', [health]],
  ['`useFlow` and `useFlowsVerdict`', [verdicts]],
  ['`useFlow`, `describeError`, `describeFlow` and `describeVerdict`', [format]],
  ['All of these', [live, collection, health, verdicts, format]],
]
// The sizes that flow-query adds to an app of any framework.
const additions = [
  ['a flow and a list: `useFlow`, `useFlows`', [list]],
  ['and live updates: `useLiveFlows`', [list, live]],
  ['and verdicts in words: `useFlowsVerdict`, `explainVerdict`', [list, live, verdicts, texts]],
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

async function measureAll(imports) {
  const sizes = []
  for (const framework of Object.values(frameworks)) sizes.push(await measure(framework, imports))
  return sizes
}

const rounded = size => `${Math.round(size)} kB`
/** Returns a table with numbers in all columns but the first. */
function table(head, rows) {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map(row => row[column].length)))
  const pad = (cell, column) => (column ? cell.padStart(widths[column]) : cell.padEnd(widths[column]))
  const line = cells => `| ${cells.map(pad).join(' | ')} |`
  const rule = widths.map((width, column) => (column ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)))
  return [head, rule, ...rows].map(line).join('\n')
}

const isSameTable = (documented, measured) => {
  const [before, after] = [documented, measured].map(text =>
    Array.from(text.matchAll(/(\d+) kB/g), ([, size]) => +size),
  )
  const isClose = (size, index) => Math.abs(size - after[index]) <= Math.max(1, size * tolerance)
  return before.length === after.length && before.every(isClose)
}

const base = await measureAll(null)
const pageRows = []
for (const [name, imports] of apps) pageRows.push([name, ...(imports ? await measureAll(imports) : base).map(rounded)])
const pageTable = table(['an app with', ...Object.keys(frameworks)], pageRows)

const readmeRows = []
for (const [name, imports] of additions) {
  const added = (await measureAll(imports)).map((size, index) => size - base[index])
  readmeRows.push([name, rounded(Math.max(...added))])
}
const readmeTable = table(['a page with', 'size'], readmeRows)
const readmeText = readFileSync(readme, 'utf8')
const [readmeBefore] = /\| a page with .*?(?=\n\n)/s.exec(readmeText)

if (process.argv.includes('--check')) {
  const isCurrent = isSameTable(readFileSync(page, 'utf8'), pageTable) && isSameTable(readmeBefore, readmeTable)
  if (!isCurrent) {
    console.error(`${pageTable}\n\n${readmeTable}\n\nThe documented sizes are outdated. Run: npm run costs`)
    process.exitCode = 1
  }
} else {
  writeFileSync(page, `${pageTable}\n`)
  writeFileSync(readme, readmeText.replace(readmeBefore, readmeTable))
  console.log(`${pageTable}\n\n${readmeTable}`)
}
