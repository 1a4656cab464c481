import { expect, test } from 'vitest'
import { matchPath, withParams } from './router'

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

test('sets and removes parameters of a URL, and otherwise leaves it unchanged', () => {
  const kept = { lcd: 'lcd.example.org', rpc: null }
  expect(withParams('/flows', kept)).toBe('/flows?lcd=lcd.example.org')
  expect(withParams('/new?from=3#flowInput={?}', kept)).toBe('/new?from=3&lcd=lcd.example.org#flowInput={?}')
  expect(withParams('http://here//flows/?rpc=a', kept)).toBe('http://here//flows/?lcd=lcd.example.org')
  expect(withParams('/flows?q=a%20b&lcd=lcd.example.org', kept)).toBe('/flows?q=a%20b&lcd=lcd.example.org')
  expect(withParams('?q=a%20b&lcd=x', { lcd: null, rpc: null })).toBe('?q=a+b')
  expect(withParams('/flows?lcd=x', { lcd: null })).toBe('/flows')
})
