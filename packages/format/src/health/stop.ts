import type { StopReason, StopRule } from '@flow-query/insights'
import type { FlowPart, Phrase, RunPart } from '../phrase.js'
import { deadQueries } from '../problem/dead-query.js'

/**
 * Describes why a flow stopped before its end time, with the rule, such as `Stopped: run 7 timed out, and the flow stops on a
 * timeout`.
 */
export function describeStop(reason: StopReason): Phrase<FlowPart | RunPart> {
  const { what, rule } = stopOf(reason)
  return ['Stopped: ', ...what, ...(rule ?? [])]
}

export function describeStopBriefly(reason: StopReason): Phrase<FlowPart | RunPart> {
  return ['Stopped: ', ...stopOf(reason).what]
}

interface Stop {
  what: Phrase<FlowPart | RunPart>
  rule?: Phrase<FlowPart | RunPart>
}

function stopOf(reason: StopReason): Stop {
  if (!reason.isUnchecked) return stops[reason.rule](reason)
  return {
    what: ['its conditions could not be checked'],
    rule: reason.isBeforeLastRun ? bySkip(reason) : [' at ', runOf(reason), ', right after a skipped run'],
  }
}

const stops: Record<StopRule, (reason: StopReason) => Stop> = {
  stopOnSuccess: reason => ({
    what: [runOf(reason), successes[reason.countedAsSuccess ?? 'succeeded']],
    rule: [
      reason.countedAsSuccess
        ? ', which counts as a success, and the flow stops on success'
        : ', and the flow stops on success',
    ],
  }),
  stopOnFailure: reason => ({ what: [runOf(reason), ' failed'], rule: [', and the flow stops on failure'] }),
  stopOnTimeout: reason => ({ what: [runOf(reason), ' timed out'], rule: [', and the flow stops on a timeout'] }),
  stopOnSuccessOf: reason => ({ what: [...flowsOf(reason), ' succeeded'], rule: [', which stops this flow'] }),
  stopOnFailureOf: reason => ({ what: [...flowsOf(reason), ' failed'], rule: [', which stops this flow'] }),
  comparisons: reason => ({
    what: ['its comparison', ...(reason.flowIds.length ? [' with ', ...flowsOf(reason)] : []), ' was not met'],
    rule: bySkip(reason),
  }),
  skipOnSuccessOf: reason => ({ what: [...flowsOf(reason), ' had succeeded'], rule: bySkip(reason) }),
  skipOnFailureOf: reason => ({ what: [...flowsOf(reason), ' had failed'], rule: bySkip(reason) }),
  conditions: reason => ({
    what: ['one of its conditions stopped it'],
    rule: [
      ' at ',
      runOf(reason),
      ...(reason.flowIds.length ? [', and its conditions depend on ', ...flowsOf(reason, ' and ')] : []),
    ],
  }),
  feeBalanceTooLow: reason => ({ what: [runOf(reason), ' could not be paid for'] }),
  unacknowledgedRun: reason => ({
    what: [runOf(reason), ' was not acknowledged'],
    rule: [' by the other chain in time, so the next run was the last'],
  }),
  sentRun: reason => ({
    what: [runOf(reason), ' was sent to the other chain'],
    rule: [', which ended each flow in releases 1.0.5 and 1.0.6'],
  }),
  idleRun: reason => ({
    what: [runOf(reason), ' executed no message'],
    rule: [', because a feedback loop changes the first message, and such a run ends a flow like a second skip'],
  }),
  unansweredQuery: reason => ({
    what: [runOf(reason), ' did not start'],
    rule: [
      reason.deadQuery
        ? `, because ${deadQueries[reason.deadQuery]}`
        : ', because the other chain did not answer a query in time',
    ],
  }),
  unknown: () => ({ what: ['the reason is unknown'], rule: [', because its runs don’t show it'] }),
}

const successes = { succeeded: ' succeeded', sent: ' was sent to the other chain', skipped: ' was skipped' }

function bySkip(reason: StopReason): Stop['what'] {
  if (reason.isBeforeLastRun) return [', which stops a flow right before its last run']
  if (reason.isOneRunLate)
    return [', and ', runOf(reason), ' was skipped, which stops a flow on another chain one run later']
  return [', and ', runOf(reason), ' was the second skipped run in a row']
}

function runOf({ run }: StopReason): string | RunPart {
  return typeof run?.number === 'number' ? { run: run.number } : 'a run'
}

function flowsOf({ flowIds }: StopReason, link = ' or '): Phrase {
  return flowIds.flatMap((flow, index) => {
    if (index === 0) return [{ flow }]
    return [index === flowIds.length - 1 ? link : ', ', { flow }]
  })
}
