import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entryOf, flowOf, interchain, now, runsOf, type went } from '../../test/flows.js'
import { folders, recordedFlows } from '../../test/recordings.js'
import { executionOutcome, type FlowHistoryEntry, flowStatus } from '../index.js'
import { flowHealth, stopReason, summarizeHistory } from '../insights.js'
import { cursorOf } from '../scan/cursor.js'

const flow = flowOf(interchain)
const oneOfEach: (keyof typeof went)[] = ['succeeded', 'failed', 'timedOut', 'skipped', 'sent', 'succeeded', 'unpaid']

describe('runs', () => {
  test('by outcome, and how many of the decided ones succeeded', () => {
    const { runs, successRate } = summarizeHistory(runsOf(flow, ...oneOfEach), flow, now + 86_400_000)
    expect(runs).toEqual({ succeeded: 2, failed: 2, timedOut: 1, skipped: 1, pending: 0, unanswered: 1 })
    expect(successRate).toBe(2 / 6)
  })

  test('skipped and pending ones are not decided: without others, there is no rate', () => {
    const history = [...runsOf(flow, 'skipped', 'sent'), ...runsOf(flow, 'sent')]
    expect(summarizeHistory(history, flow, now - 3_600_000)).toMatchObject({
      runs: { skipped: 1, pending: 2 },
      successRate: null,
    })
  })

  test('no entries: zeros, and null where there is nothing to say', () => {
    expect(summarizeHistory([], flow, now)).toEqual({
      runs: { succeeded: 0, failed: 0, timedOut: 0, skipped: 0, pending: 0, unanswered: 0 },
      successRate: null,
      delay: null,
      fees: [],
      problems: [],
    })
  })
})

describe('delay', () => {
  const late = (...delays: string[]) =>
    delays.map(delay =>
      entryOf({ scheduledExecTime: '2026-11-22T10:00:00Z', actualExecTime: `2026-11-22T10:00:${delay}Z` }),
    )
  const delayOf = (history: FlowHistoryEntry[]) => summarizeHistory(history, flow, now).delay

  test('median and 95th percentile in milliseconds, between two where they fall between them', () => {
    expect(delayOf(late('01', '03.5', '02'))).toEqual({ median: 2_000, p95: 3_350 })
    expect(delayOf(late('01', '02'))).toEqual({ median: 1_500, p95: 1_950 })
    expect(delayOf(late('00.000000001'))).toEqual({ median: 0.000001, p95: 0.000001 })
  })

  test('times that are none count for nothing', () => {
    const odd = [entryOf({ actualExecTime: '0001-01-01T00:00:00Z' }), entryOf({ scheduledExecTime: 'soon' })]
    expect(delayOf(odd)).toBeNull()
    expect(delayOf([...odd, ...late('02')])).toEqual({ median: 2_000, p95: 2_000 })
  })
})

test('fees: exact sums by denom, in the order of denoms; what is no amount is left out', () => {
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
  expect(summarizeHistory(history, flow, now).fees).toEqual([
    { denom: 'ibc/C4CF', amount: '5' },
    { denom: 'uinto', amount: '18455751272964292610' },
  ])
})

describe('problems', () => {
  test('by cause, most frequent first, with their first and last run and the newest message', () => {
    const { problems } = summarizeHistory(
      { history: runsOf(flow, 'failedThere', 'unpaid', 'succeeded', 'failed', 'failedThere'), nextKey: cursorOf(7n) },
      flow,
      now,
    )
    expect(problems).toMatchObject(
      [
        { problem: 'otherChain', runs: 2, first: { number: 8 }, last: { number: 12 }, example: /ABCI code: 5/ },
        { problem: 'feeBalanceTooLow', runs: 1, first: { number: 11 }, last: { number: 11 } },
        { problem: 'insufficientFunds', runs: 1, first: { number: 9 }, last: { number: 9 } },
      ].map(({ example, ...problem }) => ({ ...problem, ...(example && { example: expect.stringMatching(example) }) })),
    )
  })

  test('several messages of one cause are one run', () => {
    const history = [entryOf({ errors: ['no active channel', 'no active channel for x', 'what?'] })]
    expect(summarizeHistory(history, flow, now).problems).toMatchObject([
      { problem: 'noActiveChannel', runs: 1, example: 'no active channel' },
      { problem: 'other', runs: 1, example: 'what?' },
    ])
  })

  test('a name that means something to JavaScript is a denom like any other', () => {
    const history = [entryOf({ execFee: [{ denom: '__proto__', amount: '2' }] })]
    expect(summarizeHistory(history, flow, now).fees).toEqual([{ denom: '__proto__', amount: '2' }])
  })
})

test.each(folders)('%s: what is recorded adds up', folder => {
  const { flows, time } = recordedFlows(folder)
  for (const { flow, history } of flows) {
    const { runs, fees, delay } = summarizeHistory(history, flow, time)
    expect(Object.values(runs).reduce((sum, number) => sum + number)).toBe(history.length)
    const paid = history.flatMap(({ execFee }) => execFee).reduce((sum, { amount }) => sum + BigInt(amount), 0n)
    expect(BigInt(fees[0]?.amount ?? 0)).toBe(paid)
    // A block takes half a second there; a run that asks another chain first waits for the answer.
    if (history.length > 0) expect(delay?.median).toBeGreaterThan(0)
    if (history.length > 0 && !/only|from/i.test(flow.label)) expect(delay?.p95).toBeLessThan(1_000)
  }
})

/** Entries of any kind, odd ones among them, from the newest to the oldest. */
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

test('the order of the entries does not matter', () => {
  fc.assert(
    fc.property(anyFlow, entries, anyTime, (flow, history, time) => {
      const reversed = history.toReversed()
      expect(summarizeHistory(reversed, flow, time)).toEqual(summarizeHistory(history, flow, time))
      expect(flowHealth(flow, reversed, time)).toEqual(flowHealth(flow, history, time))
      expect(stopReason(flow, reversed, time)).toEqual(stopReason(flow, history, time))
    }),
  )
})

test('runs add up to the entries, and each number is one', () => {
  fc.assert(
    fc.property(anyFlow, entries, anyTime, (flow, history, time) => {
      const { runs, successRate, problems } = summarizeHistory({ history, nextKey: null }, flow, time)
      expect(Object.values(runs).reduce((sum, number) => sum + number)).toBe(history.length)
      for (const outcome of Object.keys(runs) as (keyof typeof runs)[])
        expect(runs[outcome]).toBe(history.filter(entry => executionOutcome(entry, flow, time) === outcome).length)
      if (successRate !== null) expect(successRate).toSatisfy((rate: number) => rate >= 0 && rate <= 1)
      for (const { runs, first, last } of problems)
        expect((last.number ?? 0) - (first.number ?? 0)).toBeGreaterThanOrEqual(runs - 1)
    }),
  )
})

test('a reason to stop names a run that there is, and is there when and only when the flow stopped', () => {
  fc.assert(
    fc.property(anyFlow, entries, anyTime, (flow, history, time) => {
      const reason = stopReason(flow, { history, nextKey: null }, time)
      expect(reason === null).toBe(flowStatus(flow, time) !== 'stopped')
      if (history.length > 0 && reason)
        expect(reason.run?.time).toBeOneOf(history.map(({ actualExecTime }) => actualExecTime))
      for (const id of reason?.flowIds ?? []) expect(JSON.stringify(flow.conditions)).toContain(`"${id}"`)
    }),
  )
})
