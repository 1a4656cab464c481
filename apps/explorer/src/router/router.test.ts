import { expect, test } from 'vitest'
import { matchPath } from './router'

test('matches whole paths, with or without a slash at the end', () => {
  expect(matchPath('/', '/')).toEqual({})
  expect(matchPath('/flows', '/flows/')).toEqual({})
  expect(matchPath('/flows', '/flows/1')).toBeNull()
  expect(matchPath('/flows/:id', '/flows')).toBeNull()
  expect(matchPath('/flows/:id', '/flows/')).toBeNull()
})

test('decodes parameters, and keeps those that are not encoded correctly', () => {
  expect(matchPath('/flows/:id', '/flows/a%2Fb')).toEqual({ id: 'a/b' })
  expect(matchPath('/flows/:id', '/flows/%E0%A4%A')).toEqual({ id: '%E0%A4%A' })
})
