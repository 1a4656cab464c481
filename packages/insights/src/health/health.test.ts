import { readFileSync } from 'node:fs'
import { type FlowHistoryEntry, v1beta1 } from '@flow-query/core'
import { chainTimeAt } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { cursorOf } from '../../../core/src/scan/cursor.js'
import {
  comparison,
  entryOf,
  flowOf,
  interchain,
  loop,
  minutes,
  now,
  query,
  runsOf,
  type went,
} from '../../../core/test/flows.js'
import { recordedFlows } from '../../../core/test/recordings.js'
import { flowHealth, type NewestEntries } from '../index.js'

const flow = flowOf({ ...interchain, interval: '60s', startTime: minutes(-60), execTime: minutes(0.5) })
const due = { ...flow, execTime: minutes(-0.5) }
const whole = (...outcomes: (keyof typeof went)[]) => ({ history: runsOf(due, ...outcomes), nextKey: null })
/** A time at which the other chain can still answer the newest run. */
const soon = now - 20_000

test('a flow that catches up on runs after a halt of the chain keeps its health', () => {
  const flow = flowOf({ interval: '60s', execTime: minutes(-180) })
  const [, ...runs] = runsOf(flow, 'succeeded', 'succeeded', 'succeeded')
  const history = runs.map(run => ({ ...run, actualExecTime: minutes(-0.1) }))
  expect(flowHealth(flow, history, chainTimeAt(now)).state).toBe('healthy')
})

describe('active flows', () => {
  test('`since` of a healthy flow is the first run of the current series of successes', () => {
    expect(flowHealth(flow, whole('succeeded', 'succeeded', 'failed', 'succeeded'), chainTimeAt(now))).toEqual({
      state: 'healthy',
      since: { number: 3, time: expect.any(String) },
      orEarlier: false,
    })
  })

  test('`since` of a failing flow is the first run of the current series of failures, and `cause` is that of the newest one', () => {
    expect(flowHealth(flow, whole('unpaid', 'failedThere', 'succeeded'), chainTimeAt(now))).toEqual({
      state: 'failing',
      failedRun: { number: 3, time: expect.any(String) },
      cause: 'feeBalanceTooLow',
      message: 'balance too low to deduct expected fee',
      since: { number: 2, time: expect.any(String) },
      failures: 2,
      orEarlier: false,
      unclear: [],
    })
    expect(flowHealth(flow, whole('timedOut'), chainTimeAt(now))).toMatchObject({ cause: 'timedOut', message: null })
    expect(flowHealth(flow, whole('sent'), chainTimeAt(now + 60_000))).toMatchObject({
      state: 'failing',
      cause: 'unacknowledged',
    })
  })

  test('an uncollected fee is a failure, but not if the run also failed for another reason', () => {
    const history = runsOf(due, 'feeNotCollected', 'succeeded')
    const [message] = history[0]?.errors ?? []
    expect(flowHealth(flow, { history, nextKey: null }, chainTimeAt(now))).toMatchObject({
      state: 'failing',
      cause: 'feeNotCollected',
      message,
      failures: 1,
    })
    const [failed] = runsOf(due, 'failed')
    const both = entryOf({ ...failed, errors: [`${message}`, `${failed?.errors[0]}`] })
    expect(flowHealth(flow, [both], chainTimeAt(now))).toMatchObject({
      cause: 'insufficientFunds',
      message: failed?.errors[0],
    })
  })

  test('a flow stays failing after skipped and pending runs, which do not count as failures', () => {
    const health = {
      state: 'failing',
      failedRun: { number: 4 },
      cause: 'otherChain',
      since: { number: 2 },
      failures: 2,
    }
    expect(
      flowHealth(flow, whole('skipped', 'failedThere', 'skipped', 'failed', 'succeeded'), chainTimeAt(now)),
    ).toMatchObject(health)
    expect(
      flowHealth(flow, whole('sent', 'failedThere', 'skipped', 'failed', 'succeeded'), chainTimeAt(soon)),
    ).toMatchObject(health)
  })

  test('a flow is waiting for an answer only if no earlier run has a result', () => {
    expect(flowHealth(flow, whole('sent', 'succeeded'), chainTimeAt(soon))).toMatchObject({
      state: 'healthy',
      since: { number: 1 },
    })
    expect(flowHealth(flow, whole('sent', 'skipped'), chainTimeAt(soon))).toMatchObject({
      state: 'waiting',
      for: 'answer',
      since: { number: 2 },
      orEarlier: false,
    })
  })

  test('`since` of a flow that waits for its conditions is the first skipped run of the current series', () => {
    expect(flowHealth(flow, whole('skipped', 'skipped', 'succeeded', 'skipped'), chainTimeAt(now))).toMatchObject({
      state: 'waiting',
      for: 'conditions',
      since: { number: 3 },
      orEarlier: false,
    })
    expect(flowHealth(flow, whole('skipped'), chainTimeAt(now))).toMatchObject({ state: 'waiting', for: 'conditions' })
    expect(flowHealth(flow, runsOf(due, 'skipped', 'succeeded'), chainTimeAt(now))).toMatchObject({ orEarlier: false })
    expect(flowHealth(flow, runsOf(due, 'skipped', 'skipped'), chainTimeAt(now))).toMatchObject({ orEarlier: true })
  })

  test('a flow is waiting for its start until the first run', () => {
    const start = { state: 'waiting', for: 'start', since: null, orEarlier: false }
    expect(flowHealth(flowOf({ startTime: minutes(5), execTime: minutes(5) }), [], chainTimeAt(now))).toEqual(start)
    expect(flowHealth(flowOf({ startTime: minutes(-5), execTime: minutes(55) }), [], chainTimeAt(now))).toEqual(start)
    expect(
      flowHealth(flowOf({ startTime: minutes(-5), execTime: minutes(5), interval: '0s' }), [], chainTimeAt(now)),
    ).toEqual(start)
  })

  test('a flow is waiting for its start if the node lists no run although one was due', () => {
    expect(flowHealth(flow, { history: [], nextKey: null }, chainTimeAt(now))).toMatchObject({
      state: 'waiting',
      for: 'start',
    })
  })

  test('the health is unknown if entries are missing or times are invalid', () => {
    expect(flowHealth(flow, [], chainTimeAt(now))).toEqual({ state: 'unknown' })
    expect(flowHealth({ ...flow, execTime: 'never' }, whole('succeeded'), chainTimeAt(now))).toEqual({
      state: 'unknown',
    })
  })
})

