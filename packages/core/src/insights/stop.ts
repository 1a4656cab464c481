import { clockTime, toMilliseconds } from '../convert.js'
import { executionOutcome, executionProblem, flowStatus } from '../status.js'
import type { Flow, FlowHistoryEntry } from '../types.js'
import { type NewestEntries, type NewestRuns, newestRuns, type Run } from './runs.js'

/**
 * What stopped a flow. Most are named as the field of it that says so:
 *
 * - `stopOnSuccess`, `stopOnFailure`, `stopOnTimeout`: its configuration
 * - `stopOnSuccessOf`, `stopOnFailureOf`: a condition, as another flow went
 * - `comparisons`, `skipOnSuccessOf`, `skipOnFailureOf`: a condition; after the second skip in a row the chain stops a flow
 * - `conditions`: one of several conditions
 *
 * The others are rules of the chain:
 *
 * - `feeBalanceTooLow`: the account that pays held too little
 * - `unansweredRun`: another chain had not answered a run when the next was due
 * - `unansweredQuery`: another chain did not answer what it is asked before each run
 * - `unknown`: the entries given do not tell
 */
export type StopRule =
  | 'stopOnSuccess'
  | 'stopOnFailure'
  | 'stopOnTimeout'
  | 'stopOnSuccessOf'
  | 'stopOnFailureOf'
  | 'comparisons'
  | 'skipOnSuccessOf'
  | 'skipOnFailureOf'
  | 'conditions'
  | 'feeBalanceTooLow'
  | 'unansweredRun'
  | 'unansweredQuery'
  | 'unknown'

/** Why a flow is over before its end: see {@link stopReason}. */
export interface StopReason {
  rule: StopRule
  /** The run that the rule was about; the last one where the rule is `unknown`, null where there was none. */
  run: Run | null
  /** The other flows that the rule looks at: it was one of them. */
  flowIds: string[]
}

/**
 * Why a flow is over before its end; null when it is not.
 *
 * The newest three entries tell all that can be told. It is `unknown` rather than a guess where they do not: when nothing
 * that is known of the chain explains it, when two rules do, and when the flow was changed after its last run, for other
 * rules may have held then.
 *
 * @example
 * const page = await client.flowHistory({ id: flow.id, limit: 3, reverse: true })
 * const reason = stopReason(flow, page, Date.now())
 * if (reason?.rule === 'feeBalanceTooLow') console.log(`Run ${reason.run?.number} could not be paid for`)
 */
export function stopReason(flow: Flow, newest: NewestEntries, now: number | Date): StopReason | null {
  if (flowStatus(flow, now) !== 'stopped') return null
  const runs = newestRuns(newest)
  const [last, before] = runs.entries
  const because = (rule: StopRule, index = 0): StopReason => ({
    rule,
    run: runs.entries[index] ? runs.runAt(index) : null,
    flowIds: [],
  })

  const due = clockTime(flow.execTime)
  const lastDue = clockTime(last?.scheduledExecTime ?? '')
  if (lastDue === due && last?.errors.some(message => executionProblem(message) === 'feeBalanceTooLow'))
    return because('feeBalanceTooLow')
  if (last && flow.updateHistory.some(time => clockTime(time) > clockTime(last.actualExecTime)))
    return because('unknown')

  const { stopOnSuccess, stopOnFailure, stopOnTimeout } = flow.configuration
  if (stopOnTimeout && last?.timedOut) return because('stopOnTimeout')

  // A run that is due and leaves no entry waits for the answer to a query.
  if (!last || lastDue < due) {
    const timeout = queryTimeout(flow)
    if (timeout === null) return because('unknown')
    if (Number(now) < due + timeout) return null
    return { rule: 'unansweredQuery', run: { ...runs.runAt(-1), time: flow.execTime }, flowIds: [] }
  }
  if (lastDue !== due) return because('unknown')

  const outcome = executionOutcome(last, flow, now)
  // With both, the chain stops on neither.
  if (stopOnSuccess !== stopOnFailure) {
    if (stopOnSuccess && outcome === 'succeeded') return because('stopOnSuccess')
    if (stopOnFailure && last.errors.some(message => executionProblem(message) !== 'otherChain'))
      return because('stopOnFailure')
    // What failed on another chain stops the flow one run later.
    if (stopOnFailure && before?.errors.length) return because('stopOnFailure', 1)
  }
  if (stopOnTimeout && before?.timedOut) return because('stopOnTimeout', 1)

  // A run that finds the one before it without a result is the last, however it goes.
  const wasUnanswered = before && before.packetSequences.length > 0 && isOpen(before)
  if (outcome !== 'skipped') return wasUnanswered ? because('unansweredRun', 1) : because('unknown')
  if (!wasUnanswered) return { ...because('unknown'), ...skippedBy(flow, runs, now) }
  return present(flow, stopConditions).length > 0 ? because('unknown') : because('unansweredRun', 1)
}

const stopConditions = ['stopOnSuccessOf', 'stopOnFailureOf'] as const
const skipConditions = ['comparisons', 'skipOnSuccessOf', 'skipOnFailureOf'] as const
type Condition = (typeof stopConditions | typeof skipConditions)[number]

/** The condition by which the last run was skipped, and no other came after it. */
function skippedBy(
  flow: Flow,
  { entries, isWhole }: NewestRuns,
  now: number | Date,
): Pick<StopReason, 'rule' | 'flowIds'> {
  const stops = present(flow, stopConditions)
  const skips = present(flow, skipConditions)
  const wasSkipped = (entry: FlowHistoryEntry) => isOpen(entry) && executionOutcome(entry, flow, now) === 'skipped'
  const others = entries.slice(1).findIndex(entry => !wasSkipped(entry))
  const inARow = others < 0 ? entries.length : others + 1
  // A single skip stops no flow; a second does, but on no chain that went on to a third.
  if (others < 0 && !isWhole && inARow < 3) return oneOf(flow, stops.length && skips.length ? [] : [...stops, ...skips])
  return oneOf(flow, inARow === 2 ? skips : stops)
}

function present<Name extends Condition>({ conditions }: Flow, names: readonly Name[]): Name[] {
  return names.filter(name => conditions[name].length > 0)
}

function oneOf({ id, conditions }: Flow, names: readonly Condition[]): Pick<StopReason, 'rule' | 'flowIds'> {
  const [name = 'unknown', ...others] = names
  const ids = names.flatMap<string>(name =>
    name === 'comparisons' ? conditions.comparisons.map(({ flowId }) => flowId) : conditions[name],
  )
  return {
    rule: others.length > 0 ? 'conditions' : name,
    flowIds: Array.from(new Set(ids)).filter(flowId => flowId !== '0' && flowId !== id),
  }
}

/** Milliseconds that another chain has to answer what the flow asks before it runs; null for one that asks nothing. */
function queryTimeout({ conditions }: Flow): number | null {
  const queries = [...conditions.comparisons, ...conditions.feedbackLoops].map(({ icqConfig }) => icqConfig)
  const timeouts = queries.flatMap(query => (query ? [toMilliseconds(query.timeoutDuration) || 0] : []))
  return timeouts.length > 0 ? Math.max(...timeouts) : null
}

/** What the next run calls without a result: nothing done, no error, no answer to a query. */
function isOpen({ executed, errors, queryResponses }: FlowHistoryEntry): boolean {
  return !executed && errors.length + queryResponses.length === 0
}
