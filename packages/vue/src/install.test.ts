import { expect, test } from 'vitest'
import lock from '../../../pnpm-lock.yaml?raw'

test('React, Vue and Svelte share one query-core', () => {
  const installed = [...lock.matchAll(/^ {2}'@tanstack\/([\w-]+)@([\d.]+)/gm)]
  const versions = (name: string) =>
    new Set(installed.filter(([, found]) => found === name).map(([, , version]) => version))

  expect([versions('react-query').size, versions('vue-query').size, versions('svelte-query').size]).toEqual([1, 1, 1])
  expect(versions('query-core').size).toBe(1)
})
