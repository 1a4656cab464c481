import { basename, dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { published } from '../../../scripts/packages.js'
import { exportsOf } from './exported-values.js'
import { filesOf, textOf } from './files.js'
import { errorsIn } from './typescript.js'

/** The values that the code in `AGENTS.md` files uses without declaring them. */
const given: Record<string, string> = {
  app: "import('vue').App",
  client: "import('@flow-query/core').FlowClient",
  clock: "import('@flow-query/testing').Clock",
  entry: "import('@flow-query/core').FlowHistoryEntry",
  error: 'string',
  fallbackInterval: 'number',
  flow: "import('@flow-query/core').Flow",
  flows: "Partial<import('@flow-query/testing').Flow>[]",
  http: '{ get: (url: string, respond: (given: { request: Request }) => Promise<Response>) => void }',
  id: 'string',
  lcd: "import('@flow-query/testing').Lcd",
  message: "import('@flow-query/testing').AnyMessage",
  ms: 'number',
  outcome: "'succeeded'",
  owner: 'string',
  props: '{ id: string }',
  queryClient: "import('@tanstack/react-query').QueryClient",
  scope: "import('vue').EffectScope",
  time: "import('@flow-query/core').BlockTime",
  useSuspenseQuery: "typeof import('@tanstack/react-query').useSuspenseQuery",
  VueQueryPlugin: "typeof import('@tanstack/vue-query').VueQueryPlugin",
}

/** Packages whose exports the code can use. If several packages export a name, it comes from the first of them. */
const order = ['core', 'insights', 'testing', 'react']
const agents = filesOf('packages/*/AGENTS.md').map(file => [file, basename(dirname(file))] as const)

describe.each(agents)('%s', (file, name) => {
  test('has code that compiles', async () => {
    const modules = await modulesOf([name, ...order])
    const text = textOf(file)
    const blocks = Array.from(text.matchAll(/^```ts\n(.*?)^```/gms), ([, code = '']) => code)
    const spans = Array.from(text.replace(/^```.*?^```/gms, '').matchAll(/`([^`]+)`/g), ([, code = '']) => code)
    const snippets = [...blocks, ...spans.filter(code => !/…|^No /.test(code) && isOurs(code, modules))]
    const errors = snippets.flatMap(code => errorsIn(sourceOf(code, modules)).map(error => `${code}: ${error}`))

    expect(snippets.length).toBeGreaterThan(0)
    expect(errors).toEqual([])
  })

  test('names only entry points that exist', async () => {
    const modules = Object.keys(await modulesOf(published.map(folder => basename(folder))))
    const named = Array.from(textOf(file).matchAll(/`(@flow-query\/[\w/-]+)`/g), ([, path = '']) => path)
    expect(named.filter(path => !modules.includes(path))).toEqual([])
  })
})

test('the entry points of the bindings export what the list of entry points says', async () => {
  const lines = Array.from(textOf('packages/core/AGENTS.md').matchAll(/^- `(\/\w+)`: (.*)$/gm))
  expect(lines).toHaveLength(3)
  for (const binding of ['react', 'vue', 'svelte']) {
    const modules = await modulesOf([binding])
    for (const [, entry, text = ''] of lines) {
      const names = Array.from(text.matchAll(/`(\w+)`/g), ([, name]) => name)
      expect(modules[`@flow-query/${binding}${entry}`]).toEqual(expect.arrayContaining(names))
    }
  }
})

/** Returns the exports of packages by import path. */
async function modulesOf(names: string[]): Promise<Record<string, string[]>> {
  const modules: Record<string, string[]> = {}
  for (const name of new Set(names)) {
    const folder = published.find(folder => basename(folder) === name)
    if (!folder) throw new Error(`There is no package ${name}`)
    for (const [entry, exports] of Object.entries(await exportsOf(folder)))
      modules[`@flow-query/${name}${entry.slice(1)}`] = exports
  }
  return modules
}

const namesIn = (code: string) => Array.from(new Set(code.match(/(?<![.\w$'])[A-Za-z_]\w*/g)))

/** Returns whether code uses an export of our packages, or the client or the node. */
function isOurs(code: string, modules: Record<string, string[]>): boolean {
  const isExported = (name: string) => !(name in given) && Object.values(modules).flat().includes(name)
  return /^(client|lcd|clock)\./.test(code) || namesIn(code).some(isExported)
}

/** Returns the code with the imports and declarations that it needs. */
function sourceOf(code: string, modules: Record<string, string[]>): string {
  const header = namesIn(code).flatMap(name => {
    if (name in given) return [`declare const ${name}: ${given[name]}`]
    const module = Object.keys(modules).find(path => modules[path]?.includes(name))
    return module ? [`import { ${name} } from '${module}'`] : []
  })
  const statement = code.startsWith('for ') ? `${code} {}` : code
  return `${header.join('\n')}\nvoid (async () => {\n${statement}\n})`
}