describe('run numbers', () => {
  const page = (nextKey: string | null) => ({ history: runsOf(due, 'failed', 'failed'), nextKey })

  test('run numbers are computed from the cursor of a page, which also shows whether there are older runs', () => {
    expect(flowHealth(flow, page(cursorOf(11n)), chainTimeAt(now))).toMatchObject({
      failedRun: { number: 13 },
      since: { number: 12 },
      failures: 2,
      orEarlier: true,
    })
    expect(flowHealth(flow, page(null), chainTimeAt(now))).toMatchObject({
      since: { number: 1 },
      failures: 2,
      orEarlier: false,
    })
  })

  test('run numbers are null for entries without their page', () => {
    const { history } = page(null)
    expect(flowHealth(flow, history, chainTimeAt(now))).toMatchObject({
      since: { number: null, time: history[1]?.actualExecTime },
      orEarlier: true,
    })
  })

  test('run numbers are null for unknown cursors and for pages that are sorted oldest first', () => {
    for (const nextKey of ['', 'AA==', 'nonsense', cursorOf(2n ** 60n)])
      expect(flowHealth(flow, page(nextKey), chainTimeAt(now))).toMatchObject({ since: { number: null } })
    const oldestFirst = { history: page(null).history.toReversed(), nextKey: cursorOf(3n) }
    expect(flowHealth(flow, oldestFirst, chainTimeAt(now))).toMatchObject({ since: { number: null } })
  })
})

