import { createFlowClient } from '@flow-query/core'
import { unclearRuns } from '@flow-query/insights'
import { forecastFlows, readForecastFacts, readPackets } from '@flow-query/insights/forecast'
import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { createDemoHost, createDemoLcd, demoHostConnection } from '../demo.js'
import { createClock } from '../index.js'
import { accountOn } from './accounts.js'

const hostUrl = 'https://host.test'
const lcd = createDemoLcd({ clock: createClock('2027-03-01T12:00:00Z').now })
const host = createDemoHost(lcd)
const client = createFlowClient({
  lcd: lcd.url,
  chains: { [demoHostConnection]: { lcd: hostUrl } },
  fetch: (input, init) => (String(input).startsWith(hostUrl) ? host : lcd).fetch(input, init),
})
const { flows } = await client.flows({ limit: 1_000 })
const time = chainTimeAt(lcd.now())

function flowOf(label: string) {
  const flow = flows.find(flow => flow.label === label)
  if (!flow) throw new Error(`No flow has the label ${label}.`)
  return flow
}

test.each([
  ['Close the position', [{ result: 'failed', code: 5 }]],
  // A later run that isn't acknowledged ends the flow.
  ['Rebalance 60/40 every day', [{ result: 'timedOut' }, { result: 'timedOut' }]],
] as const)('shows what happened to the packets of “%s”', async (label, expected) => {
  const flow = flowOf(label)
  const page = await client.flowHistory({ id: flow.id, limit: 50, reverse: true })
  const packets = await readPackets(client, { flow, runs: unclearRuns(flow, page, time) })
  expect(packets).toMatchObject(expected)
})

test('with the balances of the other chain, its outcomes are known', async () => {
  const flow = flowOf('Buy ATOM for 5 OSMO a day')
  const [forecast] = forecastFlows(await readForecastFacts(client, { flows: [flow], time }), time)
  expect(forecast?.risks.map(({ kind }) => kind)).not.toContain('otherChain')
  expect(forecast?.nextRun).toBe('likely')
})

test('returns the balances of an interchain account', async () => {
  const account = accountOn(demoHostConnection, flowOf('Buy ATOM for 5 OSMO a day').owner)
  const response = await host.fetch(`${hostUrl}/cosmos/bank/v1beta1/balances/${account.address}`)
  expect(response.status).toBe(200)
  expect((await response.json()).balances).toContainEqual({ denom: 'uosmo', amount: '5000000000' })
})
