import { executionOutcome, type FlowHistoryEntry, flowStatus } from '@flow-query/core'
import { chainTimeAt } from '@flow-query/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cursorOf } from '../../../core/src/scan/cursor.js'
import { entryOf, flowOf, interchain, now, runsOf, type went } from '../../../core/test/flows.js'
import { folders, recordedFlows } from '../../../core/test/recordings.js'
import { flowHealth, stopReason, summarizeHistory } from '../index.js'
import { newestRuns } from './runs.js'

const flow = flowOf(interchain)
const oneOfEach: (keyof typeof went)[] = ['succeeded', 'failed', 'timedOut', 'skipped', 'sent', 'succeeded', 'unpaid']

describe('runs', () => {
  test('counts runs by outcome and computes the success rate', () => {
    const { runs, attempted, successRate } = summarizeHistory(
      runsOf(flow, ...oneOfEach),
      flow,
      chainTimeAt(now + 86_400_000),
    )
    expect(runs).toEqual({
      succeeded: 2,
      feeNotCollected: 0,
      failed: 2,
      timedOut: 1,
      idle: 0,
      skipped: 1,
      pending: 0,
      unacknowledged: 1,
    })
    expect(attempted).toBe(6)
    expect(successRate).toBe(2 / 6)
  })

  test('has no success rate if all runs were skipped or are pending', () => {
    const history = [...runsOf(flow, 'skipped', 'sent'), ...runsOf(flow, 'sent')]
    expect(summarizeHistory(history, flow, chainTimeAt(now - 3_600_000))).toMatchObject({
      runs: { skipped: 1, pending: 2 },
      attempted: 0,
      successRate: null,
    })
  })

  test('returns zeros and null for an empty history', () => {
    expect(summarizeHistory([], flow, chainTimeAt(now))).toEqual({
      runs: {
        succeeded: 0,
        feeNotCollected: 0,
        failed: 0,
        timedOut: 0,
        idle: 0,
        skipped: 0,
        pending: 0,
        unacknowledged: 0,
      },
      attempted: 0,
      successRate: null,
      delay: null,
      fees: [],
      paysAgent: false,
      partlyExecuted: { runs: 0, spent: [] },
      problems: [],
    })
  })
})

describe('delay', () => {
  const late = (...delays: string[]) =>
    delays.map(delay =>
      entryOf({ scheduledExecTime: '2026-11-22T10:00:00Z', actualExecTime: `2026-11-22T10:00:${delay}Z` }),
    )
  const delayOf = (history: FlowHistoryEntry[]) => summarizeHistory(history, flow, chainTimeAt(now)).delay

  test('interpolates the median and the 95th percentile, in milliseconds', () => {
    expect(delayOf(late('01', '03.5', '02'))).toEqual({ median: 2_000, p95: 3_350 })
    expect(delayOf(late('01', '02'))).toEqual({ median: 1_500, p95: 1_950 })
    expect(delayOf(late('00.000000001'))).toEqual({ median: 0.000001, p95: 0.000001 })
  })

  test('ignores invalid times', () => {
    const odd = [entryOf({ actualExecTime: '0001-01-01T00:00:00Z' }), entryOf({ scheduledExecTime: 'soon' })]
    expect(delayOf(odd)).toBeNull()
    expect(delayOf([...odd, ...late('02')])).toEqual({ median: 2_000, p95: 2_000 })
  })
})

test('paysAgent: is true if an agent is paid, because `fees` does not contain this payment', () => {
  const agent = (feeLimit: { denom: string; amount: string }[]) => ({
    ...flowOf(),
    trustlessAgent: { agentAddress: 'into1agent', feeLimit, connectionId: '' },
  })
  const paysAgent = (flow: ReturnType<typeof flowOf>) => summarizeHistory([], flow, chainTimeAt(now)).paysAgent
  expect([paysAgent(agent([{ denom: 'uinto', amount: '1' }])), paysAgent(agent([])), paysAgent(flowOf())]).toEqual([
    true,
    false,
    false,
  ])
})

test('fees: returns exact sums, sorted by denom, and ignores invalid amounts', () => {
  const paid = (amount: string, denom = 'uinto') => entryOf({ execFee: [{ denom, amount }] })
  const history = [
    paid('9007199254740993'),
    paid('1'),
    paid('18446744073709551616'),
    paid('5', 'ibc/C4CF'),
    paid('-3'),
    paid('1.5'),
    paid(''),
    paid('1e3', 'uatom'),
    entryOf({ execFee: [] }),
  ]
  expect(summarizeHistory(history, flow, chainTimeAt(now)).fees).toEqual([
    { denom: 'ibc/C4CF', amount: '5' },
    { denom: 'uinto', amount: '18455751272964292610' },
  ])
})

describe('problems', () => {
  test('groups errors by cause, most frequent first, with the first run, the last run and the newest message', () => {
    const { problems } = summarizeHistory(
      { history: runsOf(flow, 'failedThere', 'unpaid', 'succeeded', 'failed', 'failedThere'), nextKey: cursorOf(7n) },
      flow,
      chainTimeAt(now),
    )
    expect(problems).toMatchObject(
      [
        { problem: 'otherChain', runs: 2, first: { number: 8 }, last: { number: 12 }, example: /ABCI code: 5/ },
        { problem: 'feeBalanceTooLow', runs: 1, first: { number: 11 }, last: { number: 11 } },
        { problem: 'insufficientFunds', runs: 1, first: { number: 9 }, last: { number: 9 } },
      ].map(({ example, ...problem }) => ({ ...problem, ...(example && { example: expect.stringMatching(example) }) })),
    )
  })

  test('counts a run once if it has several messages with the same cause', () => {
    const history = [entryOf({ errors: ['no active channel', 'no active channel for x', 'what?'] })]
    expect(summarizeHistory(history, flow, chainTimeAt(now)).problems).toMatchObject([
      { problem: 'noActiveChannel', runs: 1, example: 'no active channel' },
      { problem: 'other', runs: 1, example: 'what?' },
    ])
  })

  test('supports a denom called __proto__', () => {
    const history = [entryOf({ execFee: [{ denom: '__proto__', amount: '2' }] })]
    expect(summarizeHistory(history, flow, chainTimeAt(now)).fees).toEqual([{ denom: '__proto__', amount: '2' }])
  })
})

