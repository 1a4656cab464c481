import { expect, test } from 'vitest'
import { readBase64 } from './base64'

const encode = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

test.each([
  ['NDk5OTgyMDAw', '499982000'],
  [encode('{"a":1}\n'), '{"a":1}\n'],
  [encode('家賃 🏠 👩‍👩‍👧'), '家賃 🏠 👩‍👩‍👧'],
])('decodes %s as text', (raw, text) => {
  expect(readBase64(raw)).toEqual({ text, raw, size: new TextEncoder().encode(text).length })
})

test.each([
  ['AiBe/rO5rjxvXcCpVTYDcXYKqyJhwGxRKQp/7fudyZ49s3VpbnRv', 39],
  ['AAECAw==', 4],
  [encode('\u001b[31mred'), 8],
  [encode('\u202eltr'), 6],
  ['/w==', 1],
  ['', 0],
  ['no base64!', 0],
])('decodes "%s" as binary data', (raw, size) => {
  expect(readBase64(raw)).toEqual({ text: null, raw, size })
})
