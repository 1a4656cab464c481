import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RawResponse } from '../raw-response.js'
import { decode, encode } from './shared-responses.js'

const response = fc.record({
  raw: fc.record({
    node: fc.webUrl(),
    status: fc.constant(200),
    contentType: fc.string(),
    retryAfter: fc.constant(null),
    body: fc.uint8Array().map(bytes => Buffer.from(bytes)),
    height: fc.nat(),
  }),
  requestedAt: fc.nat(),
})

test('a stored response is read unchanged', () => {
  fc.assert(
    fc.property(fc.string(), response, (key, stored) => {
      expect(decode(key, encode(key, stored))).toEqual(stored)
    }),
  )
})

test('a changed value, a shortened value and the value of another key are not accepted', () => {
  fc.assert(
    fc.property(response, fc.nat(), fc.integer({ min: 1, max: 255 }), (stored, place, difference) => {
      const value = encode('key', stored)
      const changed = Buffer.from(value)
      const at = place % value.length
      changed[at] = (value[at] as number) ^ difference
      expect(decode('key', changed)).toBeUndefined()
      expect(decode('key', value.subarray(0, at))).toBeUndefined()
      expect(decode('other', value)).toBeUndefined()
    }),
  )
})

test.each([
  ['no status', { status: undefined }],
  ['an error', { status: 500 }],
  ['no content type', { contentType: undefined }],
  ['a height as text', { height: '5' }],
])('a stored response with %s is not accepted', (_, change) => {
  const raw = { node: 'n', status: 200, contentType: 'application/json', retryAfter: null, height: 5 }
  const value = (fields: object) =>
    encode('key', { raw: { ...raw, body: Buffer.from('{}'), ...fields } as RawResponse, requestedAt: 1 })
  expect(decode('key', value({}))).toBeDefined()
  expect(decode('key', value(change))).toBeUndefined()
})
