import type { BlockTime, ChainRelease, Flow, FlowHistoryEntry } from '@flow-query/core'
import { type ExecutionOutcome, executionOutcome, executionProblem, flowStatus, toMilliseconds } from '@flow-query/core'
import { clockTime, hasQuery } from '@flow-query/core/parts/runs'
import { type DeadQuery, readsRunBefore } from '@flow-query/rules'
import { releases } from '../releases.js'
import { deadQueryIn } from './dead-query.js'
import { type NewestEntries, type NewestRuns, newestRuns, type Run } from './runs.js'

/**
 * The rule that stopped a flow. Most rules are named after a field of the flow:
 * - `stopOnSuccess`, `stopOnFailure`, `stopOnTimeout`: the flow's configuration. If `stopOnSuccess` and `stopOnFailure` are both set, neither applies
 * - `stopOnSuccessOf`, `stopOnFailureOf`: a condition about another flow
 * - `comparisons`, `skipOnSuccessOf`, `skipOnFailureOf`: a condition that skipped runs. Since release 1.0.5, a flow stops after two
 *   skipped runs in a row.
 * - `conditions`: one of several conditions
 *
 * The others are rules of the chain:
 * - `feeBalanceTooLow`: no account could pay for a run
 * - `unacknowledgedRun`: another chain had not acknowledged a run when the next one was due
 * - `sentRun`: a run was sent to another chain, which ended a flow in releases 1.0.5 and 1.0.6
 * - `idleRun`: a run executed no message, because a feedback loop changes the first one
 * - `unansweredQuery`: another chain did not answer a query that the flow needs before a run
 * - `unknown`: the known runs don't show the reason
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
  | 'unacknowledgedRun'
  | 'sentRun'
  | 'idleRun'
  | 'unansweredQuery'
  | 'unknown'

export interface StopReason {
  rule: StopRule
  /** The run that the rule applied to, or the last run if the rule is `unknown`. */
  run: Run | null
  flowIds: string[]
  /** Only set for `stopOnSuccess`, if the run didn't succeed but was skipped, or sent to another chain where it may have failed. */
  countedAsSuccess?: 'sent' | 'skipped'
  /** Only set if the conditions were not met in the second-to-last run, because this stops a flow immediately. */
  isBeforeLastRun?: true
  /** Only set if a skipped run stopped the flow one run later, because its messages run on another chain. */
  isOneRunLate?: true
  /** Only set for `unansweredQuery`, if no answer can start a run of the flow. */
  deadQuery?: DeadQuery
  /** Only set if the conditions of the last run could not be checked, which stops a flow like a skip. */
  isUnchecked?: true
}

/**
 * Returns why a flow stopped before its end time, or why its last run didn't start. Returns null otherwise.
 *
 * The newest three entries are enough. The rule is `unknown` if no rule explains the stop, if two rules do, or if the flow was
 * changed after its last run, because other rules may have applied before.
 *
 * @example
 * const page = await client.flowHistory({ id: flow.id, limit: 3, reverse: true })
 * const reason = stopReason(flow, page, time)
 * if (reason?.rule === 'feeBalanceTooLow') console.log(`Run ${reason.run?.number} could not be paid for`)
 *
 * @param time the newest block, from `chainTime`
 * @param release the rules of the chain when the flow stopped, as in the facts from `readForecastFacts`
 * @throws {FlowQueryError} with kind `argument` if `time` isn't the time of a block
 */
