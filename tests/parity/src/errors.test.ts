import { expect, test } from 'vitest'
import { filesOf, textOf } from './files.js'

/** Code that shows an error instead of the data, or only without data. After a failed refetch, a query has both. */
const hidesOne = {
  react: /if \((?:\w+\.)?\w*[eE]rror(?:\?\.kind[^)]*)?\) return|[eE]rror \? describeError\(/,
  vue: /v-if="(?:\w+\.)?\w*[eE]rror".*\n(?:.*v-else-if=.*\n)*.*v-else[ >]/,
  svelte: /\{#if \$?[\w.]*[eE]rror\}(?:(?!\{\/if\}).)*\{:else\}/s,
  any: /[eE]rror(?:\)|\?\.\w+) \?\? 'Loading/,
}

/** Code that shows nothing for a flow without a label. It may print the label next to the ID. */
const showsNothing = /(?<!\.id, \w+)\.label\b(?! \|\||\)\.toBe)/

const examples = [
  'README.md',
  ...filesOf('packages/*/README.md'),
  ...filesOf('packages/*/examples/*'),
  ...filesOf('packages/cli/templates/*'),
  ...filesOf('apps/docs/pages/*.md'),
  ...filesOf('apps/docs/examples/*'),
  'apps/docs/reference/examples.js',
  ...['react', 'vue', 'svelte'].flatMap(app => filesOf(`apps/${app}/src/examples/*`)),
  ...['next', 'nuxt', 'sveltekit'].flatMap(app => filesOf(`apps/${app}/*`)),
].filter(file => /\.(md|tsx?|js|vue|svelte)$/.test(file))

test('all examples show an error next to the data', () => {
  expect(examples.length).toBeGreaterThan(100)
  const wrong = examples.filter(file => Object.values(hidesOne).some(pattern => pattern.test(textOf(file))))
  expect(wrong).toEqual([])
})

test('all examples name a flow without a label', () => {
  const wrong = examples.filter(file => !file.includes('.test.') && showsNothing.test(textOf(file)))
  expect(wrong).toEqual([])
  for (const code of ["<p>{flow?.label ?? 'Loading'}</p>", '{{ data?.label }}', 'console.log(flow.label)'])
    expect(code).toMatch(showsNothing)
})

test.each([
  ['react', 'if (error) return <p>{error.message}</p>\nreturn <p>{data.label}</p>'],
  ['react', "if (error?.kind === 'notFound') return <p>No account</p>\nreturn <p>{address}</p>"],
  ['react', '<p>{dryRun.error ? describeError(dryRun.error) : title}</p>'],
  ['vue', '<p v-if="error">Failed</p>\n<p v-else-if="!data">Loading</p>\n<ul v-else>'],
  ['svelte', '{#if $flow.error}\n<p>Failed</p>\n{:else if !$flow.data}\n<p>Loading</p>\n{:else}\n<ul></ul>\n{/if}'],
  ['any', "<p>{flow?.label ?? error?.message ?? 'Loading'}</p>"],
  ['any', "if (!data) return <p>{describeError(error) ?? 'Loading…'}</p>"],
] as const)('finds code for %s that shows only one of them', (framework, code) => {
  expect(code).toMatch(hidesOne[framework])
})
