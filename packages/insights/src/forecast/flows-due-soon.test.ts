import { createFlowClient } from '@flow-query/core'
import { chainTimeAt, createLcd, state } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { flowOf, interchain, minutes, now } from '../../../core/test/flows.js'
import { dryRunIfDue, flowsDueUntil } from './index.js'

const due = (id: string, from: number, end = from + 60) =>
  flowOf({ id, startTime: minutes(-60), execTime: minutes(from), endTime: minutes(end) })

test('returns the flows that are due until a time, soonest first', () => {
  const scheduled = flowOf({ id: '4', startTime: minutes(5), execTime: minutes(5), endTime: minutes(60) })
  const flows = [due('1', 20), due('2', 10), due('3', 40), scheduled, due('5', -30, -30)]
  expect(flowsDueUntil(flows, chainTimeAt(now), now + 30 * 60_000).map(({ id }) => id)).toEqual(['4', '2', '1'])
})

test('only dry-runs local messages of flows that are due within an hour, on the newest block', async () => {
  const lcd = createLcd({ state: state({ flows: [{}] }, now), clock: () => now })
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, retries: 0 })
  const flow = { ...(await client.flow({ id: 1 })), execTime: minutes(30) }
  lcd.accounts.balances[flow.owner] = [{ denom: 'uinto', amount: '1000000000' }]
  const before = lcd.requests.length
  const result = (args: object) => dryRunIfDue(client, { flow, time: chainTimeAt(now), ...args }, {})
  expect(await result({ flow: { ...flow, execTime: minutes(61) } })).toBeNull()
  expect(await result({ height: 5 })).toBeNull()
  expect(await result({ flow: { ...flow, ...interchain } })).toBeNull()
  expect(lcd.requests).toHaveLength(before)
  expect(await result({})).toMatchObject({ result: 'succeeded' })
})
