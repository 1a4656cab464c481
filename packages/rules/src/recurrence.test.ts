import { describe, expect, test } from 'vitest'
import { durationOf, flows, isInterchain, isUnmet, nanoseconds } from '../test/recordings.js'
import { continues, type FinishedRun, type RunResult, readsRunBefore, resultOf } from './recurrence.js'
import { earlierRules, newestRules } from './releases.js'
import { isScheduledAgain } from './schedule.js'

const succeeded = { hasErrors: false, isOpen: false }
const failed = { hasErrors: true, isOpen: false }
const open = { hasErrors: false, isOpen: true }

const local = { isUnmet: false, isRemote: false }
const unmet = { isUnmet: true, isRemote: false }
const remote = { isUnmet: false, isRemote: true }

const always = { stopOnSuccess: false, stopOnFailure: false }
const stopOnSuccess = { stopOnSuccess: true, stopOnFailure: false }
const stopOnFailure = { stopOnSuccess: false, stopOnFailure: true }
const both = { stopOnSuccess: true, stopOnFailure: true }

describe('continues', () => {
  test.each<[flow: string, typeof always, run: FinishedRun, before: RunResult | undefined, expected: boolean]>([
    ['v1-outcomes 25, run 1', stopOnFailure, { ...local, ...failed }, undefined, false],
    ['v1-outcomes 26, run 1', stopOnSuccess, { ...local, ...succeeded }, undefined, false],
    ['v1-outcomes 27, run 2', both, { ...local, ...succeeded }, succeeded, true],
    ['v1-truth 29, run 1', stopOnSuccess, { ...local, ...failed }, undefined, true],
    ['v1-truth 29, run 9', stopOnSuccess, { ...local, ...succeeded }, failed, false],
    ['v1-truth-2 20, run 1, without a message', always, { ...local, ...open }, undefined, false],
    ['v1-outcomes 39, run 1, skipped', always, { ...unmet, ...open }, undefined, true],
    ['v1-truth 33, run 2, skipped', always, { ...unmet, ...open }, succeeded, true],
    ['v1-truth 33, run 3, skipped', always, { ...unmet, ...open }, open, false],
    ['v1-truth 35, run 3, an invalid condition', always, { ...unmet, ...failed }, failed, true],
    ['v1-truth 99, run 2, skipped after a query', always, { ...remote, ...succeeded, isUnmet: true }, succeeded, true],
    ['v1-truth 79, run 1, sent', stopOnSuccess, { ...remote, ...open }, undefined, false],
    ['v1-truth-2 183, run 1, sent', stopOnFailure, { ...remote, ...open }, undefined, true],
    ['v1-truth-2 183, run 2, after a failure', stopOnFailure, { ...remote, ...open }, failed, false],
    ['v1-truth 101, run 2, after a success', always, { ...remote, ...failed }, succeeded, true],
    ['v1-truth 77, run 2, after no answer', always, { ...remote, ...open }, open, false],
  ])('%s', (_, settings, run, before, expected) => {
    expect(continues(settings, run, before, newestRules)).toBe(expected)
  })
})

/** The answer of another chain. It is added to the entry after the chain has decided. */
const isAnswer = (error: string) => error.startsWith('error handling packet on host chain')

/** The recorded runs that don't end a flow because of its schedule, its fees or other flows. */
const decidedRuns = flows.flatMap(({ name, flow, runs, isCut }) => {
  const { conditions, configuration, end_time, exec_time, interval } = flow
  const isRemote = isInterchain(flow)
  if (conditions.stop_on_success_of.length + conditions.stop_on_failure_of.length > 0) return []
  return runs.flatMap((run, index) => {
    const before = runs[index - 1]
    const isSkipped = isUnmet(run)
    const schedule = { next: run.scheduled, end: nanoseconds(end_time), interval: durationOf(interval) }
    const errors = isRemote ? run.errors.filter(error => !isAnswer(error)) : run.errors
    const isUnpaid = errors.some(error => error.includes('balance too low to deduct expected fee'))
    if ((isCut && !before) || isUnpaid || !isScheduledAgain(schedule, isSkipped)) return []
    const settings = { stopOnSuccess: configuration.stop_on_success, stopOnFailure: configuration.stop_on_failure }
    const finished = { ...resultOf({ ...run, errors }), isUnmet: isSkipped, isRemote }
    return {
      name: `${name}, run ${index + 1}`,
      isContinued: (runs[index + 1]?.scheduled ?? nanoseconds(exec_time)) > run.scheduled,
      expected: continues(settings, finished, before && resultOf(before), newestRules),
    }
  })
})

test('decides for each recorded run whether the flow continues', () => {
  const wrong = decidedRuns.filter(({ isContinued, expected }) => isContinued !== expected)
  expect(wrong.map(({ name }) => name)).toEqual([])
  expect(decidedRuns.filter(({ isContinued }) => isContinued).length).toBeGreaterThan(6_000)
  expect(decidedRuns.filter(({ isContinued }) => !isContinued)).toHaveLength(80)
})

describe('not decided by a recording', () => {
  // All recorded nodes ran release 1.1.0. `HandleFlow` in x/intent/keeper/abci.go of v1.0.7 decides before it adds the entry.
  test.each([
    ['a local run without a result', { ...local, ...open }, succeeded, true],
    ['a local run after a run without a result', { ...local, ...succeeded }, open, false],
  ])('release 1.0.7: %s', (_, run, before, expected) => {
    expect(continues(always, run, before, earlierRules)).toBe(expected)
    expect(continues(always, run, before, newestRules)).toBe(!expected)
    expect([readsRunBefore(run, earlierRules), readsRunBefore(run, newestRules)]).toEqual([true, false])
  })

  // `scheduleNextExecution` in x/intent/keeper/abci.go also applies the settings to a skipped run.
  test.each([
    ['stopOnSuccess after a success', stopOnSuccess, succeeded, false],
    ['stopOnSuccess after a failure', stopOnSuccess, failed, true],
    ['stopOnFailure after a success', stopOnFailure, succeeded, true],
    ['stopOnFailure after a failure', stopOnFailure, failed, false],
  ])('a skipped run with %s', (_, settings, before, expected) => {
    expect(continues(settings, { ...unmet, ...open }, before, newestRules)).toBe(expected)
  })

  test('both settings of an interchain flow', () => {
    expect(continues(both, { ...remote, ...open }, failed, newestRules)).toBe(true)
  })
})
