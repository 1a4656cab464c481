import { readFileSync } from 'node:fs'
import * as core from '@flow-query/core'
import * as coreCollection from '@flow-query/core/collection'
import * as reactQuery from '@tanstack/react-query'
import * as svelteQuery from '@tanstack/svelte-query'
import * as vueQuery from '@tanstack/vue-query'
import { describe, expect, test } from 'vitest'
import { type Binding, bindings } from './bindings.js'
import { typesOf } from './typescript.js'

/** What one binding has and another has not, and why. */
const differences: Record<Binding, { names: RegExp; types: RegExp; sections: string[]; why: string }> = {
  react: {
    names: /^(FlowQueryProvider|useSuspense\w+)$/,
    types: /Suspense/,
    sections: ['Hooks', 'Suspense'],
    why: 'React has components for contexts, and suspends by a hook of its own',
  },
  vue: {
    names: /^FlowQueryPlugin$/,
    types: /^Given$/,
    sections: ['Composables', 'Suspense'],
    why: 'Vue has plugins for what an app shares, suspends by `await query.suspense()`, and takes refs and getters',
  },
  svelte: {
    names: /^setFlowClient$/,
    types: /^(Given|QueryStore)$/,
    sections: ['Stores'],
    why: 'Svelte sets contexts by a function, has no suspense for a client, and takes and returns stores',
  },
}

describe.each(Object.keys(bindings) as Binding[])('%s', binding => {
  const { names, types, sections } = differences[binding]
  const exported = namesOf(binding)

  test('exports what React does, but for what is named here', () => {
    expect(exported.filter(name => names.test(name))).not.toEqual([])
    expect(exported.filter(name => !names.test(name))).toEqual(
      namesOf('react').filter(name => !differences.react.names.test(name)),
    )
  })

  test('has each name in the entry in which React has it', () => {
    for (const [entry, exports] of Object.entries(bindings[binding]))
      expect(Object.keys(exports).filter(name => !names.test(name))).toEqual(
        Object.keys(Reflect.get(bindings.react, entry)).filter(name => !differences.react.names.test(name)),
      )
  })

  test('exports the types that React does, but for what is named here', () => {
    expect(typesOf(binding).filter(name => types.test(name))).not.toEqual([])
    expect(typesOf(binding).filter(name => !types.test(name))).toEqual(
      typesOf('react').filter(name => !differences.react.types.test(name)),
    )
  })

  test('names the options and the result of each hook', () => {
    const hooks = exported
      .filter(name => /^use/.test(name) && name !== 'useFlowClient')
      .map(name => `U${name.slice(1)}`)
    // Which answers nothing.
    const results = hooks.filter(name => name !== 'UseWatchFlows')
    expect(hooks).toContain('UseInfiniteTrustlessAgentsForAdmin')
    expect(typesOf(binding)).toEqual(
      expect.arrayContaining([...hooks.map(name => `${name}Options`), ...results.map(name => `${name}Result`)]),
    )
  })

  test('has one function for each query of core, and its options', () => {
    const options = Object.keys({ ...core, ...coreCollection }).filter(name => /QueryOptions$/.test(name))
    const hooks = options
      .map(name => /^([a-z])(\w*?)(Infinite)?QueryOptions$/.exec(name))
      .filter(found => found !== null)
      .map(([, first = '', rest, infinite = '']) => `use${infinite}${first.toUpperCase()}${rest}`)
    expect(hooks).toContain('useInfiniteFlowsForOwner')
    expect(exported).toEqual(expect.arrayContaining([...hooks, ...options]))
  })

  test('has the sections of the others in its README, in their order', () => {
    const found = headings(binding)
    expect(found).toEqual(expect.arrayContaining(sections))
    expect(found.filter(title => !sections.includes(title))).toEqual(
      headings('react').filter(title => !differences.react.sections.includes(title)),
    )
  })
})

test('React, Vue and Svelte share one query-core', () => {
  expect(vueQuery.notifyManager).toBe(reactQuery.notifyManager)
  expect(svelteQuery.notifyManager).toBe(reactQuery.notifyManager)
})

function namesOf(binding: Binding): string[] {
  return Object.values(bindings[binding]).flatMap(entry => Object.keys(entry))
}

function headings(binding: Binding): string[] {
  const readme = readFileSync(new URL(`../../../packages/${binding}/README.md`, import.meta.url), 'utf8')
  return [...readme.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title)
}
