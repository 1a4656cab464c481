import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { bindings } from './bindings.js'
import { textOf } from './files.js'

const apps = fileURLToPath(new URL('../../../apps/', import.meta.url))
const extensions = { react: 'tsx', vue: 'vue', svelte: 'svelte' }
/** The file that provides the client. */
const setups = { react: 'setup/App.tsx', vue: 'setup/main.ts', svelte: 'setup/App.svelte' }
type App = keyof typeof extensions

const read = (app: App, path: string) => readFileSync(join(apps, app, 'src', path), 'utf8')

/** Replaces the names of a framework, so that the texts of two apps can be compared. */
const neutral = (app: App, text: string) => text.replaceAll(app, 'framework')

/** The questions of an app: the names of the example, the hook and the guide, and the text. */
function questionsOf(app: App) {
  const rows = read(app, 'questions.ts').matchAll(/\{ file: '(.+?)', hook: '(.+?)', text: '(.+?)', guide: '(.+?)' \}/g)
  return Array.from(rows, ([, file = '', hook = '', text = '', guide = '']) => ({ file, hook, text, guide }))
}

describe.each(Object.entries(extensions) as [App, string][])('the demo app for %s', (app, extension) => {
  const files = readdirSync(join(apps, app, 'src/examples')).map(name => ({
    name,
    code: read(app, `examples/${name}`),
  }))

  test('answers the same questions in the same order', () => {
    expect(questionsOf(app).length).toBeGreaterThan(10)
    expect(neutral(app, read(app, 'questions.ts'))).toBe(neutral('react', read('react', 'questions.ts')))
  })

  test('starts with its setup, and has one example for each other question', () => {
    const [setup, ...others] = questionsOf(app)
    expect(setup?.file).toBe('Setup')
    const expected = others.map(({ file }) => `${file}.${extension}`)
    expect(files.map(({ name }) => name)).toEqual(expected.toSorted())
  })

  test('has the same files, and reads nodes in the same way', () => {
    const names = (of: App) =>
      readdirSync(join(apps, of, 'src'), { recursive: true, encoding: 'utf8' })
        .filter(name => !name.startsWith('setup/'))
        .map(name => name.split('.')[0])
    expect(names(app).toSorted()).toEqual(names('react').toSorted())
    expect(neutral(app, read(app, 'sources.ts'))).toBe(neutral('react', read('react', 'sources.ts')))
    // The imports are sorted by the names of the packages.
    const linesOf = (of: App) => neutral(of, read(of, 'node.ts')).split('\n').toSorted()
    expect(linesOf(app)).toEqual(linesOf('react'))
  })

  test('shows the setup of Getting started', () => {
    const setup = readdirSync(join(apps, app, 'src/setup'))
    expect(setup).toHaveLength(2)
    for (const name of setup) {
      const example = `packages/${app}/examples/${name}`
      expect(read(app, `setup/${name}`)).toBe(textOf(example))
      expect(textOf(`apps/docs/pages/getting-started/${app}.md`)).toContain(example)
    }
  })

  test.each(questionsOf(app))('$file uses $hook and has a guide', ({ file, hook, guide }) => {
    const example = files.find(({ name }) => name.startsWith(`${file}.`))?.code
    expect(example ?? read(app, setups[app])).toContain(hook)
    const [page = ''] = guide.split('#')
    const [, binding, name = ''] = /^api\/(\w+)\/(\w+)$/.exec(page) ?? []
    if (binding) expect([binding, name in bindings[app]['']]).toEqual([app, true])
    else expect(existsSync(join(apps, 'docs/pages', `${page}.md`))).toBe(true)
  })

  test.each(files)('$name is short and says once when to use it', ({ code }) => {
    const lines = code.trimEnd().split('\n').length
    expect(lines).toBeGreaterThanOrEqual(15)
    expect(lines).toBeLessThanOrEqual(40)
    expect(code.match(/\/\*|\/\/ |<!--/g)).toHaveLength(1)
    expect(code).toMatch(/\/\*\* Use .+\. \*\//)
  })
})
