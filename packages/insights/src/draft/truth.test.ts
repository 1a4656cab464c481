import { chainTime, executionOutcome } from '@flow-query/core'
import { expect, test } from 'vitest'
import { clientAt, recordedHeights } from '../../../core/test/truth.js'
import { readTruths } from '../../test/truth.js'
import { checkFlow, draftFrom, type FlowCheck, readDraftFacts } from './index.js'

// Makes a draft from each recorded flow at each recorded height, and compares its check with the next runs of the flow.

interface Compared {
  name: string
  check: FlowCheck
  /** The outcomes after the height, up to the first change by an owner or a relayer. */
  later: string[]
}

const end = clientAt('end')
const truths = readTruths('v1-truth')

async function comparedAt(height: (typeof recordedHeights)[number]): Promise<Compared[]> {
  const client = clientAt(height)
  const time = await chainTime(client)
  const { flows } = await client.flows({ limit: 1_000 })
  return Promise.all(
    flows.map(async flow => {
      const draft = draftFrom(flow, { feeFunds: [{ denom: 'uinto', amount: '3000000' }] })
      const facts = await readDraftFacts(client, draft)
      // The chain has accepted this flow, and a recorded node can't simulate transactions.
      const check = checkFlow(draft, { ...facts, nodeAnswer: { result: 'accepted' } }, time)
      const { history: known } = await client.flowHistory({ id: flow.id, limit: 1_000, reverse: true })
      const { history: all } = await end.flowHistory({ id: flow.id, limit: 1_000 })
      const { changed } = truths.find(({ id }) => id === flow.id) ?? {}
      const last = changed && changed.after >= height ? changed.run - 1 : undefined
      const later = all
        .slice(known.length, last)
        .map(entry => executionOutcome(entry, flow, { block: '2027-01-01T00:00:00Z' }))
      return { name: `flow ${flow.id} at ${height}`, check, later }
    }),
  )
}

const all = (await Promise.all(recordedHeights.map(comparedAt))).flat().filter(({ later }) => later.length > 0)

test('the runs of a flow whose draft is good succeed', () => {
  const good = all.filter(({ check }) => check.verdict === 'good')
  expect(good.length).toBeGreaterThan(10)
  for (const { name, later } of good) expect(new Set(later), name).toEqual(new Set(['succeeded']))
})

test('the next run of a flow whose draft will fail does not succeed', () => {
  // A new flow has no responses that its condition could compare.
  const failing = all.filter(
    ({ check }) => check.verdict === 'willFail' && check.problems.every(({ kind }) => kind !== 'conditionFails'),
  )
  expect(failing.length).toBeGreaterThan(20)
  for (const { name, later } of failing) expect(later[0], name).not.toBe('succeeded')
})
