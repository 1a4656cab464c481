import { readFileSync } from 'node:fs'
import * as core from '@flow-query/core/query'
import * as insights from '@flow-query/insights/query'
import * as reactQuery from '@tanstack/react-query'
import * as svelteQuery from '@tanstack/svelte-query'
import * as vueQuery from '@tanstack/vue-query'
import { describe, expect, test } from 'vitest'
import { type Binding, bindings } from './bindings.js'
import { typesOf } from './exported-types.js'

/** The names that only one binding exports, and the reason. */
const differences: Record<Binding, { names: RegExp; types: string[]; why: string }> = {
  react: {
    names: /^FlowQueryProvider$/,
    types: [],
    why: 'React provides contexts with components.',
  },
  vue: {
    names: /^FlowQueryPlugin$/,
    types: ['Given'],
    why: 'Vue has plugins, suspends with `await query.suspense()`, and accepts refs and getters.',
  },
  svelte: {
    names: /^setFlowClient$/,
    types: ['Given', 'QueryStore'],
    why: 'Svelte sets contexts with a function, has no suspense, and accepts and returns stores.',
  },
}

/** The query options for many flows at once, on which `useFlowsHealth` is built. */
const withoutHook = /^(newestRuns|flowHealth)QueryOptions$/

describe.each(Object.keys(bindings) as Binding[])('%s', binding => {
  const { names, types } = differences[binding]
  const exported = namesOf(binding)

  test('exports the same names as React, except for the listed differences', () => {
    expect(exported.filter(name => names.test(name))).not.toEqual([])
    expect(exported.filter(name => !names.test(name))).toEqual(
      namesOf('react').filter(name => !differences.react.names.test(name)),
    )
  })

  test('exports each name from the same entry point as React', () => {
    for (const [entry, exports] of Object.entries(bindings[binding]))
      expect(
        Object.keys(exports)
          .filter(name => !names.test(name))
          .sort(),
      ).toEqual(
        Object.keys(Reflect.get(bindings.react, entry))
          .filter(name => !differences.react.names.test(name))
          .sort(),
      )
  })

  test('exports the same types as React, except for the listed differences', () => {
    expect(typesOf(binding)).toEqual(expect.arrayContaining(types))
    expect(typesOf(binding).filter(name => !types.includes(name))).toEqual(
      typesOf('react').filter(name => !differences.react.types.includes(name)),
    )
  })

  test('exports types for the options and the result of each hook', () => {
    const hooks = exported
      .filter(name => /^use/.test(name) && name !== 'useFlowClient')
      .map(name => `U${name.slice(1)}`)
    // `useWatchFlows` returns nothing.
    const results = hooks.filter(name => name !== 'UseWatchFlows')
    expect(hooks).toContain('UseInfiniteTrustlessAgentsForAdmin')
    expect(typesOf(binding)).toEqual(
      expect.arrayContaining([...hooks.map(name => `${name}Options`), ...results.map(name => `${name}Result`)]),
    )
  })

  test('exports a hook and query options for each query of core and insights', () => {
    const options = Object.keys({ ...core, ...insights }).filter(name => /QueryOptions$/.test(name))
    const hooks = options
      .filter(name => !withoutHook.test(name))
      .map(name => /^([a-z])(\w*?)(Infinite)?QueryOptions$/.exec(name))
      .filter(found => found !== null)
      .map(([, first = '', rest, infinite = '']) => `use${infinite}${first.toUpperCase()}${rest}`)
    expect(hooks).toContain('useInfiniteFlowsForOwner')
    expect(hooks).toContain('useBalances')
    expect(exported).toEqual(expect.arrayContaining([...hooks, ...options]))
  })

  test('has the same README sections as React', () => {
    expect(headings(binding)).toEqual(headings('react'))
    expect(headings(binding)).toContain('Getting started')
  })
})

test('React, Vue and Svelte use the same copy of query-core', () => {
  expect(vueQuery.notifyManager).toBe(reactQuery.notifyManager)
  expect(svelteQuery.notifyManager).toBe(reactQuery.notifyManager)
})

function namesOf(binding: Binding): string[] {
  return Object.values(bindings[binding])
    .flatMap(entry => Object.keys(entry))
    .sort()
}

function headings(binding: Binding): string[] {
  const readme = readFileSync(new URL(`../../../packages/${binding}/README.md`, import.meta.url), 'utf8')
  return [...readme.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title)
}