describe('ended flows', () => {
  const ended = { ...due, execTime: minutes(-90), endTime: minutes(-90) }
  const history = (...outcomes: (keyof typeof went)[]) => runsOf(ended, ...outcomes)

  test('an ended flow has the outcome of its last run', () => {
    expect(flowHealth(ended, { history: history('succeeded', 'failed'), nextKey: null }, chainTimeAt(now))).toEqual({
      state: 'ended',
      since: { number: 2, time: expect.any(String) },
      outcome: 'succeeded',
      failedRun: null,
      cause: null,
      message: null,
      failingSince: null,
      orEarlier: false,
      allFailed: false,
      stopped: null,
      unclear: [],
    })
    expect(
      flowHealth(ended, { history: history('failedThere', 'succeeded'), nextKey: null }, chainTimeAt(now)),
    ).toMatchObject({
      outcome: 'failed',
      failedRun: { number: 2 },
      cause: 'otherChain',
      allFailed: false,
    })
  })

  test('a flow has ended as soon as its last run is recorded', () => {
    const over = { ...due, endTime: due.execTime }
    expect(flowHealth(over, whole('succeeded'), chainTimeAt(now))).toMatchObject({
      state: 'ended',
      since: { number: 1 },
    })
  })

  test('a skipped last run does not hide that the run before it failed', () => {
    expect(flowHealth(ended, { history: history('skipped', 'failed'), nextKey: null }, chainTimeAt(now))).toMatchObject(
      {
        since: { number: 2 },
        outcome: 'skipped',
        failedRun: { number: 1 },
        cause: 'insufficientFunds',
        allFailed: true,
      },
    )
  })

  test('an ended flow contains the start of its last series of failures', () => {
    const whole = history('failed', 'skipped', 'failedThere', 'succeeded')
    const series = (page: NewestEntries) => flowHealth(ended, page, chainTimeAt(now))
    expect(series({ history: whole, nextKey: null })).toMatchObject({ failingSince: { number: 2 }, orEarlier: false })
    expect(series({ history: whole.slice(0, 3), nextKey: cursorOf(1n) })).toMatchObject({
      failingSince: { number: 2 },
      orEarlier: true,
    })
  })

  test('allFailed: there is at least one result, and all results are failures', () => {
    expect(flowHealth(ended, history('timedOut', 'failed', 'sent'), chainTimeAt(now))).toMatchObject({
      allFailed: true,
    })
    expect(flowHealth(ended, history('failed', 'skipped'), chainTimeAt(now))).toMatchObject({ allFailed: true })
    expect(flowHealth(ended, history('skipped', 'skipped'), chainTimeAt(now))).toMatchObject({
      allFailed: false,
      orEarlier: false,
    })
    expect(flowHealth(ended, history('failed', 'feeNotCollected'), chainTimeAt(now))).toMatchObject({
      allFailed: false,
    })
    expect(flowHealth(ended, [], chainTimeAt(now))).toMatchObject({
      state: 'ended',
      since: null,
      outcome: null,
      allFailed: false,
    })
  })

  test('an ended flow has a stop reason if it stopped before its end time', () => {
    const stopped = { ...ended, endTime: minutes(60), configuration: { ...ended.configuration, stopOnFailure: true } }
    expect(flowHealth(stopped, history('failed'), chainTimeAt(now))).toMatchObject({
      stopped: { rule: 'stopOnFailure' },
    })
  })

  test('a flow is waiting while another chain can still answer its query', () => {
    const withQuery = flowOf({
      execTime: minutes(-90),
      conditions: { feedbackLoops: [{ ...loop, icqConfig: { ...query, timeoutDuration: '7200s' } }] },
    })
    const before = { history: runsOf({ ...withQuery, execTime: minutes(-150) }, 'succeeded'), nextKey: null }
    const dueAt = Date.parse(withQuery.execTime)
    const since = { number: 2, time: withQuery.execTime }
    expect(flowHealth(withQuery, before, chainTimeAt(dueAt + 299_999))).toEqual({
      state: 'waiting',
      for: 'answer',
      since,
      orEarlier: false,
    })
    const stuck = { state: 'stuck', cause: 'queryUnanswered', since }
    expect(flowHealth(withQuery, before, chainTimeAt(dueAt + 300_000))).toEqual(stuck)
    expect(flowHealth(withQuery, before, chainTimeAt(dueAt + 59_999)).state).toBe('healthy')
    expect(flowHealth(withQuery, before, chainTimeAt(dueAt + 60_000)).state).toBe('waiting')
    expect(flowHealth(withQuery, before, chainTimeAt(now + 30 * 60_000))).toMatchObject({
      state: 'ended',
      outcome: 'succeeded',
      stopped: { rule: 'unansweredQuery', run: { number: 2 } },
    })
  })
})

describe('a recorded history while its packets are sent and acknowledged', () => {
  const file = new URL('../../../testing/recordings/v1beta1-interchain/histories-as-they-changed.json', import.meta.url)
  const seen: { id: number; height: string; body: string }[] = JSON.parse(readFileSync(file, 'utf8'))
  const { flows } = recordedFlows('v1beta1-interchain')

  /** The health of flow 16 at each recorded height. */
  test.each([
    ['5216', 'waiting', 'run 1 was sent'],
    ['5221', 'healthy', 'run 1 was acknowledged'],
    ['5275', 'healthy', 'run 2 was sent'],
    ['5280', 'healthy', 'run 2 was acknowledged'],
    ['5333', 'healthy', 'run 3 was sent'],
    ['5392', 'failing', 'run 4 was sent, and run 3 was never acknowledged'],
    ['5507', 'failing', 'run 4 timed out'],
    ['5510', 'healthy', 'run 4 was acknowledged after the timeout of an earlier packet, and run 5 was sent'],
    ['5514', 'healthy', 'run 5 was acknowledged'],
  ])('at height %s flow 16 is %s: %s', (height, state) => {
    const { flow } = flows.find(({ flow }) => flow.id === '16') ?? expect.fail()
    const { body } = seen.find(({ id, height: at }) => id === 16 && at === height) ?? expect.fail()
    const page = v1beta1.mappers.flowHistory(JSON.parse(body), false)
    const [newest] = page.history as [FlowHistoryEntry]
    expect(flowHealth(flow, page, chainTimeAt(Date.parse(newest.actualExecTime) + 1_000)).state).toBe(state)
  })
})

