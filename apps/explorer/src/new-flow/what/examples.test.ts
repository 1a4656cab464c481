import { createFlowClient } from '@flow-query/core'
import { checkFlow, readDraftFacts } from '@flow-query/insights/draft'
import { createDemoLcd } from '@flow-query/testing/demo'
import { expect, test } from 'vitest'
import { until } from '../../../../../tests/setup/until.js'
import { type ExampleKind, exampleDraft, exampleNames, kindOf, withExample } from './examples'

const kinds = Object.keys(exampleNames) as ExampleKind[]
const lcd = createDemoLcd()
const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })

test.each(kinds)('the chain accepts the example and its runs work: %s', async kind => {
  const { flows } = await until(client.flows({ limit: 100, reverse: true }))
  const draft = exampleDraft(kind, flows[0]?.owner ?? '', flows)
  const facts = await until(readDraftFacts(client, draft))
  const { problems, runs } = checkFlow(draft, facts, facts.time)
  expect(facts.nodeAnswer).toEqual({ result: 'accepted' })
  // Only the other chain knows whether a swap will work.
  expect([problems, runs[0]?.outcome]).toEqual([[], kind === 'swap' ? 'unknown' : 'succeeded'])
  expect(kindOf(draft)).toBe(kind)
})

test.each(kinds)('an example replaces the messages of a draft, but not its schedule or its own label: %s', kind => {
  const draft = { ...exampleDraft('send', 'into1abc', []), interval: '1h', label: 'Rent' }
  expect(withExample(draft, kind, [])).toEqual({ ...exampleDraft(kind, 'into1abc', []), interval: '1h', label: 'Rent' })
  expect(withExample({ ...draft, label: exampleNames.send.label }, kind, []).label).toBe(exampleNames[kind].label)
})

test('a draft with several messages has no fields', () => {
  const draft = exampleDraft('send', 'into1abc', [])
  expect(kindOf({ ...draft, msgs: [...draft.msgs, ...draft.msgs] })).toBeUndefined()
})
