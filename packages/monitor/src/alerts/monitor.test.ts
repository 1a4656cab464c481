import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReportedBlock } from '@flow-query/core/parts/events'
import { createClock, createLcd, historyEntry, type Lcd, state } from '@flow-query/testing'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestChain, testChain } from '../../test/chain.js'
import { createReceiver } from '../../test/memory-receiver.js'
import type { Alert, KnownIncidents } from './alert.js'
import type { MessageFormat } from './formats.js'
import { createMonitor, type Monitor, type MonitorOptions } from './monitor.js'
import { problemsOf } from './problems.js'
import { fileStore, MonitorError, memoryStore } from './state-file.js'
import { type WebhookOptions, webhookTarget } from './webhook.js'

const start = '2026-06-15T12:00:00Z'
const minute = 60_000
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const failure = { executed: false, errors: ['insufficient funds'] }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flow-query-monitor-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A chain of hourly flows with enough money. They have run once, half an hour ago. */
async function chainOf(
  flows: number,
  failing: readonly number[] = [],
): Promise<TestChain & { clock: ReturnType<typeof createClock> }> {
  const now = Date.parse(start)
  const clock = createClock(start)
  const ids = Array.from({ length: flows }, (_, index) => index + 1)
  const chain = state(
    {
      flows: ids.map(id => ({ label: `Flow ${id}` })),
      history: Object.fromEntries(ids.map(id => [id, [historyEntry(failing.includes(id) ? failure : {}, now)]])),
    },
    now,
  )
  const lcd = createLcd({ state: chain, clock: clock.now })
  depositEnough(lcd)
  return { ...(await testChain(lcd)), clock }
}

function depositEnough(lcd: Lcd): void {
  for (const { owner, feeAddress } of lcd.state.flows)
    for (const account of [owner, feeAddress]) lcd.deposit(account, { denom: 'uinto', amount: '1000000000000' })
}

/** Makes flow 1 pay only from its fee account. */
function withoutWallet(lcd: Lcd) {
  const configuration = lcd.flow(1)?.configuration
  if (!configuration) throw new Error('Flow 1 does not exist')
  return lcd.updateFlow(1, { configuration: { ...configuration, walletFallback: false } })
}

const statusPath = '/node/v1beta1/status'
/** The time between two blocks of the in-memory node, in milliseconds. */
const blockTime = 507

/** Changes the newest block in the next responses. */
function report(lcd: Lcd, times: number, change: (block: ReportedBlock) => Partial<ReportedBlock>): void {
  lcd.fail({
    path: statusPath,
    times,
    rewrite(body) {
      const block = { height: Number(body.height), time: Date.parse(String(body.timestamp)) }
      const { height, time } = { ...block, ...change(block) }
      return { ...body, height: `${Math.round(height)}`, timestamp: new Date(time).toISOString() }
    },
  })
}

interface Started extends Pick<Monitor, 'check' | 'deliver' | 'beat'> {
  alerts: Alert[]
  notes: string[]
  /** Reads the flows, checks them and sends the messages. */
  step: () => Promise<string[]>
}

async function monitorOf(
  { lcd, evaluator, readFlows }: TestChain,
  { url, format, secret: signedWith = secret, ...options }: Partial<MonitorOptions> & Partial<WebhookOptions> = {},
): Promise<Started> {
  const alerts: Alert[] = []
  const notes: string[] = []
  const monitor = await createMonitor({
    evaluator,
    chain: 'test-1',
    store: memoryStore(),
    thresholds: { minRuns: 3, minTime: 24 * 60 * minute, within: 24 * 60 * minute },
    webhook: url === undefined ? undefined : webhookTarget({ url, format, secret: signedWith }),
    heartbeat: undefined,
    digest: 0,
    clock: lcd.now,
    signal: new AbortController().signal,
    onAlert: alert => alerts.push(alert),
    onNote: text => notes.push(text),
    onReady: () => {},
    ...options,
  })
  async function step(): Promise<string[]> {
    await readFlows().catch(() => {})
    const known = alerts.length
    await monitor.check()
    await monitor.deliver()
    return alerts.slice(known).map(({ kind, status, flow }) => `${status} ${kind} ${flow?.id ?? ''}`.trim())
  }
  const check = () => monitor.check()
  const deliver = () => monitor.deliver()
  const beat = () => monitor.beat()
  return { check, deliver, beat, alerts, notes, step }
}

