import { createFlowClient, type Flow } from '@flow-query/core'
import { address, createClock, createLcd, state } from '@flow-query/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { settle, until } from '../../../tests/setup/until.js'
import { testChain } from '../test/chain.js'
import { createEvaluator, type FlowSource } from './evaluator.js'

const now = Date.parse('2026-06-15T12:00:00Z')
const minute = 60_000
const failure = { executed: false, errors: ['insufficient funds'] }

/** Hourly flows that have run once and are due in half an hour. */
async function chainOf(flows: number, failing: readonly number[] = [], timeout?: number) {
  const ids = Array.from({ length: flows }, (_, index) => index + 1)
  const history = Object.fromEntries(ids.map(id => [id, [failing.includes(id) ? failure : {}]]))
  const clock = createClock(new Date(now).toISOString())
  const lcd = createLcd({ state: state({ flows: ids.map(() => ({})), history }, now), clock: clock.now })
  return { clock, ...(await testChain(lcd, undefined, timeout)) }
}

describe('an evaluation', () => {
  test('contains the health and the forecast of each flow', async () => {
    const { evaluator } = await chainOf(2, [2])
    expect((await evaluator.evaluate()).isComplete).toBe(false)
    // The second evaluation confirms the newest block.
    const { flows, isComplete, node } = await evaluator.evaluate()
    expect(isComplete).toBe(true)
    expect(node.error).toBeNull()
    expect(flows.map(({ flow, status, health }) => [flow.id, status, health.state])).toEqual([
      ['1', 'active', 'healthy'],
      ['2', 'active', 'failing'],
    ])
    expect(flows.every(({ forecast }) => forecast !== null)).toBe(true)
  })

  test('contains the forecasts of all flows of an owner, although one of them has an invalid address', async () => {
    const send = { '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: 'nobody', to_address: 'nobody', amount: [] }
    const lcd = createLcd({ state: state({ flows: [{ msgs: [send] }, {}] }, now), clock: () => now })
    const { evaluator } = await testChain(lcd)
    await evaluator.evaluate()
    const { flows, isComplete } = await evaluator.evaluate()
    expect(isComplete).toBe(true)
    expect(flows.map(({ forecast }) => forecast?.flow.id)).toEqual(['1', '2'])
  })

  test('of one flow contains the same amounts as an evaluation of all flows of its owner', async () => {
    const send = (amount: number) => ({
      '@type': '/cosmos.bank.v1beta1.MsgSend',
      from_address: address('owner'),
      to_address: address('shop'),
      amount: [{ denom: 'uinto', amount: String(amount) }],
    })
    const owner = address('owner')
    const flows = [1, 2].map(id => ({ owner, feeAddress: address(`fees ${id}`), msgs: [send(1_000_000 * id)] }))
    const lcd = createLcd({ state: state({ flows }, now), clock: () => now })
    for (const { feeAddress } of flows) lcd.deposit(feeAddress, { denom: 'uinto', amount: '1000000000' })
    lcd.accounts.balances[owner] = [{ denom: 'uinto', amount: '5000000' }]
    const forecastOf = async (select: (flow: Flow) => boolean) => {
      const { evaluator } = await testChain(lcd, select)
      return (await evaluator.evaluate()).flows[0]?.forecast
    }
    const alone = await forecastOf(({ id }) => id === '1')
    const together = await forecastOf(() => true)
    expect(alone?.risks).toEqual(together?.risks)
    expect(alone?.risks[0]).toMatchObject({ kind: 'messageFunds', missing: expect.anything() })
    expect(alone?.assumptions).not.toContain('otherFlowsIgnored')
  })

  test('sends no requests in a minute without runs', async () => {
    const { evaluator, readFlows, requests, clock } = await chainOf(20)
    await evaluator.evaluate()
    await evaluator.evaluate()
    requests.length = 0
    clock.advance(minute)
    await readFlows()
    await evaluator.evaluate()
    expect(requests).toEqual([])
  })

  test('reads only the flows that ran, and the newest block', async () => {
    const { lcd, evaluator, readFlows, requests, clock } = await chainOf(20)
    await evaluator.evaluate()
    clock.advance(minute)
    lcd.execute(7, { outcome: 'failed' })
    requests.length = 0
    await readFlows()
    const { flows } = await evaluator.evaluate()
    expect(flows[6]?.health.state).toBe('failing')
    expect(requests.filter(path => path.includes('flow-history'))).toEqual([
      expect.stringContaining('/flow-history/7?'),
    ])
    const { owner = '', feeAddress = '' } = lcd.flow(7) ?? {}
    for (const path of requests)
      expect(path).toMatch(new RegExp(`flow-history/7|${owner}|${feeAddress}|node/v1beta1|params|burnt`))
  })

  test('contains a run that an event has announced, although the node lags behind', async () => {
    const lcd = createLcd({ flows: [{ interval: '86400s' }] })
    const client = createFlowClient({ lcd: lcd.url, rpc: lcd.rpc, fetch: lcd.fetch, WebSocket: lcd.WebSocket })
    const controller = new AbortController()
    onTestFinished(() => controller.abort())
    const flow = await until(client.flow({ id: 1 }))
    const source: FlowSource = { flows: new Map([[flow.id, flow]]), status: { live: 'connected', error: null } }
    const { evaluate } = createEvaluator(client, { source, isReady: () => true, signal: controller.signal })
    await until(async () => (await evaluate()).isComplete)
    lcd.execute(1, { outcome: 'failed' })
    await settle()
    lcd.lag = 1
    const evaluation = evaluate()
    setTimeout(() => {
      lcd.lag = 0
    }, 1_000)
    expect((await until(evaluation)).flows[0]?.health.state).toBe('failing')
  })

  test('waits until it is certain that a flow has run for the last time', async () => {
    const { lcd, evaluator, readFlows, clock } = await chainOf(1)
    const execTime = lcd.flow(1)?.execTime ?? ''
    lcd.updateFlow(1, { endTime: execTime })
    await readFlows()
    clock.advance(30 * minute + 5_000)
    await readFlows()
    expect((await evaluator.evaluate()).flows[0]?.status).toBe('active')
    clock.advance(25_000)
    await readFlows()
    expect((await evaluator.evaluate()).flows[0]).toMatchObject({ status: 'completed', health: { state: 'ended' } })
  })

  test('keeps the last state while the node fails', async () => {
    const { lcd, evaluator, readFlows, clock } = await chainOf(2, [2])
    await evaluator.evaluate()
    await readFlows()
    const recover = lcd.fail({ status: 500 })
    clock.advance(60 * minute)
    const { flows, node, isComplete } = await evaluator.evaluate()
    expect(isComplete).toBe(false)
    expect(node.unreachableSince).not.toBeNull()
    expect(flows.map(({ health }) => health.state)).toEqual(['healthy', 'failing'])
    recover()
    await readFlows()
    expect((await evaluator.evaluate()).node.unreachableSince).toBeNull()
  })

  test('an impossible height counts as an error of the node', async () => {
    const { lcd, evaluator, readFlows, clock } = await chainOf(1)
    await evaluator.evaluate()
    const before = (await evaluator.evaluate()).node.height
    for (const height of ['1000000000000000', '-5', 'x']) {
      const recover = lcd.fail({ path: '/node/v1beta1/status', rewrite: body => ({ ...body, height }) })
      clock.advance(10 * minute)
      await readFlows()
      const { node } = await evaluator.evaluate()
      expect(node.error?.shortMessage).toBe(`The node reports the impossible block height ${height}`)
      expect(node.height).toBe(before)
      recover()
    }
    await readFlows()
    // After the pause, a second response confirms the newest block.
    await evaluator.evaluate()
    const { node, flows } = await evaluator.evaluate()
    expect([node.error, flows.length]).toEqual([null, 1])
    expect(Number(node.height)).toBeGreaterThan(Number(before))
  })

  test('continues in the next evaluation if reading takes longer than the budget', async () => {
    const { lcd, evaluator } = await chainOf(3, [2], 500)
    const recover = lcd.fail({ query: 'flowHistory', hang: true })
    const first = await until(evaluator.evaluate())
    expect(first.isComplete).toBe(false)
    expect(first.flows.map(({ health }) => health.state)).toEqual(['unknown', 'unknown', 'unknown'])
    recover()
    const second = await evaluator.evaluate()
    expect(second.flows.map(({ health }) => health.state)).toEqual(['healthy', 'failing', 'healthy'])
  })
})