test('does not throw for invalid entries', () => {
  const odd = entryOf({ scheduledExecTime: '', actualExecTime: 'soon', execFee: [], errors: [''] })
  expect(flowHealth(flow, [odd], chainTimeAt(now))).toMatchObject({
    state: 'failing',
    cause: 'other',
    since: { time: 'soon' },
  })
})

describe('a run that executed no message', () => {
  const idle = flowOf({ conditions: { feedbackLoops: [{ ...loop, msgsIndex: 0 }] } })
  const paid = { executed: false, msgResponses: [], execFee: [{ denom: 'uinto', amount: '11200' }] }

  test('is a failure, also on another chain', () => {
    const history = { history: [entryOf(paid)], nextKey: null }
    const failing = { state: 'failing', cause: 'idle', failures: 1, failedRun: { number: 1 } }
    expect(flowHealth(idle, history, chainTimeAt(now))).toMatchObject(failing)
    expect(flowHealth({ ...idle, ...interchain }, history, chainTimeAt(now))).toMatchObject(failing)
  })

  test('ends a flow like a second skip', () => {
    const last = entryOf({ ...paid, scheduledExecTime: idle.execTime })
    expect(flowHealth(idle, { history: [last], nextKey: null }, chainTimeAt(now))).toMatchObject({
      state: 'ended',
      cause: 'idle',
      stopped: { rule: 'idleRun', run: { number: 1 } },
    })
  })
})

describe('a flow whose query starts no run', () => {
  const asking = (timeoutPolicy: string, queryKey = query.queryKey) =>
    flowOf({ conditions: { comparisons: [{ ...comparison, icqConfig: { ...query, timeoutPolicy, queryKey } }] } })
  const healthOf = (flow: ReturnType<typeof flowOf>, ...entries: FlowHistoryEntry[]) =>
    flowHealth(flow, { history: entries, nextKey: null }, chainTimeAt(now))

  test.each([
    ['REJECT_QUERY_RESPONSE', query.queryKey, 'queryResponseRejected'],
    ['RETRY_QUERY_REQUEST', query.queryKey, 'queryRepeated'],
    ['EXECUTE_QUERY_CALLBACK', 'not base64', 'invalidQueryKey'],
  ])('is stuck before its first run, with %s and the key %s', (timeoutPolicy, queryKey, cause) => {
    const flow = asking(timeoutPolicy, queryKey)
    expect(healthOf(flow)).toEqual({ state: 'stuck', cause, since: { number: 1, time: flow.execTime } })
  })

  test('is not stuck if a relayer has answered a repeated query', () => {
    const answered = entryOf({ queryResponses: ['NDk5'] })
    expect(healthOf(asking('RETRY_QUERY_REQUEST'), answered).state).toBe('healthy')
    expect(healthOf(asking('REJECT_QUERY_RESPONSE'), answered).state).toBe('stuck')
  })

  test('has a stop reason once it is over, even if it has only one run', () => {
    const flow = { ...asking('REJECT_QUERY_RESPONSE'), startTime: minutes(-120), execTime: minutes(-90) }
    const over = { ...flow, endTime: flow.execTime }
    expect(healthOf(over)).toMatchObject({
      state: 'ended',
      stopped: { rule: 'unansweredQuery', deadQuery: 'queryResponseRejected', run: { number: 1 } },
    })
  })
})

test('a failed run names the messages before a feedback loop that took effect, and their coins', () => {
  const pay = (amount: string) => ({
    '@type': '/cosmos.bank.v1beta1.MsgSend',
    from_address: 'into1',
    amount: [{ denom: 'uinto', amount }],
  })
  const flow = flowOf({ msgs: [pay('1000000'), pay('7')], conditions: { feedbackLoops: [{ ...loop, msgsIndex: 1 }] } })
  const failed = entryOf({ errors: ['msg handling error: could not execute local flow: insufficient funds'] })
  expect(flowHealth(flow, [failed], chainTimeAt(now))).toMatchObject({
    state: 'failing',
    effects: { certain: [0], possible: [], spent: [{ denom: 'uinto', amount: '1000000' }] },
  })
})
