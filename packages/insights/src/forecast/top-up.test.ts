import type { Coin } from '@flow-query/core'
import { chainTimeAt } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { entryOf, flowOf, minutes, now } from '../../../core/test/flows.js'
import { clientAt } from '../../../core/test/truth.js'
import { recordedFacts } from '../../test/recorded-forecast.js'
import { forecastFlows, readForecastFacts } from './index.js'

/** The chain time of the recorded height. */
const times = { 1100: '2026-11-24T02:35:56Z' }

async function truth(height: keyof typeof times, id: string) {
  const client = clientAt(height)
  const now = Date.parse(times[height])
  const facts = await readForecastFacts(client, { flows: [await client.flow({ id })], time: chainTimeAt(now) })
  const forecastWith = (deposits: { [address: string]: number }) => {
    const balances = { ...facts.balances }
    const spendableBalances = { ...facts.spendableBalances }
    for (const [address, amount] of Object.entries(deposits))
      for (const table of [balances, spendableBalances]) {
        const coins = table[address]
        if (coins) table[address] = plus(coins, amount)
      }
    const [forecast] = forecastFlows({ ...facts, balances, spendableBalances }, chainTimeAt(now))
    if (!forecast) throw new Error('There is no forecast')
    return forecast
  }
  return { forecastWith }
}

function plus(coins: readonly Coin[], amount: number): Coin[] {
  const held = Number(coins.find(({ denom }) => denom === 'uinto')?.amount ?? 0)
  return [...coins.filter(({ denom }) => denom !== 'uinto'), { denom: 'uinto', amount: String(held + amount) }]
}

describe('a top-up', () => {
  // The owners of these flows sent only the difference. Flow 69 stopped, because its second run could not be paid. The next run of
  // flow 52 failed, because another flow of the same owner paid its fees in between.
  test.each([
    ['52', '5953760', '431469600'],
    ['69', '39680', '297600'],
  ])('keeps recorded flow %s alive', async (id, next, all) => {
    const { forecastWith } = await truth(1100, id)
    const [risk] = forecastWith({}).risks.filter(({ missing }) => missing)
    const { kind, address = '', at, missing, missingForAllRuns } = risk ?? expect.fail()
    const after = forecastWith({ [address]: Number(missing?.amount) })
    const index = after.runs.findIndex(({ time }) => time === at)
    expect(after.runs[index]?.outcome).toBe('succeeded')
    expect(after.risks.find(risk => risk.kind === 'feeBalanceTooLow')?.at).not.toBe(after.runs[index + 1]?.time)
    const forAll = forecastWith({ [address]: Number(missingForAllRuns?.amount) })
    expect(forAll.risks.map(risk => risk.kind)).not.toContain(kind)
    expect([missing?.amount, missingForAllRuns?.amount]).toEqual([next, all])
  })

  test('is the same in a forecast of one flow and of all flows, like all other amounts', async () => {
    const client = clientAt(1100)
    const time = chainTimeAt(Date.parse(times[1100]))
    const { flows } = await client.flows({ limit: 1_000 })
    const all = forecastFlows(await readForecastFacts(client, { flows, time }), time)
    for (const id of ['51', '52', '69', '70', '31']) {
      const flow = flows.find(flow => flow.id === id) ?? expect.fail()
      const [alone] = forecastFlows(await readForecastFacts(client, { flows: [flow], time }), time)
      const together = all.find(({ flow }) => flow.id === id)
      expect([alone?.nextRun, alone?.risks]).toEqual([together?.nextRun, together?.risks])
    }
  })

  // The owner of flow 71 sent 5 INTO. The messages took effect, the fee could not be collected, and the flow stopped for good.
  test('of a wallet that pays for the run includes the fee, and the balance that the next run requires', () => {
    const send = {
      '@type': '/cosmos.bank.v1beta1.MsgSend',
      from_address: 'into1owner',
      to_address: 'into1shop',
      amount: [{ denom: 'uinto', amount: '25000000' }],
    }
    const flow = flowOf({
      id: '71',
      owner: 'into1owner',
      feeAddress: 'into1fees',
      msgs: [send],
      interval: '60s',
      execTime: minutes(1),
      endTime: minutes(24),
      updateHistory: [],
    })
    const failed = entryOf({
      executed: false,
      errors: ['spendable balance 20000000uinto is smaller than 25000000uinto: insufficient funds'],
    })
    const paid = entryOf({ scheduledExecTime: minutes(-30), execFee: [{ denom: 'uinto', amount: '19200' }] })
    const [forecast] = forecastFlows(
      {
        flows: [flow],
        params: recordedFacts().facts.params,
        release: 'current',
        histories: { 71: { history: [failed, paid, paid], nextKey: null } },
        balances: { into1owner: [{ denom: 'uinto', amount: '20000000' }], into1fees: [] },
      },
      chainTimeAt(now),
    )
    const [run, all] = [25_000_000 + 19_200, 24 * (25_000_000 + 19_200)]
    expect(forecast?.risks[0]).toMatchObject({
      kind: 'messageFunds',
      held: { amount: '20000000' },
      needed: { amount: '25000000' },
      missing: { amount: String(run + 50_000 - 20_000_000) },
      missingForAllRuns: { amount: String(all - 20_000_000) },
    })
  })
})
