import { describe, expect, test } from 'vitest'
import { flowNamed, flows, isUnmet, nanoseconds, type Run } from '../test/recordings.js'
import { type ComparisonResult, canBeSent, combine, deadQueryOf, decidingFlows, dropsResponses } from './conditions.js'

describe('combine', () => {
  test.each<[name: string, run: number, results: ComparisonResult[], needsAll: boolean, expected: ComparisonResult]>([
    ['v1-truth 37', 2, [true, false], true, false],
    ['v1-truth-2 71', 2, [true], false, true],
    ['v1-truth-2 72', 2, [false], false, false],
    ['v1-outcomes 23', 2, ['fails'], true, 'fails'],
    ['v1-truth 35', 2, ['fails'], false, 'fails'],
    ['v1-truth 75', 2, [], false, true],
  ])('%s, run %i', (name, number, results, needsAll, expected) => {
    const { flow, runs } = flowNamed(name)
    const { comparisons, use_and_for_comparisons } = flow.conditions
    expect([comparisons.length, use_and_for_comparisons]).toEqual([results.length, needsAll])
    expect(combine(results, needsAll)).toBe(expected)
    const run = runs[number - 1]
    expect(run && outcomeOf(run)).toBe(expected)
  })
})

function outcomeOf(run: Run): ComparisonResult {
  if (!isUnmet(run)) return true
  return run.errors.length > 0 && 'fails'
}

describe('decidingFlows', () => {
  const dependent = flows.filter(({ folder, flow: { conditions } }) => {
    const { stop_on_success_of, stop_on_failure_of, skip_on_success_of, skip_on_failure_of } = conditions
    const ids = [stop_on_success_of, stop_on_failure_of, skip_on_success_of, skip_on_failure_of].flat()
    // `v1-outcomes` lacks earlier runs of the other flows.
    return ids.length > 0 && folder !== 'v1-outcomes'
  })

  test.each(dependent.map(recorded => [recorded.name, recorded] as const))('%s', (_, { folder, flow, runs }) => {
    const { stop_on_success_of, stop_on_failure_of, skip_on_success_of, skip_on_failure_of } = flow.conditions
    const dependencies = {
      stopOnSuccessOf: stop_on_success_of,
      stopOnFailureOf: stop_on_failure_of,
      skipOnSuccessOf: skip_on_success_of,
      skipOnFailureOf: skip_on_failure_of,
    }
    for (const [index, run] of runs.entries()) {
      const { stoppedBy, skippedBy } = decidingFlows(dependencies, id => hasSucceeded(`${folder} ${id}`, run))
      expect(stoppedBy.length + skippedBy.length > 0).toBe(isUnmet(run))
      const isOver = index === runs.length - 1 && nanoseconds(flow.exec_time) === run.scheduled
      if (stoppedBy.length > 0) expect(isOver).toBe(true)
    }
  })

  test('are 8 flows that were skipped or stopped, and 2 that never were', () => {
    const wasSkipped = dependent.filter(({ runs }) => runs.some(isUnmet))
    expect([wasSkipped.length, dependent.length - wasSkipped.length]).toEqual([8, 2])
  })
})

/** Whether the newest run of a flow before another flow's run succeeded. Null before its first run. */
function hasSucceeded(name: string, { actual, scheduled }: Run): boolean | null {
  const earlier = flows
    .find(other => other.name === name)
    ?.runs.findLast(run => run.actual < actual || (run.actual === actual && run.scheduled < scheduled))
  return earlier ? earlier.executed && earlier.errors.length === 0 : null
}

describe('queries', () => {
  test.each(['v1-interchain 19', 'v1-truth 99', 'v1-forecast 61'])('%s: the chain uses the response', name => {
    const { flow, runs } = flowNamed(name)
    const query = flow.conditions.comparisons[0]?.icq_config
    expect(runs[0]?.queryResponses).toHaveLength(1)
    expect(query?.timeout_policy).toBe('EXECUTE_QUERY_CALLBACK')
    expect(dropsResponses({ timeoutPolicy: query?.timeout_policy ?? '' })).toBe(false)
    expect(canBeSent({ queryKey: query?.query_key ?? '' })).toBe(true)
  })
})

describe('not decided by a recording', () => {
  // `checkComparisons` in x/intent/keeper/abci.go returns at the first result that decides.
  test.each<[results: ComparisonResult[], needsAll: boolean, expected: ComparisonResult]>([
    [['fails', false], true, 'fails'],
    [[false, 'fails'], true, false],
    [['fails', true], false, true],
    [['fails', false], false, 'fails'],
    [[false, 'fails'], false, 'fails'],
    [[false, true], false, true],
    [[true, true], true, true],
  ])('%j, needs all: %s', (results, needsAll, expected) => {
    expect(combine(results, needsAll)).toBe(expected)
  })

  // The chain has no result that is unknown.
  test.each<[results: ComparisonResult[], needsAll: boolean, expected: ComparisonResult]>([
    [['unknown', false], true, 'unknown'],
    [['unknown', true], true, 'unknown'],
    [['unknown', 'fails'], true, 'unknown'],
    [['unknown', 'fails'], false, 'unknown'],
    [['unknown', true], false, true],
  ])('%j, needs all: %s', (results, needsAll, expected) => {
    expect(combine(results, needsAll)).toBe(expected)
  })

  test('the flows with an unknown result', () => {
    const dependencies = { stopOnSuccessOf: ['1'], stopOnFailureOf: ['2'], skipOnSuccessOf: ['3'], skipOnFailureOf: [] }
    const decided = decidingFlows(dependencies, id => (id === '2' ? false : undefined))
    expect(decided).toEqual({ stoppedBy: ['2'], mayStop: ['1'], skippedBy: [], maySkip: ['3'] })
  })

  // `v1-drafts-2 icq-reject` has no run, but neither has `v1-drafts-2 icq-execute`, because the relayer was stopped. The policies are in
  // x/interchainquery/keeper/msg_server.go.
  test.each([
    ['REJECT_QUERY_RESPONSE', true],
    ['RETRY_QUERY_REQUEST', false],
  ])('responses to a query with %s', (timeoutPolicy, isDropped) => {
    expect(dropsResponses({ timeoutPolicy })).toBe(isDropped)
  })

  // `SubmitInterchainQuery` in x/intent/keeper/abci.go decodes the key.
  test.each([
    ['', true],
    ['AiA=', true],
    ['AiA', false],
    ['A_A=', false],
    ['not base64', false],
  ])('a query with the key %j', (queryKey, isSent) => {
    expect(canBeSent({ queryKey })).toBe(isSent)
  })

  // x/intent/abci.go only sends queries if one of the lists starts with one.
  test.each([
    ['REJECT_QUERY_RESPONSE', 'AiA=', 'queryResponseRejected'],
    ['RETRY_QUERY_REQUEST', 'AiA=', 'queryRepeated'],
    ['EXECUTE_QUERY_CALLBACK', 'AiA=', undefined],
    ['EXECUTE_QUERY_CALLBACK', 'A_A=', 'invalidQueryKey'],
  ])('a flow with a query with %s and the key %s', (timeoutPolicy, queryKey, expected) => {
    const icqConfig = { timeoutPolicy, queryKey }
    expect(deadQueryOf({ comparisons: [{ icqConfig }], feedbackLoops: [] })).toBe(expected)
    expect(deadQueryOf({ comparisons: [{ icqConfig: null }, { icqConfig }], feedbackLoops: [] })).toBeUndefined()
  })
})
