import { chainTime, createFlowClient } from '@flow-query/core'
import { address, createClock, createLcd } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { flowVerdict } from '../index.js'
import { forecastFlows, readForecastFacts } from './index.js'

// A flow runs after it was read, and before its balances are read.

const owner = address('owner')
const uinto = (amount: number) => [{ denom: 'uinto', amount: String(amount) }]
const configuration = {
  saveResponses: true,
  updatingDisabled: false,
  stopOnSuccess: false,
  stopOnFailure: false,
  stopOnTimeout: false,
  walletFallback: false,
}
const [inAMinute, inAnHour] = ['2026-11-22T12:01:00Z', '2026-11-22T13:00:00Z']

async function forecastDuringRun(
  endTime: string,
  stopOnSuccess: boolean,
  feeBalance: number,
  order: 'historyFirst' | 'historyLast',
) {
  const clock = createClock('2026-11-22T12:00:00Z')
  const feeAddress = address('fees')
  const lcd = createLcd({
    clock: clock.now,
    flows: [
      {
        owner,
        feeAddress,
        interval: '60s',
        startTime: '2026-11-22T11:00:00Z',
        execTime: inAMinute,
        endTime,
        msgs: [
          {
            '@type': '/cosmos.bank.v1beta1.MsgSend',
            from_address: owner,
            to_address: address('shop'),
            amount: uinto(1_000),
          },
        ],
        configuration: { ...configuration, stopOnSuccess },
      },
    ],
    history: { 1: [{ scheduledExecTime: '2026-11-22T12:00:00Z', actualExecTime: '2026-11-22T12:00:00Z' }] },
  })
  lcd.accounts.balances = { [owner]: uinto(9_000_000), [feeAddress]: uinto(feeBalance) }
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
  const time = await chainTime(client)
  const flow = await client.flow({ id: 1 })
  const history = await client.flowHistory({ id: 1, limit: 20, reverse: true })
  clock.advance(62_000)
  const histories = order === 'historyFirst' ? { 1: history } : undefined
  const facts = await readForecastFacts(client, { flows: [flow], histories, time })
  const [forecast] = forecastFlows(facts, time)
  return { forecast, verdict: flowVerdict(flow, facts.histories?.[1], forecast, time) }
}

describe.each(['historyFirst', 'historyLast'] as const)('with the order %s', order => {
  test.each([
    ['was the last one', inAMinute, false, 90_000, []],
    ['stopped the flow, because it succeeded', inAnHour, true, 60_000, uinto(40_800)],
    ['could not be paid', inAnHour, false, 40_000, uinto(40_000)],
    ['left too little for the next run', inAnHour, false, 60_000, uinto(40_800)],
  ])('no run is expected to fail after a run that %s', async (_, endTime, stopOnSuccess, feeBalance, stranded) => {
    const { forecast, verdict } = await forecastDuringRun(endTime, stopOnSuccess, feeBalance, order)
    expect(forecast).toMatchObject({ nextRun: 'unknown', risks: [], funds: null, stranded })
    expect(verdict.failure).toBeNull()
  })

  test('a later failure is still expected', async () => {
    const { forecast, verdict } = await forecastDuringRun(inAnHour, false, 150_000, order)
    expect(forecast?.nextRun).toBe('likely')
    expect(verdict.state).toBe('willStop')
  })
})
