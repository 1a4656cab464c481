import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { entryOf, flowOf, interchain, loop, minutes, now, query, runsOf, type went } from '../../test/flows.js'
import { recordedFlows } from '../../test/recordings.js'
import { type FlowHistoryEntry, v1beta1 } from '../index.js'
import { flowHealth } from '../insights.js'
import { cursorOf } from '../scan/cursor.js'

const flow = flowOf({ ...interchain, interval: '60s', startTime: minutes(-60), execTime: minutes(0.5) })
const due = { ...flow, execTime: minutes(-0.5) }
const whole = (...outcomes: (keyof typeof went)[]) => ({ history: runsOf(due, ...outcomes), nextKey: null })
/** Soon enough for an answer to come. */
const soon = now - 20_000

describe('it will run again', () => {
  test('healthy since the first run of those that went well in a row', () => {
    expect(flowHealth(flow, whole('succeeded', 'succeeded', 'failed', 'succeeded'), now)).toEqual({
      state: 'healthy',
      since: { number: 3, time: expect.any(String) },
      orEarlier: false,
    })
  })

  test('failing since the first run of those that went wrong in a row, and why the newest did', () => {
    expect(flowHealth(flow, whole('unpaid', 'failedThere', 'succeeded'), now)).toEqual({
      state: 'failing',
      since: { number: 2, time: expect.any(String) },
      orEarlier: false,
      cause: 'feeBalanceTooLow',
      message: 'balance too low to deduct expected fee',
    })
    expect(flowHealth(flow, whole('timedOut'), now)).toMatchObject({ cause: 'timedOut', message: null })
    expect(flowHealth(flow, whole('sent'), now + 60_000)).toMatchObject({ state: 'failing', cause: 'unanswered' })
  })

  test('neither a skip nor a run that is pending mends a failure, or breaks a row', () => {
    const health = { state: 'failing', since: { number: 2 }, cause: 'otherChain' }
    expect(flowHealth(flow, whole('skipped', 'failedThere', 'skipped', 'failed', 'succeeded'), now)).toMatchObject(
      health,
    )
    expect(flowHealth(flow, whole('sent', 'failedThere', 'skipped', 'failed', 'succeeded'), soon)).toMatchObject(health)
  })

  test('a run that is pending changes nothing, and waits for its answer only where nothing else is known', () => {
    expect(flowHealth(flow, whole('sent', 'succeeded'), soon)).toMatchObject({ state: 'healthy', since: { number: 1 } })
    expect(flowHealth(flow, whole('sent', 'skipped'), soon)).toMatchObject({
      state: 'waiting',
      for: 'answer',
      since: { number: 2 },
    })
  })

  test('waiting for conditions since the first skip in a row', () => {
    expect(flowHealth(flow, whole('skipped', 'skipped', 'succeeded', 'skipped'), now)).toMatchObject({
      state: 'waiting',
      for: 'conditions',
      since: { number: 3 },
      orEarlier: false,
    })
    expect(flowHealth(flow, whole('skipped'), now)).toMatchObject({ state: 'waiting', for: 'conditions' })
  })

  test('waiting for its start: scheduled, or with its first run ahead', () => {
    const start = { state: 'waiting', for: 'start', since: null, orEarlier: false }
    expect(flowHealth(flowOf({ startTime: minutes(5), execTime: minutes(5) }), [], now)).toEqual(start)
    expect(flowHealth(flowOf({ startTime: minutes(-5), execTime: minutes(55) }), [], now)).toEqual(start)
    expect(flowHealth(flowOf({ startTime: minutes(-5), execTime: minutes(5), interval: '0s' }), [], now)).toEqual(start)
  })

  test('unknown without the entries of the runs that there were, and where times are none', () => {
    expect(flowHealth(flow, [], now)).toEqual({ state: 'unknown' })
    expect(flowHealth({ ...flow, execTime: 'never' }, whole('succeeded'), now)).toEqual({ state: 'unknown' })
  })
})

describe('which run', () => {
  const page = (nextKey: string | null) => ({ history: runsOf(due, 'failed', 'failed'), nextKey })

  test('a page tells the numbers, and whether it may have begun earlier', () => {
    expect(flowHealth(flow, page(cursorOf(11n)), now)).toMatchObject({ since: { number: 12 }, orEarlier: true })
    expect(flowHealth(flow, page(null), now)).toMatchObject({ since: { number: 1 }, orEarlier: false })
  })

  test('entries alone tell the time', () => {
    const { history } = page(null)
    expect(flowHealth(flow, history, now)).toMatchObject({
      since: { number: null, time: history[1]?.actualExecTime },
      orEarlier: true,
    })
  })

  test('no number is better than a wrong one: of other cursors, and of pages that go up', () => {
    for (const nextKey of ['', 'AA==', 'nonsense', cursorOf(2n ** 60n)])
      expect(flowHealth(flow, page(nextKey), now)).toMatchObject({ since: { number: null } })
    const goingUp = { history: page(null).history.toReversed(), nextKey: cursorOf(3n) }
    expect(flowHealth(flow, goingUp, now)).toMatchObject({ since: { number: null } })
  })
})