test.each(folders)('%s: the summaries of recorded histories are consistent', folder => {
  const { flows, time } = recordedFlows(folder)
  for (const { flow, history } of flows) {
    const { runs, fees, delay } = summarizeHistory(history, flow, chainTimeAt(time))
    expect(Object.values(runs).reduce((sum, number) => sum + number)).toBe(history.length)
    const paid = history.flatMap(({ execFee }) => execFee).reduce((sum, { amount }) => sum + BigInt(amount), 0n)
    expect(BigInt(fees[0]?.amount ?? 0)).toBe(paid)
    // The recorded chains create two blocks per second. Only flows that query another chain run later.
    if (history.length > 0) expect(delay?.median).toBeGreaterThan(0)
    if (history.length > 0 && !/only|from/i.test(flow.label)) expect(delay?.p95).toBeLessThan(1_000)
  }
})

/** Arbitrary entries, including invalid ones, newest first. */
const entries = fc
  .array(
    fc.record({
      execFee: fc.array(
        fc.record({ denom: fc.constantFrom('uinto', 'uatom'), amount: fc.constantFrom('7', '', '-1', 'x') }),
      ),
      executed: fc.boolean(),
      timedOut: fc.boolean(),
      errors: fc.array(fc.constantFrom('balance too low to deduct', 'no active channel', '', 'x')),
      queryResponses: fc.array(fc.constant('NDk=')),
      packetSequences: fc.array(fc.constant('1')),
    }),
  )
  .map(entries =>
    entries.map((entry, index) => {
      const time = new Date(now - index * 60_000).toISOString()
      return entryOf({ scheduledExecTime: time, actualExecTime: time, ...entry })
    }),
  )
const anyFlow = fc
  .record({
    execTime: fc.constantFrom(new Date(now).toISOString(), new Date(now + 60_000).toISOString(), '', 'never'),
    interval: fc.constantFrom('60s', '0s', '', 'x'),
    stopOnSuccess: fc.boolean(),
    stopOnFailure: fc.boolean(),
    stopOnTimeout: fc.boolean(),
    skipOnSuccessOf: fc.subarray(['2', '3']),
    stopOnFailureOf: fc.subarray(['4']),
  })
  .map(({ execTime, interval, skipOnSuccessOf, stopOnFailureOf, ...configuration }) =>
    flowOf({ ...interchain, execTime, interval, configuration, conditions: { skipOnSuccessOf, stopOnFailureOf } }),
  )

const anyTime = fc.integer({ min: now - 1_000, max: now + 7_200_000 })

test('the order of the entries does not change any result', () => {
  fc.assert(
    fc.property(anyFlow, entries, anyTime, (flow, history, time) => {
      const reversed = history.toReversed()
      expect(summarizeHistory(reversed, flow, chainTimeAt(time))).toEqual(
        summarizeHistory(history, flow, chainTimeAt(time)),
      )
      expect(flowHealth(flow, reversed, chainTimeAt(time))).toEqual(flowHealth(flow, history, chainTimeAt(time)))
      expect(stopReason(flow, reversed, chainTimeAt(time))).toEqual(stopReason(flow, history, chainTimeAt(time)))
    }),
  )
})

test('each entry counts as exactly one run', () => {
  fc.assert(
    fc.property(anyFlow, entries, anyTime, (flow, history, time) => {
      const { runs, successRate, problems } = summarizeHistory({ history, nextKey: null }, flow, chainTimeAt(time))
      expect(Object.values(runs).reduce((sum, number) => sum + number)).toBe(history.length)
      for (const outcome of Object.keys(runs) as (keyof typeof runs)[])
        expect(runs[outcome]).toBe(
          history.filter(entry => executionOutcome(entry, flow, chainTimeAt(time)) === outcome).length,
        )
      if (successRate !== null) expect(successRate).toSatisfy((rate: number) => rate >= 0 && rate <= 1)
      for (const { runs, first, last } of problems)
        expect((last.number ?? 0) - (first.number ?? 0)).toBeGreaterThanOrEqual(runs - 1)
    }),
  )
})

test('stopReason returns a reason exactly if the flow stopped, and refers to an existing run', () => {
  fc.assert(
    fc.property(anyFlow, entries, anyTime, (flow, history, time) => {
      const reason = stopReason(flow, { history, nextKey: null }, chainTimeAt(time))
      const {
        entries: [newest],
      } = newestRuns(history)
      expect(reason === null).toBe(flowStatus(flow, chainTimeAt(time), { newest }) !== 'stopped')
      if (history.length > 0 && reason)
        expect(reason.run?.time).toBeOneOf(history.map(({ actualExecTime }) => actualExecTime))
      for (const id of reason?.flowIds ?? []) expect(JSON.stringify(flow.conditions)).toContain(`"${id}"`)
    }),
  )
})
