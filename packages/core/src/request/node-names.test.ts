import { expect, test } from 'vitest'
import { nodeNames } from './node-names.js'

test('nodeNames: never contain credentials, paths or queries', () => {
  const urls = ['https://user:secret@a.example/key?token=1', 'https://a.example/other-key', 'http://127.0.0.1:1317']
  expect([...nodeNames(urls).values()]).toEqual(['a.example', 'a.example#2', '127.0.0.1:1317'])
})
