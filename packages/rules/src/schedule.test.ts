import { describe, expect, test } from 'vitest'
import { durationOf, flowNamed, flows, isUnmet, nanoseconds } from '../test/recordings.js'
import { countRuns, endsOnTime, firstRun, isScheduledAgain } from './schedule.js'

const second = 1_000_000_000n

interface RecordedSchedule {
  name: string
  start: bigint
  /** The time of the first run. */
  next: bigint
  end: bigint
  interval: bigint
  runs: number
  /** Whether the newest run was the last one that fits before the end. */
  isCompleted: boolean
}

/** The flows that weren't updated, with all of their runs. */
const recorded = flows.flatMap(({ name, flow, runs, isCut }): RecordedSchedule[] => {
  const [[first], last] = [runs, runs.at(-1)]
  if (!first || !last || isCut || flow.update_history.length > 0) return []
  const [end, interval] = [nanoseconds(flow.end_time), durationOf(flow.interval)]
  const isOver = nanoseconds(flow.exec_time) === last.scheduled
  const isCompleted = isOver && (interval === 0n || last.scheduled + interval > end)
  const start = nanoseconds(flow.start_time)
  return [{ name, start, next: first.scheduled, end, interval, runs: runs.length, isCompleted }]
})

describe('firstRun', () => {
  test('names the first run of each recorded flow that started at once', () => {
    const immediate = recorded.filter(({ start, next }) => start !== next)
    expect(immediate.length).toBeGreaterThan(250)
    for (const { name, start, next, end, interval } of immediate)
      expect({ name, next: firstRun(start, start, interval, end - start) }).toEqual({ name, next })
  })

  // The chain refuses a start within a minute.
  test.each(['v1-truth 13', 'v1-truth-2 29'])('%s, which started later', name => {
    const { flow, runs } = flowNamed(name)
    const start = nanoseconds(flow.start_time)
    expect(firstRun(start, start - 60n * second, durationOf(flow.interval), 0n)).toBe(runs[0]?.scheduled)
  })
})

describe('countRuns', () => {
  test('counts the runs of each recorded flow that ended on its schedule', () => {
    const completed = recorded.filter(({ isCompleted }) => isCompleted)
    expect(completed.length).toBeGreaterThan(90)
    for (const { name, runs, ...schedule } of completed)
      expect({ name, runs: countRuns(schedule) }).toEqual({ name, runs })
  })
})

// The last run costs more than the one before if the chain also takes its commission, because it returns the rest.
describe('endsOnTime', () => {
  test.each<[name: string, end: number, fees: [before: string | undefined, last: string], expected: boolean]>([
    ['v1-forecast 82', 90, ['19040', '26936'], true],
    ['v1-forecast 83', 100, ['19040', '19040'], false],
    ['v1-forecast 84', 30, [undefined, '22840'], true],
    ['v1-truth-2 29', 300, ['19040', '24936'], true],
    ['v1-truth-2 30', 250, ['19040', '19040'], false],
    ['v1-truth-2 275', 300, ['19040', '19900'], true],
  ])('%s', (name, length, fees, expected) => {
    const { flow, runs } = flowNamed(name)
    const [next = 0n] = runs.map(({ scheduled }) => scheduled)
    const [end, interval] = [nanoseconds(flow.end_time), durationOf(flow.interval)]
    expect(runs.slice(-2).map(({ fee }) => fee?.amount)).toEqual(fees[0] ? fees : [fees[1]])
    expect(end - nanoseconds(flow.start_time)).toBe(BigInt(length) * second)
    expect(endsOnTime({ next, end, interval })).toBe(expected)
  })
})

describe('isScheduledAgain', () => {
  test('schedules each recorded run that followed another one, and none after the last one', () => {
    const runs = flows.flatMap(({ name, flow, runs }) => {
      const [end, interval] = [nanoseconds(flow.end_time), durationOf(flow.interval)]
      return runs
        .slice(0, -1)
        .map(run => ({ name, isUnmet: isUnmet(run), schedule: { next: run.scheduled, end, interval } }))
    })
    expect(runs.length).toBeGreaterThan(5_000)
    expect(runs.filter(({ schedule, isUnmet }) => !isScheduledAgain(schedule, isUnmet))).toEqual([])
    for (const { next, end, interval, runs } of recorded.filter(({ isCompleted }) => isCompleted)) {
      const last = next + interval * BigInt(runs - 1)
      expect(isScheduledAgain({ next: last, end, interval }, false)).toBe(false)
    }
  })

  test('v1-truth 99: no run exactly at the end follows a skipped run', () => {
    const { flow, runs } = flowNamed('v1-truth 99')
    const [end, interval] = [nanoseconds(flow.end_time), durationOf(flow.interval)]
    const next = runs.at(-1)?.scheduled ?? 0n
    expect([next, next + interval]).toEqual([nanoseconds(flow.exec_time), end])
    expect(isScheduledAgain({ next, end, interval }, true)).toBe(false)
    expect(isScheduledAgain({ next, end, interval }, false)).toBe(true)
  })
})

describe('not decided by a recording', () => {
  // `UpdateFlow` in x/intent/keeper/msg_server.go changes the end without the queue of the chain.
  test('an end that the owner moves before the next run', () => {
    expect(countRuns({ next: 100n, end: 90n, interval: 10n })).toBe(1)
    expect(endsOnTime({ next: 100n, end: 90n, interval: 10n })).toBe(false)
  })
})
