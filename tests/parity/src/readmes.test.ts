import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { plainPages } from '../../../apps/docs/reference/plain-pages.js'
import { filesOf, root, textOf } from './files.js'

const packages = [
  'core',
  'react',
  'vue',
  'svelte',
  'insights',
  'format',
  'testing',
  'sync',
  'gateway',
  'monitor',
  'mcp',
]

/** The example files that each README shows, in order. */
const shown: Record<string, string[]> = {
  'README.md': [
    'packages/react/examples/FlowLabel.tsx',
    'packages/react/examples/App.tsx',
    'apps/react/src/examples/FlowsHealth.tsx',
  ],
  'packages/react/README.md': ['packages/react/examples/FlowLabel.tsx', 'packages/react/examples/App.tsx'],
  'packages/vue/README.md': ['packages/vue/examples/App.vue', 'packages/vue/examples/main.ts'],
  'packages/svelte/README.md': ['packages/svelte/examples/FlowLabel.svelte', 'packages/svelte/examples/App.svelte'],
  'packages/insights/README.md': ['packages/insights/examples/forecast.ts'],
  'packages/format/README.md': ['packages/format/examples/flow.ts'],
  'packages/testing/README.md': ['packages/testing/examples/first.test.ts'],
  'packages/sync/README.md': ['packages/sync/examples/sync.ts'],
  'packages/gateway/README.md': ['packages/gateway/examples/gateway.ts'],
  'packages/monitor/README.md': ['packages/monitor/examples/monitor.ts'],
  'packages/mcp/README.md': ['packages/mcp/examples/route.ts'],
}

test.each(Object.entries(shown))('%s shows only example files', (readme, files) => {
  const blocks = textOf(readme).matchAll(/```(?:tsx?|vue|svelte)\n(.*?)```/gs)
  expect(Array.from(blocks, ([, code]) => code)).toEqual(files.map(textOf))
})

describe('the documentation', () => {
  const pages = filesOf('apps/docs/pages/*.md')
  const quoted = pages.flatMap(page =>
    Array.from(textOf(page).matchAll(/^<<< ([^{\s]+)/gm), ([, path = '']) => join(dirname(page), path)),
  )

  test('is current as plain Markdown, which `npm run docs:markdown` writes', () => {
    const expected = plainPages()
    expect(filesOf('docs/*.md')).toEqual(Array.from(expected.keys(), name => `docs/${name}`))
    for (const [name, text] of expected) expect(textOf(`docs/${name}`)).toBe(text)
  })

  test('quotes only files that exist', () => {
    expect(quoted.length).toBeGreaterThan(50)
    expect(quoted.filter(file => !existsSync(join(root, file)))).toEqual([])
  })

  test.each(packages)('shows all examples of %s', name => {
    const examples = filesOf(`packages/${name}/examples/*`)
    expect(examples).not.toEqual([])
    expect(examples.filter(example => !quoted.includes(example))).toEqual([])
  })
})

test('relative links in Markdown point to existing files', () => {
  const files = filesOf('*.md').filter(file => !file.startsWith('apps/docs/pages'))
  const dead = files.flatMap(file =>
    Array.from(textOf(file).matchAll(/\]\(([^):#]+)[^):]*\)/g), ([, link = '']) => link)
      .filter(link => !existsSync(join(root, dirname(file), link)))
      .map(link => `${file}: ${link}`),
  )
  expect(files.length).toBeGreaterThan(20)
  expect(dead).toEqual([])
})