export function stopReason(
  flow: Flow,
  newest: NewestEntries,
  time: BlockTime,
  release: ChainRelease = 'current',
): StopReason | null {
  const runs = newestRuns(newest)
  const status = flowStatus(flow, time, { newest: runs.entries[0] })
  const lastRunDue = clockTime(runs.entries[0]?.scheduledExecTime ?? '')
  const lacksLastRun = status === 'completed' && hasQuery(flow) && !(lastRunDue >= clockTime(flow.execTime))
  if (status !== 'stopped' && !lacksLastRun) return null
  const [last, before] = runs.entries
  const because = (rule: StopRule, index = 0): StopReason => ({
    rule,
    run: runs.entries[index] ? runs.runAt(index) : null,
    flowIds: [],
  })

  // A run that was due but has no entry has waited for the answer to a query.
  const withoutEntry = (): StopReason => {
    if (!hasQuery(flow)) return because('unknown')
    const deadQuery = deadQueryIn(flow, runs.entries)
    const run = { ...runs.runAt(-1), time: flow.execTime }
    return { rule: 'unansweredQuery', run, flowIds: [], ...(deadQuery && { deadQuery }) }
  }
  if (!last) return withoutEntry()

  const due = clockTime(flow.execTime)
  const lastDue = clockTime(last.scheduledExecTime)
  if (lastDue === due && last.errors.some(message => executionProblem(message) === 'feeBalanceTooLow'))
    return because('feeBalanceTooLow')
  if (flow.updateHistory.some(time => clockTime(time) > clockTime(last.actualExecTime))) return because('unknown')

  const { stopOnSuccess, stopOnFailure, stopOnTimeout } = flow.configuration
  const isInterchain = flow.selfHostedIca !== null || flow.trustlessAgent !== null
  const { rules, endsSentRuns } = releases[release]
  const readsBefore = rules !== undefined && readsRunBefore({ isUnmet: false, isRemote: isInterchain }, rules)
  // If the previous run has no result when the next one is due, the next one is the last. The chain records a late timeout of either
  // run in the last run.
  const wasUnacknowledged = readsBefore && before !== undefined && before.packetSequences.length > 0 && isOpen(before)
  if (stopOnTimeout && last.timedOut && !wasUnacknowledged) return because('stopOnTimeout')

  if (lastDue < due) return withoutEntry()
  if (lastDue !== due) return because('unknown')

  const outcome = executionOutcome(last, flow, time)
  // If both settings are on, the chain ignores them.
  if (stopOnSuccess !== stopOnFailure) {
    const failedBefore = readsBefore && before !== undefined && before.errors.length > 0
    const counted = stopOnSuccess && !failedBefore ? countedAsSuccess(last, outcome) : null
    if (counted)
      return { ...because('stopOnSuccess'), ...(counted === 'succeeded' ? {} : { countedAsSuccess: counted }) }
    if (stopOnFailure && last.errors.some(message => executionProblem(message) !== 'otherChain'))
      return because('stopOnFailure')
    // A failure on another chain stops the flow one run later.
    if (stopOnFailure && readsBefore && before?.errors.length) return because('stopOnFailure', 1)
  }
  if (stopOnTimeout && before?.timedOut) return because('stopOnTimeout', 1)

  const failedConditions = last.errors.some(message => executionProblem(message) === 'conditionsNotMet')
  // Since release 1.0.5, a run without a result also stops a flow whose next conditions can't be checked.
  const followsSkip = before !== undefined && isOpen(before) && before.packetSequences.length === 0
  if (failedConditions && (isBeforeLastRun(flow) || followsSkip)) {
    const conditions = present(flow, skipConditions)
    return {
      ...because('conditions'),
      ...(conditions.length > 0 && oneOf(flow, conditions)),
      ...(isBeforeLastRun(flow) && { isBeforeLastRun: true as const }),
      isUnchecked: true,
    }
  }
  if (outcome === 'idle') return because('idleRun')
  if (outcome !== 'skipped') {
    if (wasUnacknowledged) return because('unacknowledgedRun', 1)
    const isSent = last.packetSequences.length > 0
    if (readsBefore && followsSkip && isSent)
      return { run: runs.runAt(1), ...oneOf(flow, present(flow, skipConditions)), isOneRunLate: true }
    return because(endsSentRuns && isSent && !hasQuery(flow) ? 'sentRun' : 'unknown')
  }
  if (!wasUnacknowledged) return { run: runs.runAt(0), ...skippedBy(flow, runs, time) }
  return present(flow, stopConditions).length > 0 ? because('unknown') : because('unacknowledgedRun', 1)
}

function countedAsSuccess(entry: FlowHistoryEntry, outcome: ExecutionOutcome): 'succeeded' | 'sent' | 'skipped' | null {
  if (outcome === 'succeeded' || outcome === 'skipped') return outcome
  const failedHere = entry.errors.some(message => executionProblem(message) !== 'otherChain')
  return failedHere ? null : 'sent'
}

const stopConditions = ['stopOnSuccessOf', 'stopOnFailureOf'] as const
const skipConditions = ['comparisons', 'skipOnSuccessOf', 'skipOnFailureOf'] as const
type Condition = (typeof stopConditions | typeof skipConditions)[number]

function skippedBy(
  flow: Flow,
  { entries, isWhole }: NewestRuns,
  time: BlockTime,
): Pick<StopReason, 'rule' | 'flowIds' | 'isBeforeLastRun'> {
  const stops = present(flow, stopConditions)
  const skips = present(flow, skipConditions)
  const wasSkipped = (entry: FlowHistoryEntry) => isOpen(entry) && executionOutcome(entry, flow, time) === 'skipped'
  const others = entries.slice(1).findIndex(entry => !wasSkipped(entry))
  const inARow = others < 0 ? entries.length : others + 1
  // Since release 1.0.5, the second skip in a row stops a flow. If a flow was skipped three times in a row, its chain doesn't stop
  // flows because of skips.
  if (others < 0 && !isWhole && inARow < 3) return oneOf(flow, stops.length && skips.length ? [] : [...stops, ...skips])
  if (inARow === 1 && isBeforeLastRun(flow) && skips.length)
    return { ...oneOf(flow, [...stops, ...skips]), ...(stops.length ? {} : { isBeforeLastRun: true }) }
  return oneOf(flow, inARow === 2 ? skips : stops)
}

function isBeforeLastRun({ execTime, endTime, interval }: Flow): boolean {
  return clockTime(execTime) + toMilliseconds(interval) >= clockTime(endTime)
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

function isOpen({ executed, errors, queryResponses }: FlowHistoryEntry): boolean {
  return !executed && errors.length === 0 && queryResponses.length === 0
}
