import { readFileSync } from 'node:fs'
import * as core from '@flow-query/core'
import * as react from '@flow-query/react'
import * as svelte from '@flow-query/svelte'
import * as vue from '@flow-query/vue'
import { describe, expect, test } from 'vitest'

const bindings = { react, vue, svelte }
type Binding = keyof typeof bindings

/** What one binding has and another has not, and why. */
const differences: Record<Binding, { names: RegExp; sections: string[]; why: string }> = {
  react: {
    names: /^(FlowQueryProvider|useSuspense\w+)$/,
    sections: ['Hooks', 'Suspense'],
    why: 'React has components for contexts, and suspends by a hook of its own',
  },
  vue: {
    names: /^FlowQueryPlugin$/,
    sections: ['Composables', 'Suspense'],
    why: 'Vue has plugins for what an app shares, and suspends by `await query.suspense()`',
  },
  svelte: {
    names: /^setFlowClient$/,
    sections: ['Stores'],
    why: 'Svelte sets contexts by a function, and has no suspense for a client',
  },
}

describe.each(Object.keys(bindings) as Binding[])('%s', binding => {
  const { names, sections } = differences[binding]
  const exported = Object.keys(bindings[binding])

  test('exports what React does, but for what is named here', () => {
    expect(exported.filter(name => names.test(name))).not.toEqual([])
    expect(exported.filter(name => !names.test(name))).toEqual(
      Object.keys(react).filter(name => !differences.react.names.test(name)),
    )
  })

  test('has one function for each query of core', () => {
    const wanted = Object.keys(core)
      .map(name => /^([a-z])(\w*?)(Infinite)?QueryOptions$/.exec(name))
      .filter(found => found !== null)
      .map(([, first = '', rest, infinite = '']) => `use${infinite}${first.toUpperCase()}${rest}`)
    expect(wanted).toContain('useInfiniteFlowsForOwner')
    expect(exported).toEqual(expect.arrayContaining(wanted))
  })

  test('has the sections of the others in its README, in their order', () => {
    const found = headings(binding)
    expect(found).toEqual(expect.arrayContaining(sections))
    expect(found.filter(title => !sections.includes(title))).toEqual(
      headings('react').filter(title => !differences.react.sections.includes(title)),
    )
  })
})

function headings(binding: Binding): string[] {
  const readme = readFileSync(new URL(`../../../packages/${binding}/README.md`, import.meta.url), 'utf8')
  return [...readme.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title)
}
