import { executionProblem } from './status.js'
import type { AnyMessage, FeedbackLoop, FlowHistoryEntry } from './types.js'

/** The messages of a failed run that took effect nevertheless, by their index, from {@link effectsOfFailure}. */
export interface FailureEffects {
  /** The messages that took effect. */
  certain: readonly number[]
  /** Transfers to another chain that took effect, unless they or a message before them failed. */
  possible: readonly number[]
}

/** The part of a flow that decides which messages of a failed run took effect. */
export interface FlowWithMessages {
  msgs: readonly AnyMessage[]
  conditions: { feedbackLoops: readonly Pick<FeedbackLoop, 'msgsIndex'>[] }
}

/**
 * Returns the messages that took effect although a run failed, or null if no message did.
 *
 * The chain executes the messages before the first feedback loop separately, so they stay if a later message fails. A failing message
 * also doesn't undo a `MsgTransfer` before it. Pass the messages at the time of the run, because an update can change them.
 *
 * @example
 * const effects = effectsOfFailure(entry, flow)
 * if (effects) console.log(`These messages took effect: ${effects.certain.map(index => index + 1)}`)
 */
export function effectsOfFailure(
  { executed, errors }: Pick<FlowHistoryEntry, 'executed' | 'errors'>,
  { msgs, conditions }: FlowWithMessages,
): FailureEffects | null {
  const failure = errors.find(error => executionProblem(error) !== 'feeNotCollected')
  if (failure === undefined) return null
  const hasExecutedAll = executed && !messageError.test(failure)
  const first = hasExecutedAll ? msgs.length : Math.min(msgs.length, ...conditions.feedbackLoops.map(indexOf))
  // The last message of a part can't be followed by one that fails.
  const [from, to] = executed ? [first, msgs.length - 1] : [0, first - 1]
  const isLocal = localError.test(failure)
  const indexes = Array.from(msgs.keys())
  const certain = indexes.filter(index => executed && index < first)
  const possible = indexes.filter(index => isLocal && index >= from && index < to && isTransfer(msgs[index]))
  return certain.length + possible.length > 0 ? { certain, possible } : null
}

/** The chain also reports a feedback loop that names another flow and is invalid, although the messages succeed. */
const messageError = /msg handling error|setting flow result/
const localError = /could not execute local flow/

function indexOf({ msgsIndex }: Pick<FeedbackLoop, 'msgsIndex'>): number {
  return msgsIndex
}

function isTransfer(message: AnyMessage | undefined): boolean {
  return message?.['@type'].endsWith('.MsgTransfer') ?? false
}