describe('alerts', () => {
  test('begin when a flow fails and end when a run succeeds', async () => {
    const chain = await chainOf(3, [2])
    const { step, alerts } = await monitorOf(chain)
    expect(await step()).toEqual(['open flow.failing 2'])
    expect(await step()).toEqual([])
    chain.clock.advance(minute)
    chain.lcd.execute(2, { outcome: 'failed' })
    expect(await step()).toEqual([])
    chain.clock.advance(minute)
    chain.lcd.execute(2, { outcome: 'succeeded' })
    expect(await step()).toEqual(['resolved flow.failing 2'])
    expect(alerts[1]).toMatchObject({ id: alerts[0]?.id, reason: 'recovered' })
    chain.clock.advance(minute)
    chain.lcd.execute(2, { outcome: 'failed' })
    expect(await step()).toEqual(['open flow.failing 2'])
    expect(alerts[2]?.id).not.toBe(alerts[0]?.id)
  })

  test('that have ended are kept while a subscriber must know it, even after a restart', async () => {
    const chain = await chainOf(3, [2, 3])
    const known = new Set<string>()
    let ended: string[] = []
    const subscribers = {
      knownAlerts: () => known,
      update: (incidents: KnownIncidents) => {
        ended = [...incidents.ended.values()].map(({ flow }) => `${flow?.id}`)
      },
    }
    const store = fileStore(join(folder, 'state.json'), 'test-1')
    const { step, alerts } = await monitorOf(chain, { store, subscribers })
    await step()
    chain.clock.advance(minute)
    for (const id of [2, 3]) chain.lcd.execute(id, { outcome: 'succeeded' })
    await step()
    expect(ended).toEqual(['2', '3'])
    known.add(alerts.find(({ flow }) => flow?.id === '3')?.id ?? '')
    await step()
    expect(ended).toEqual(['3'])
    const restarted = await monitorOf(chain, { store, subscribers })
    await restarted.step()
    expect(ended).toEqual(['3'])
    chain.clock.advance(8 * 1_440 * minute)
    await restarted.step()
    expect(ended).not.toContain('3')
  })

  test('warn before a flow stops because its money runs out, and when it has stopped', async () => {
    const chain = await chainOf(1)
    const flow = withoutWallet(chain.lcd)
    chain.lcd.accounts.balances[flow.feeAddress] = [{ denom: 'uinto', amount: '88000' }]
    const { step, alerts } = await monitorOf(chain)
    expect(await step()).toEqual(['open flow.will_fail 1'])
    const seen: string[] = []
    for (let count = 0; count < 60; count++) {
      chain.clock.advance(5 * minute)
      seen.push(...(await step()))
    }
    expect(seen).toEqual(['resolved flow.will_fail 1', 'open flow.stopped 1'])
    const [willFail] = alerts
    const stopped = chain.lcd.history(1).at(-1)
    expect(willFail?.title).toMatch(/^Likely to stop: [\d.]+ INTO short$/)
    expect(stopped?.executed).toBe(false)
    expect(Date.parse(willFail?.at ?? '')).toBeLessThan(Date.parse(stopped?.scheduledExecTime ?? ''))
    expect(alerts.map(({ reason }) => reason)).toEqual([undefined, 'failed', undefined])
  })

  test('warn about money that ends later than within a day, and about the stop when it is near', async () => {
    const chain = await chainOf(1)
    const flow = withoutWallet(chain.lcd)
    const day = 1_440 * minute
    const start = chain.lcd.now()
    const at = (time: number) => new Date(start + time).toISOString()
    chain.lcd.updateFlow(1, { interval: '86400s', execTime: at(30 * minute), endTime: at(30 * minute + 9 * day) })
    chain.lcd.accounts.balances[flow.feeAddress] = [{ denom: 'uinto', amount: '88000' }]
    const { step } = await monitorOf(chain)
    const seen: string[] = []
    for (let count = 0; count < 800; count++) {
      seen.push(...(await step()))
      chain.clock.advance(5 * minute)
    }
    expect(seen).toEqual([
      'open flow.low_funds 1',
      'open flow.will_fail 1',
      'resolved flow.will_fail 1',
      'resolved flow.low_funds 1',
      'open flow.stopped 1',
    ])
  })

  test('about money do not flap while the fee varies and the money is just enough', async () => {
    const clock = createClock(start)
    const now = Date.parse(start)
    const chain = state({ flows: [{ label: 'Varies' }], history: { 1: [historyEntry({}, now)] } }, now)
    const lcd = createLcd({
      state: chain,
      clock: clock.now,
      behave: (_, sequence) => ({
        outcome: 'succeeded',
        execFee: [{ denom: 'uinto', amount: sequence % 2 === 0 ? '19000' : '24000' }],
      }),
    })
    const { feeAddress } = withoutWallet(lcd)
    lcd.updateFlow(1, { endTime: new Date(now + (30 + 11 * 60) * minute).toISOString() })
    depositEnough(lcd)
    lcd.accounts.balances[feeAddress] = [{ denom: 'uinto', amount: '290000' }]
    const { step, alerts } = await monitorOf({ ...(await testChain(lcd)) })
    for (let count = 0; count < 160; count++) {
      await step()
      clock.advance(5 * minute)
    }
    expect(lcd.history(1).length).toBeGreaterThan(11)
    const opened = alerts.filter(({ status }) => status === 'open').map(({ kind }) => kind)
    expect(opened).toEqual(['flow.will_fail'])
  })

  test.each([
    { emptied: 20, found: 15.5 },
    { emptied: 10, found: 4.5 },
    { emptied: 1, found: 0.5 },
  ])(
    'warn of a lack of coins if the account is emptied $emptied minutes before the run',
    async ({ emptied, found }) => {
      const chain = await chainOf(1)
      const [flow = expect.fail()] = chain.lcd.state.flows
      const amount = [{ denom: 'uinto', amount: '1000000' }]
      chain.lcd.updateFlow(1, {
        msgs: [
          {
            '@type': '/cosmos.bank.v1beta1.MsgSend',
            from_address: flow.owner,
            to_address: flow.feeAddress,
            amount,
          },
        ],
      })
      const { step, alerts } = await monitorOf(chain)
      expect(await step()).toEqual([])
      chain.clock.advance((30 - emptied) * minute)
      expect(await step()).toEqual([])
      chain.lcd.accounts.balances[flow.owner] = [{ denom: 'uinto', amount: '900000' }]
      chain.clock.advance((emptied - found) * minute)
      expect(await step()).toEqual(['open flow.will_fail 1'])
      expect(alerts[0]).toMatchObject({
        cause: 'messageFunds',
        title: expect.stringMatching(/^Likely to fail: .* short$/),
      })
      chain.lcd.deposit(flow.owner, { denom: 'uinto', amount: '900000000' })
      chain.clock.advance((found + 4.5) * minute)
      expect(await step()).toEqual(['resolved flow.will_fail 1'])
    },
  )

  test('do not warn about money if at least 1,000 runs are paid', async () => {
    const chain = await chainOf(1)
    const { feeAddress } = withoutWallet(chain.lcd)
    chain.lcd.updateFlow(1, { endTime: new Date(chain.lcd.now() + 9_999 * 1_440 * minute).toISOString() })
    chain.lcd.accounts.balances[feeAddress] = [{ denom: 'uinto', amount: '9000000000' }]
    const { step } = await monitorOf(chain)
    expect(await step()).toEqual([])
  })

  test.each([
    ['no account can pay', { payer: 'none', balance: '0' }],
    [
      'the fee account holds less than the cost of a run',
      { payer: 'feeAccount', balance: '62000', costPerRun: '102800' },
    ],
  ] as const)('warn about money if %s, although the number of paid runs is unknown', async (_, changes) => {
    const { lcd, evaluator } = await chainOf(1)
    const [evaluated = expect.fail()] = (await evaluator.evaluate()).flows
    const forecast = evaluated.forecast ?? expect.fail()
    const funds = forecast.funds ?? expect.fail()
    const runs = { atLeast: 0, likely: 0, atMost: null }
    const unpaid = { ...funds, ...changes, scheduled: 9, runs, lastsUntil: null }
    const limits = { minRuns: 3, minTime: 60 * minute, within: 60 * minute }
    const problems = problemsOf({ ...evaluated, forecast: { ...forecast, funds: unpaid } }, lcd.now(), limits)
    expect(problems['flow.low_funds']).toMatchObject({ cause: 'lowFunds' })
  })

  test.each([
    ['neither begins nor ends if no run can be predicted', { atLeast: 0, likely: 0, atMost: null }, undefined],
    ['neither begins nor ends if the money may be enough', { atLeast: 7, likely: 8, atMost: 9 }, undefined],
    ['neither begins nor ends before the first fee is known', { atLeast: 2, likely: 2, atMost: null }, undefined],
    [
      'begins if the money is not enough at the lowest cost',
      { atLeast: 2, likely: 2, atMost: 3 },
      { cause: 'lowFunds' },
    ],
    ['ends if the forecast expects that the money is enough', { atLeast: 2, likely: 9, atMost: 9 }, null],
  ])('an alert about money %s', async (_, runs, expected) => {
    const { lcd, evaluator } = await chainOf(1)
    const [evaluated = expect.fail()] = (await evaluator.evaluate()).flows
    const forecast = evaluated.forecast ?? expect.fail()
    const lastsUntil = runs.likely === 9 ? null : new Date(lcd.now() + 60 * minute * runs.likely).toISOString()
    const funds = { ...(forecast.funds ?? expect.fail()), scheduled: 9, runs, lastsUntil }
    const limits = { minRuns: 3, minTime: 24 * 60 * minute, within: 60 * minute }
    const found = problemsOf({ ...evaluated, forecast: { ...forecast, funds } }, lcd.now(), limits)['flow.low_funds']
    if (expected) expect(found).toMatchObject(expected)
    else expect(found).toBe(expected)
  })

  test('an alert about money ends ten minutes after a transfer', async () => {
    const chain = await chainOf(1)
    const flow = withoutWallet(chain.lcd)
    chain.lcd.accounts.balances[flow.feeAddress] = [{ denom: 'uinto', amount: '30000' }]
    const { step } = await monitorOf(chain)
    expect(await step()).toEqual(['open flow.will_fail 1'])
    chain.lcd.deposit(flow.feeAddress, { denom: 'uinto', amount: '1000000000' })
    chain.clock.advance(6 * minute)
    expect(await step()).toEqual([])
    chain.clock.advance(9 * minute)
    expect(await step()).toEqual([])
    chain.clock.advance(minute + 1_000)
    expect(await step()).toEqual(['resolved flow.will_fail 1'])
  })

  test('an alert about money stays open if the money is gone again within ten minutes', async () => {
    const chain = await chainOf(1)
    const { feeAddress } = withoutWallet(chain.lcd)
    const { step } = await monitorOf(chain)
    const seen: string[] = []
    for (const amount of ['30000', '1000000000', '30000', '1000000000', '30000']) {
      chain.lcd.accounts.balances[feeAddress] = [{ denom: 'uinto', amount }]
      chain.clock.advance(5 * minute)
      seen.push(...(await step()))
    }
    expect(seen).toEqual(['open flow.will_fail 1'])
  })

  test('a thousand flows that fail at once cause one message', async () => {
    const failing = Array.from({ length: 1_000 }, (_, index) => index + 1)
    const { url, requests } = createReceiver()
    const chain = await chainOf(1_000, failing)
    const { step } = await monitorOf(chain, { url })
    expect(await step()).toHaveLength(1_000)
    expect(requests).toHaveLength(1)
    const { type, data } = JSON.parse(requests[0]?.body ?? '')
    expect([type, data.total, data.counts, data.alerts.length]).toEqual([
      'digest',
      1_000,
      { 'flow.failing': 1_000 },
      100,
    ])
    expect(requests[0]?.body.length).toBeLessThan(100_000)
  })

  test('have other IDs if they begin again, even after a restart without a state', async () => {
    const { url, requests } = createReceiver()
    const chain = await chainOf(1)
    const { feeAddress } = withoutWallet(chain.lcd)
    for (const balance of ['30000', '1000000000', '30000']) {
      chain.lcd.accounts.balances[feeAddress] = [{ denom: 'uinto', amount: balance }]
      chain.clock.advance(minute)
      await (await monitorOf(await testChain(chain.lcd), { url })).step()
    }
    expect(requests).toHaveLength(2)
    expect(requests[0]?.id).not.toBe(requests[1]?.id)
  })

  test('name the first failed run, even if the flow failed more often than the newest runs show', async () => {
    const chain = await chainOf(1, [1])
    const first = await monitorOf(chain)
    await first.step()
    for (let count = 0; count < 45; count++) chain.lcd.execute(1, { outcome: 'failed' })
    expect(await first.step()).toEqual([])
    const second = await monitorOf(await testChain(chain.lcd))
    await second.step()
    expect(second.alerts).toMatchObject([{ run: 1 }])
  })
})