describe('over', () => {
  const ended = { ...due, execTime: minutes(-90), endTime: minutes(-90) }
  const history = (...outcomes: (keyof typeof went)[]) => runsOf(ended, ...outcomes)

  test('how the last run went', () => {
    expect(flowHealth(ended, { history: history('succeeded', 'failed'), nextKey: null }, now)).toEqual({
      state: 'over',
      since: { number: 2, time: expect.any(String) },
      outcome: 'succeeded',
      cause: null,
      message: null,
      allFailed: false,
      stopped: null,
    })
    expect(flowHealth(ended, history('failedThere', 'succeeded'), now)).toMatchObject({
      outcome: 'failed',
      cause: 'otherChain',
      allFailed: false,
    })
  })

  test('nothing but failures is told; without a run, nothing went wrong', () => {
    expect(flowHealth(ended, history('timedOut', 'failed', 'sent'), now)).toMatchObject({ allFailed: true })
    expect(flowHealth(ended, history('failed', 'skipped'), now)).toMatchObject({ allFailed: false })
    expect(flowHealth(ended, [], now)).toMatchObject({ state: 'over', since: null, outcome: null, allFailed: false })
  })

  test('before its end: why', () => {
    const stopped = { ...ended, endTime: minutes(60), configuration: { ...ended.configuration, stopOnFailure: true } }
    expect(flowHealth(stopped, history('failed'), now)).toMatchObject({ stopped: { rule: 'stopOnFailure' } })
  })

  test('not over yet, but waiting, while what the flow asks before it runs may be answered', () => {
    const asks = flowOf({
      execTime: minutes(-90),
      conditions: { feedbackLoops: [{ ...loop, icqConfig: { ...query, timeoutDuration: '7200s' } }] },
    })
    const before = { history: runsOf({ ...asks, execTime: minutes(-150) }, 'succeeded'), nextKey: null }
    expect(flowHealth(asks, before, now)).toEqual({
      state: 'waiting',
      for: 'answer',
      since: { number: 2, time: asks.execTime },
      orEarlier: false,
    })
    expect(flowHealth(asks, before, now + 30 * 60_000)).toMatchObject({
      state: 'over',
      outcome: 'succeeded',
      stopped: { rule: 'unansweredQuery', run: { number: 2 } },
    })
  })
})

describe('recorded as they changed, from a packet’s sending to its end', () => {
  const file = new URL('../../../testing/recordings/v1beta1-interchain/histories-as-they-changed.json', import.meta.url)
  const seen: { id: number; height: string; body: string }[] = JSON.parse(readFileSync(file, 'utf8'))
  const { flows } = recordedFlows('v1beta1-interchain')

  /** Of flow 16 at each height: its newest two runs, and what was to be said. */
  test.each([
    ['5216', 'waiting', 'run 1 is sent'],
    ['5221', 'healthy', 'and answered'],
    ['5275', 'healthy', 'run 2 is sent'],
    ['5280', 'healthy', 'and answered'],
    ['5333', 'healthy', 'run 3 is sent'],
    ['5392', 'failing', 'run 4 is sent, run 3 was never answered'],
    ['5507', 'failing', 'and timed out'],
    ['5510', 'failing', 'run 5 is sent'],
    ['5514', 'healthy', 'and answered'],
  ])('at height %s flow 16 is %s: %s', (height, state) => {
    const { flow } = flows.find(({ flow }) => flow.id === '16') ?? expect.fail()
    const { body } = seen.find(({ id, height: at }) => id === 16 && at === height) ?? expect.fail()
    const page = v1beta1.mappers.flowHistory(JSON.parse(body), false)
    const [newest] = page.history as [FlowHistoryEntry]
    expect(flowHealth(flow, page, Date.parse(newest.actualExecTime) + 1_000).state).toBe(state)
  })
})

test('entries that make no sense throw nothing', () => {
  const odd = entryOf({ scheduledExecTime: '', actualExecTime: 'soon', execFee: [], errors: [''] })
  expect(flowHealth(flow, [odd], now)).toMatchObject({ state: 'failing', cause: 'other', since: { time: 'soon' } })
})
