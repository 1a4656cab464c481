import type { StopReason, StopRule } from '@flow-query/core/insights'
import type { FlowPart, Phrase, RunPart } from './phrase.js'

/** Why a flow stopped before its end, with the rule: `Stopped: run 7 timed out, and it stops on a timeout`. */
export function describeStop(reason: StopReason): Phrase<FlowPart | RunPart> {
  const { what, rule } = stops[reason.rule](reason)
  return ['Stopped: ', ...what, ...(rule ?? [])]
}

/** The same for a row: `Stopped: run 7 timed out`. */
export function describeStopBriefly(reason: StopReason): Phrase<FlowPart | RunPart> {
  return ['Stopped: ', ...stops[reason.rule](reason).what]
}

/** What happened, and by which rule that stops a flow, where that does not go without saying. */
interface Stop {
  what: Phrase<FlowPart | RunPart>
  rule?: Phrase<FlowPart | RunPart>
}

const stops: Record<StopRule, (reason: StopReason) => Stop> = {
  stopOnSuccess: reason => ({ what: [runOf(reason), ' succeeded'], rule: [', and it stops on success'] }),
  stopOnFailure: reason => ({ what: [runOf(reason), ' failed'], rule: [', and it stops on failure'] }),
  stopOnTimeout: reason => ({ what: [runOf(reason), ' timed out'], rule: [', and it stops on a timeout'] }),
  stopOnSuccessOf: reason => ({ what: [...flowsOf(reason), ' succeeded'], rule: [', and it stops on that'] }),
  stopOnFailureOf: reason => ({ what: [...flowsOf(reason), ' failed'], rule: [', and it stops on that'] }),
  comparisons: reason => ({
    what: ['what it compares', ...(reason.flowIds.length ? [' of ', ...flowsOf(reason)] : []), ' did not hold'],
    rule: secondSkip(reason),
  }),
  skipOnSuccessOf: reason => ({ what: [...flowsOf(reason), ' had succeeded'], rule: secondSkip(reason) }),
  skipOnFailureOf: reason => ({ what: [...flowsOf(reason), ' had failed'], rule: secondSkip(reason) }),
  conditions: reason => ({
    what: ['one of its conditions ended it'],
    rule: [' at ', runOf(reason), ...(reason.flowIds.length ? ['; they look at ', ...flowsOf(reason, ' and ')] : [])],
  }),
  feeBalanceTooLow: reason => ({ what: [runOf(reason), ' could not be paid for'] }),
  unansweredRun: reason => ({
    what: [runOf(reason), ' had no answer'],
    rule: [' from the other chain when the next was due'],
  }),
  unansweredQuery: reason => ({
    what: [runOf(reason), ' never came'],
    rule: [', as another chain did not answer what is asked before each run'],
  }),
  unknown: () => ({ what: ['why is not known'], rule: [', as its runs do not tell'] }),
}

/** The chain's own rule for runs that conditions skip. */
function secondSkip(reason: StopReason): Stop['what'] {
  return [', and ', runOf(reason), ' was the second in a row to be skipped for it']
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