describe('a bad node', () => {
  test('that does not answer raises one alert after two minutes, and none about flows', async () => {
    const chain = await chainOf(3)
    const { step, alerts } = await monitorOf(chain)
    expect(await step()).toEqual([])
    const recover = chain.lcd.fail({ status: 503 })
    const seen: string[] = []
    for (let count = 0; count < 60; count++) {
      chain.clock.advance(2 * minute)
      seen.push(...(await step()))
    }
    expect(seen).toEqual(['open node.unreachable'])
    recover()
    expect(await step()).toEqual(['resolved node.unreachable'])
    expect(alerts[1]?.id).toBe(alerts[0]?.id)
  })

  test('that answers only some requests neither begins nor ends alerts about the other flows', async () => {
    const chain = await chainOf(3, [2])
    const { step } = await monitorOf(chain)
    const recover = chain.lcd.fail({ query: 'flowHistory', status: 503 })
    expect(await step()).toEqual([])
    recover()
    expect(await step()).toEqual(['open flow.failing 2'])
    chain.lcd.fail({ query: 'flowHistory', status: 503 })
    chain.clock.advance(45 * minute)
    expect(await step()).toEqual([])
  })

  test('that lags behind does not make flows look stopped', async () => {
    const chain = await chainOf(3)
    const { step } = await monitorOf(chain)
    await step()
    chain.lcd.lag = 30
    for (let count = 0; count < 40; count++) {
      chain.clock.advance(minute)
      expect((await step()).filter(line => line.includes('flow.'))).toEqual([])
    }
  })

  test('without new blocks raises one alert, and none about flows', async () => {
    const chain = await chainOf(3)
    const { evaluator } = chain
    const { step } = await monitorOf({
      ...chain,
      evaluator: {
        ...evaluator,
        async evaluate() {
          const evaluation = await evaluator.evaluate()
          return {
            ...evaluation,
            node: { ...evaluation.node, silentSince: isSilent ? chain.lcd.now() - 3 * minute : null },
          }
        },
      },
    })
    let isSilent = false
    expect(await step()).toEqual([])
    isSilent = true
    expect(await step()).toEqual(['open node.silent'])
    expect(await step()).toEqual([])
    isSilent = false
    expect(await step()).toEqual(['resolved node.silent'])
  })

  const wrongBlocks: readonly (readonly [string, (block: ReportedBlock) => Partial<ReportedBlock>])[] = [
    ['1,100 blocks behind', ({ height, time }) => ({ height: height - 1_100, time: time - 1_100 * blockTime })],
    ['1,100 too low', ({ height }) => ({ height: height - 1_100 })],
    ['2 too high', ({ height }) => ({ height: height + 2 })],
    ['2,000 too high', ({ height }) => ({ height: height + 2_000 })],
    ['2 too high, with an older time', ({ height, time }) => ({ height: height + 2, time: time - minute })],
    ['at the right height, but 10 minutes ahead', ({ time }) => ({ time: time + 10 * minute })],
    ['at the right height, but a day ahead', ({ time }) => ({ time: time + 1_440 * minute })],
    ['at the right height, but an hour behind', ({ time }) => ({ time: time - 60 * minute })],
    ['5 minutes ahead', ({ height, time }) => ({ height: height + 592, time: time + 5 * minute })],
    ['a day ahead', ({ height, time }) => ({ height: height + 86_400_000 / blockTime, time: time + 86_400_000 })],
  ]

  test.each(wrongBlocks)('whose answer is once %s begins and ends no alerts', async (_, change) => {
    const chain = await chainOf(2, [2])
    chain.status.live = 'polling'
    const { step } = await monitorOf(chain)
    expect(await step()).toEqual(['open flow.failing 2'])
    for (let count = 1; count < 20; count++) {
      if (count % 4 === 0) report(chain.lcd, 1, change)
      chain.clock.advance(10_000)
      expect(await step()).toEqual([])
    }
  })

  test.each(wrongBlocks)(
    'whose answers are sometimes %s, up to three times in a row, begins and ends no alerts',
    async (_, change) => {
      const chain = await chainOf(2, [2])
      chain.status.live = 'polling'
      const { step } = await monitorOf(chain)
      expect(await step()).toEqual(['open flow.failing 2'])
      for (let count = 1; count < 30; count++) {
        if (count % 5 === 0) report(chain.lcd, 1 + (count % 3), change)
        chain.clock.advance(10_000)
        expect(await step()).toEqual([])
      }
    },
  )

  test('whose answers all come once from a node that lags behind begins and ends no alerts', async () => {
    const store = () => fileStore(join(folder, 'state.json'), 'test-1')
    const chain = await chainOf(2, [2])
    chain.status.live = 'polling'
    const before = await monitorOf(chain, { store: store() })
    expect(await before.step()).toEqual(['open flow.failing 2'])
    chain.clock.advance(20 * minute)
    for (let count = 0; count < 8; count++) {
      chain.clock.advance(minute)
      const isFailure = count % 2 === 0
      chain.lcd.execute(1, { outcome: isFailure ? 'failed' : 'succeeded' })
      expect(await before.step()).toEqual([`${isFailure ? 'open' : 'resolved'} flow.failing 1`])
      chain.lcd.lag = 1_000
      expect(await before.step()).toEqual([])
      chain.lcd.lag = 0
      expect(await before.step()).toEqual([])
    }
    chain.lcd.lag = 1_000
    const again = await testChain(chain.lcd)
    again.status.live = 'polling'
    const after = await monitorOf(again, { store: store() })
    expect(await after.step()).toEqual([])
    chain.lcd.lag = 0
    for (let count = 0; count < 3; count++) {
      chain.clock.advance(minute)
      expect(await after.step()).toEqual([])
    }
  })

  test('that lacks a flow once ends no alerts', async () => {
    const chain = await chainOf(2, [2])
    const { step } = await monitorOf(chain)
    expect(await step()).toEqual(['open flow.failing 2'])
    chain.clock.advance(minute)
    expect(await step()).toEqual([])
    chain.lcd.fail({ query: 'flows', times: 1, rewrite: body => ({ ...body, flows: [] }) })
    expect(await step()).toEqual([])
    expect(await step()).toEqual([])
  })

  test.each(wrongBlocks)('whose first answer is %s begins and ends no alerts', async (_, change) => {
    const store = () => fileStore(join(folder, 'state.json'), 'test-1')
    const chain = await chainOf(2, [2])
    const before = await monitorOf(chain, { store: store() })
    expect(await before.step()).toEqual(['open flow.failing 2'])
    chain.clock.advance(6 * minute)
    expect(await before.step()).toEqual([])
    report(chain.lcd, 1, change)
    const again = await testChain(chain.lcd)
    again.status.live = 'polling'
    const { step } = await monitorOf(again, { store: store() })
    for (let count = 0; count < 5; count++) {
      expect(await step()).toEqual([])
      chain.clock.advance(10_000)
    }
  })

  test('whose chain starts again ends all alerts, and the next ones have other IDs', async () => {
    const { url, requests } = createReceiver()
    const store = () => fileStore(join(folder, 'state.json'), 'test-1')
    const chain = await chainOf(2, [2])
    const before = await monitorOf(chain, { url, store: store() })
    expect(await before.step()).toEqual(['open flow.failing 2'])
    chain.clock.advance(6 * minute)
    expect(await before.step()).toEqual([])
    chain.clock.advance(6 * minute)
    const again = createClock(new Date(chain.lcd.now()).toISOString())
    const run = chain.lcd.history(2)[0]
    const reset = createLcd({
      state: { ...state({ flows: [{}, {}], history: { 2: [{ ...run, ...failure }] } }, again.now()), height: 10 },
      clock: again.now,
    })
    depositEnough(reset)
    const after = await monitorOf(await testChain(reset), { url, store: store() })
    expect(await after.step()).toEqual([])
    again.advance(6 * minute)
    expect(await after.step()).toEqual(['resolved flow.failing 2', 'open flow.failing 2'])
    expect(after.alerts[0]).toMatchObject({ id: before.alerts[0]?.id, reason: 'gone' })
    expect(new Set(requests.map(({ id }) => id)).size).toBe(3)
  })

  test('that reports a lower and later block twice while the monitor runs ends all alerts', async () => {
    const chain = await chainOf(2, [2])
    const { step, alerts } = await monitorOf(chain)
    expect(await step()).toEqual(['open flow.failing 2'])
    chain.clock.advance(6 * minute)
    expect(await step()).toEqual([])
    chain.lcd.fail({ path: statusPath, rewrite: body => ({ ...body, height: `${Number(body.height) - 900_000}` }) })
    chain.clock.advance(6 * minute)
    expect(await step()).toEqual([])
    chain.clock.advance(minute)
    expect(await step()).toEqual(['resolved flow.failing 2', 'open flow.failing 2'])
    expect(alerts[2]?.id).not.toBe(alerts[0]?.id)
  })
})

