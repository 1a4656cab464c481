import { expect, test } from 'vitest'
import { draftTexts } from './draft-texts'

test.for([
  ['', '', []],
  ['?from=14', '#flow', []],
  ['?flowInput=%7B%7D', '', ['{}']],
  ['', '#flowInput=%7B%7D', ['{}']],
  ['?flowInput=%7B%7D', '#messages', ['{}']],
  ['?flowInput=a&flowInput=b', '', ['a', 'b']],
  ['?flow%49nput=a', '#flowInput=b', ['a', 'b']],
] as const)('finds all drafts in a URL: %s%s', ([search, hash, texts]) => {
  expect(draftTexts(search, hash)).toEqual(texts)
})