describe('delivery', () => {
  test('signs messages according to Standard Webhooks', async () => {
    const { url, requests } = createReceiver()
    const { step, alerts } = await monitorOf(await chainOf(1, [1]), { url })
    await step()
    const [{ body, headers, id } = expect.fail()] = requests
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({
      type: 'flow.failing',
      data: {
        chain: 'test-1',
        id: alerts[0]?.id,
        status: 'open',
        flow: { id: '1' },
        run: 1,
        cause: 'insufficientFunds',
      },
    })
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow()
    expect(id).toMatch(/^msg_/)
  })

  test('signs with both secrets while one is replaced, so that each of them verifies', async () => {
    const { url, requests } = createReceiver()
    const newSecret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
    const { step } = await monitorOf(await chainOf(1, [1]), { url, secret: [secret, newSecret] })
    await step()
    const [{ body, headers } = expect.fail()] = requests
    expect(headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
    for (const one of [secret, newSecret])
      expect(new Webhook(one).verify(body, headers)).toMatchObject({ type: 'flow.failing' })
  })

  test('writes a message to the state file before it is sent, and removes it afterwards', async () => {
    const path = join(folder, 'state.json')
    let during: unknown
    const { url, requests } = createReceiver(() => {
      during = JSON.parse(readFileSync(path, 'utf8')).outbox.messages
      return new Response()
    })
    const { step } = await monitorOf(await chainOf(1, [1]), { url, store: fileStore(path, 'test-1') })
    await step()
    expect(during).toMatchObject([{ id: requests[0]?.id }])
    expect(JSON.parse(readFileSync(path, 'utf8')).outbox.messages).toEqual([])
  })

  test('repeats failed messages with the same ID and the same body', async () => {
    const { url, requests } = createReceiver((_, index) => new Response(null, { status: index < 2 ? 500 : 204 }))
    const chain = await chainOf(1, [1])
    const { step, notes } = await monitorOf(chain, { url })
    await step()
    await step()
    expect(requests).toHaveLength(1)
    for (let count = 0; count < 8; count++) {
      chain.clock.advance(minute)
      await step()
    }
    expect(requests).toHaveLength(3)
    expect(new Set(requests.map(({ id, body }) => id + body)).size).toBe(1)
    expect(notes).toEqual(['The webhook failed: it answered 500. Retrying.', 'The webhook works again.'])
  })

  test('survives hours of errors, then sends what happened in order', async () => {
    let isDown = true
    const { url, delivered } = createReceiver(() => new Response(null, { status: isDown ? 502 : 204 }))
    const chain = await chainOf(3)
    const { step, alerts } = await monitorOf(chain, { url })
    for (let round = 0; round < 30; round++) {
      chain.lcd.execute(1 + (round % 3), { outcome: round % 2 ? 'failed' : 'succeeded' })
      chain.clock.advance(10 * minute)
      await step()
    }
    expect(delivered().size).toBe(0)
    isDown = false
    chain.clock.advance(30 * 60 * minute)
    await step()
    const received = Array.from(delivered().values(), ({ body }) => JSON.parse(body).data)
    const idsOf = (all: Pick<Alert, 'id' | 'status'>[]) => all.map(({ id, status }) => `${id} ${status}`)
    expect(alerts.length).toBeGreaterThan(5)
    expect(idsOf(received).sort()).toEqual(idsOf(alerts).sort())
    for (const { id, status } of received) {
      if (status === 'resolved')
        expect(idsOf(received).indexOf(`${id} open`)).toBeLessThan(idsOf(received).indexOf(`${id} resolved`))
    }
  })

  test('sends the alerts about all other flows if the receiver rejects malformed text', async () => {
    const { url, delivered } = createReceiver(
      ({ body }) => new Response(null, { status: /Flow 7\b/.test(body) ? 400 : 204 }),
    )
    const failing = Array.from({ length: 26 }, (_, index) => index + 1)
    const { step, notes } = await monitorOf(await chainOf(26, failing), { url })
    await step()
    const told = Array.from(delivered().values(), ({ body }) => JSON.parse(body).data).flatMap(
      data => data.alerts ?? [data],
    )
    expect(told.map(({ flow }) => Number(flow.id)).sort((one, other) => one - other)).toEqual(
      failing.filter(id => id !== 7),
    )
    expect(notes[0]).toBe('The webhook failed: it answered 400. Sending the alerts in smaller parts.')
  })

  test('obeys Retry-After', async () => {
    const { url, requests } = createReceiver(
      (_, index) => new Response(null, { status: index === 0 ? 429 : 204, headers: { 'retry-after': '3600' } }),
    )
    const chain = await chainOf(1, [1])
    const { step } = await monitorOf(chain, { url })
    await step()
    chain.clock.advance(50 * minute)
    await step()
    expect(requests).toHaveLength(1)
    chain.clock.advance(11 * minute)
    await step()
    expect(requests).toHaveLength(2)
  })

  test('ends after 410, and stays disabled after a restart', async () => {
    const path = join(folder, 'state.json')
    const { url, requests } = createReceiver(() => new Response(null, { status: 410 }))
    const chain = await chainOf(1, [1])
    const { step } = await monitorOf(chain, { url, store: fileStore(path, 'test-1') })
    await expect(step()).rejects.toThrow('410 Gone')
    await expect(monitorOf(chain, { url, store: fileStore(path, 'test-1') })).rejects.toThrow(MonitorError)
    const other = createReceiver()
    await monitorOf(chain, { url: other.url, store: fileStore(path, 'test-1') })
    expect(requests).toHaveLength(1)
  })

  test('keeps all alerts while the address is wrong, and sends them after a restart with the right one', async () => {
    const path = join(folder, 'state.json')
    const body = JSON.stringify({ ok: false, description: 'Forbidden: bot was kicked from the group chat' })
    const wrong = createReceiver(() => new Response(body, { status: 403 }))
    const failing = Array.from({ length: 30 }, (_, index) => index + 1)
    const chain = await chainOf(30, failing)
    const telegram = (url: string) => ({ url: `${url}?chat_id=-1`, format: 'telegram' as const, secret: undefined })
    const { step, notes } = await monitorOf(chain, { ...telegram(wrong.url), store: fileStore(path, 'test-1') })
    for (let hours = 0; hours < 90; hours += 3) {
      await step()
      chain.clock.advance(180 * minute)
    }
    expect(notes).toEqual([
      'The webhook failed: it answered 403: Forbidden: bot was kicked from the group chat. Add the bot to the chat again, or restart the monitor with another chat_id. Alerts are kept for a week and sent when it works.',
    ])
    const right = createReceiver()
    const restarted = await monitorOf(chain, { ...telegram(right.url), store: fileStore(path, 'test-1') })
    await restarted.deliver()
    expect(right.delivered().size).toBeGreaterThan(0)
    expect(right.requests[0]?.id).toBe(wrong.requests[0]?.id)
  })

  test('follows a Telegram group that became a supergroup, and names its new ID', async () => {
    const { url, requests, delivered } = createReceiver(({ body }) =>
      JSON.parse(body).chat_id === '-1001234'
        ? new Response('{"ok":true}')
        : Response.json(
            {
              ok: false,
              error_code: 400,
              description: 'Bad Request: group chat was upgraded to a supergroup chat',
              parameters: { migrate_to_chat_id: -1001234 },
            },
            { status: 400 },
          ),
    )
    const { step, notes } = await monitorOf(await chainOf(3, [1, 2, 3]), {
      url: `${url}?chat_id=-5`,
      format: 'telegram',
    })
    await step()
    expect(delivered().size).toBe(3)
    expect(requests).toHaveLength(4)
    expect(notes).toEqual([expect.stringContaining('Set chat_id=-1001234 in the webhook URL')])
  })

  test('does not follow redirects', async () => {
    const { url, requests } = createReceiver(() => new Response(null, { status: 307 }))
    const { step, notes } = await monitorOf(await chainOf(1, [1]), { url })
    await step()
    expect(requests.map(({ redirect }) => redirect)).toEqual(['manual'])
    expect(notes).toMatchObject([expect.stringMatching(/^The webhook failed: it answered 307\. Use the URL/)])
  })

  test('never mentions the URL, not even if the request fails', async () => {
    const { url } = createReceiver(({ url }) => {
      throw new TypeError(`fetch failed: ${url}`, { cause: { code: 'ECONNRESET' } })
    })
    const { step, notes, alerts } = await monitorOf(await chainOf(1, [1]), { url: `${url}/T0/secret-token` })
    await step()
    expect(notes).toHaveLength(1)
    expect(JSON.stringify([notes, alerts])).not.toMatch(/secret-token|127\.0\.0\.1/)
  })

  test('combines the alerts of a period', async () => {
    const { url, requests } = createReceiver()
    const chain = await chainOf(3, [1])
    const { step } = await monitorOf(chain, { url, digest: 20 * minute })
    await step()
    chain.clock.advance(10 * minute)
    chain.lcd.execute(2, { outcome: 'failed' })
    await step()
    expect(requests).toHaveLength(0)
    chain.clock.advance(10 * minute)
    await step()
    expect(requests.map(({ body }) => JSON.parse(body).data.total)).toEqual([2])
  })
})

describe('chat messages', () => {
  const evil = 'Rent <!channel> @everyone *bold* https://evil.example \u202e\u001b[31m'

  async function bodyFor(
    format: MessageFormat,
    query = '',
    label = evil,
  ): Promise<{ body: Record<string, unknown>; url: string }> {
    const { url, requests } = createReceiver()
    const chain = await chainOf(1, [1])
    chain.lcd.updateFlow(1, { label })
    const { step } = await monitorOf(chain, { url: `${url}${query}`, format })
    await step()
    return { body: JSON.parse(requests[0]?.body ?? ''), url: requests[0]?.url ?? '' }
  }

  test('Slack: labels are escaped', async () => {
    const { body } = await bodyFor('slack')
    expect(body).toMatchObject({ mrkdwn: false })
    expect(body.text).toContain('Flow 1 “Rent &lt;!channel&gt; @\u200beveryone ∗bold∗')
    for (const hidden of ['https://', '\u001b', '\u202e', '*', 'evil.example']) expect(body.text).not.toContain(hidden)
    expect(body.text).toContain('test-1')
  })

  test.each<MessageFormat>(['slack', 'telegram'])('%s: numbers, times and names stay readable', async format => {
    const label = 'my_flow_1 needs 0.05 INTO at 19:27:38'
    const { body } = await bodyFor(format, '?chat_id=1', label)
    expect(body.text).toContain(label)
  })

  test.each<MessageFormat>(['slack', 'telegram'])(
    '%s: no domain, mention, command or address becomes a link',
    async format => {
      const { body } = await bodyFor(format, '?chat_id=1', 'a.example @bob c@d.example /start #tag 1.2.3.4 :tada: _i_')
      expect(String(body.text).replaceAll('ˍ', '_')).toContain(
        'a.|example @|bob c@|d.|example /|start #|tag 1.|2.|3.4 :|tada: _i_'.replaceAll('|', '\u200b'),
      )
    },
  )

  test.each<MessageFormat>(['standard', 'slack', 'discord', 'telegram'])(
    '%s: no emoji is cut in half',
    async format => {
      for (const label of [`${'x'.repeat(58)}😀 and more`, 'broken \ud83d']) {
        const { body } = await bodyFor(format, '?chat_id=1', label)
        expect(JSON.stringify(body)).not.toMatch(/\\ud[89a-f]/)
      }
    },
  )

  test('Discord: labels are escaped and mention no users', async () => {
    const { body } = await bodyFor('discord')
    expect(body.allowed_mentions).toEqual({ parse: [] })
    expect(body.content).toContain('\\@everyone \\*bold\\*')
  })

  test('Telegram: a message contains the chat ID of the URL', async () => {
    const { body, url } = await bodyFor('telegram', '?chat_id=-100123')
    expect(body).toMatchObject({ chat_id: '-100123' })
    expect(url).not.toContain('chat_id')
    expect(body.text).toContain('Flow 1 “Rent <!channel> @\u200beveryone')
  })
})

describe('the state file', () => {
  test('survives a restart, so that no alert is repeated', async () => {
    const path = join(folder, 'state.json')
    const { url, requests } = createReceiver()
    const chain = await chainOf(3, [2])
    const first = await monitorOf(chain, { url, store: fileStore(path, 'test-1') })
    expect(await first.step()).toHaveLength(1)
    const second = await monitorOf(await testChain(chain.lcd), { url, store: fileStore(path, 'test-1') })
    expect(await second.step()).toEqual([])
    chain.lcd.execute(2, { outcome: 'succeeded' })
    expect(await second.step()).toEqual(['resolved flow.failing 2'])
    expect(requests).toHaveLength(2)
  })

  test('counts the alerts from before a restart after the first complete check', async () => {
    const path = join(folder, 'state.json')
    const chain = await chainOf(3, [2, 3])
    const seen: object[] = []
    for (let start = 0; start < 2; start++) {
      const options = { store: fileStore(path, 'test-1'), onReady: (state: object) => seen.push(state) }
      const { step } = await monitorOf(await testChain(chain.lcd), options)
      for (let count = 0; count < 3; count++) {
        chain.clock.advance(10_000)
        await step()
      }
    }
    expect(seen).toEqual([
      { flows: 3, open: 2 },
      { flows: 3, open: 2 },
    ])
  })

  test('remembers since when a problem is gone, and gives an alert that begins again another ID', async () => {
    const { url, requests } = createReceiver()
    const chain = await chainOf(1)
    const { feeAddress } = withoutWallet(chain.lcd)
    const [low, enough] = ['30000', '1000000000']
    const changes = [
      [low, 1],
      [enough, 1],
      [enough, 10],
      [low, 1],
      [enough, 1],
      [enough, 10],
      [low, 1],
    ] as const
    const seen: string[] = []
    for (const [amount, minutes] of changes) {
      chain.lcd.accounts.balances[feeAddress] = [{ denom: 'uinto', amount }]
      chain.clock.advance(minutes * minute)
      const store = fileStore(join(folder, 'state.json'), 'test-1')
      seen.push(...(await (await monitorOf(await testChain(chain.lcd), { url, store })).step()))
    }
    expect(seen).toEqual(['open', 'resolved', 'open', 'resolved', 'open'].map(status => `${status} flow.will_fail 1`))
    expect(new Set(requests.map(({ id }) => id)).size).toBe(5)
  })

  test('lets a second monitor take over, and the first one ends', async () => {
    const path = join(folder, 'state.json')
    const chain = await chainOf(3, [2])
    const first = await monitorOf(chain, { store: fileStore(path, 'test-1') })
    await first.step()
    const second = await monitorOf(chain, { store: fileStore(path, 'test-1') })
    chain.lcd.execute(3, { outcome: 'failed' })
    expect(await second.step()).toEqual(['open flow.failing 3'])
    await expect(first.step()).rejects.toThrow('has taken over')
    expect(Object.keys(JSON.parse(readFileSync(path, 'utf8')).incidents.open)).toHaveLength(2)
  })

  test('if it can’t be written, this is reported once, and alerts are still sent', async () => {
    const { url, requests } = createReceiver()
    const chain = await chainOf(3, [2])
    const path = join(folder, 'missing', 'state.json')
    const { step, notes } = await monitorOf(chain, { url, store: fileStore(path, 'test-1') })
    await step()
    chain.lcd.execute(3, { outcome: 'failed' })
    await step()
    expect(requests).toHaveLength(2)
    expect(notes).toEqual(["The state file can't be written: no such file or directory. Alerts are still sent."])
  })

  test('that can’t be read is an error', async () => {
    const store = fileStore(folder, 'test-1')
    const problem = `The state file ${folder} can't be read: illegal operation on a directory.`
    await expect(monitorOf(await chainOf(1), { store })).rejects.toMatchObject({ kind: 'state', message: problem })
  })

  test.each(['{}', 'not JSON', '[]', '{"format":"flow-query monitor 1","chain":"other"}'])(
    'is never overwritten if it contains %s',
    async content => {
      const path = join(folder, 'state.json')
      writeFileSync(path, content)
      await expect(monitorOf(await chainOf(1), { store: fileStore(path, 'test-1') })).rejects.toThrow(MonitorError)
      expect(readFileSync(path, 'utf8')).toBe(content)
    },
  )
})

test('the heartbeat stops while the node does not answer', async () => {
  const { url, requests } = createReceiver()
  const chain = await chainOf(1)
  const { step, beat } = await monitorOf(chain, { heartbeat: new URL(url) })
  await step()
  await beat()
  await beat()
  expect(requests).toHaveLength(1)
  chain.clock.advance(2 * minute)
  await step()
  await beat()
  expect(requests).toHaveLength(2)
  chain.lcd.fail({ status: 503 })
  chain.clock.advance(40 * minute)
  await step()
  await beat()
  expect(requests).toHaveLength(2)
})

test('a heartbeat that fails is reported once, and once when it works again', async () => {
  const { url, requests } = createReceiver((_, index) => new Response(null, { status: index < 2 ? 503 : 200 }))
  const chain = await chainOf(1)
  const { step, beat, notes } = await monitorOf(chain, { heartbeat: new URL(url) })
  for (let beats = 0; beats < 4; beats++) {
    await step()
    await beat()
    chain.clock.advance(2 * minute)
  }
  expect(requests).toHaveLength(4)
  expect(notes).toEqual(['The heartbeat failed: it answered 503. Retrying.', 'The heartbeat works again.'])
})
