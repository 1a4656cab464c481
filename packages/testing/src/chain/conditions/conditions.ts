import {
  type ComparisonResult,
  canBeSent,
  changesFirstMessage,
  combine,
  countBeforeLoops,
  createLoopRules,
  decidingFlows,
  dropsResponses,
  hasSucceeded,
  mayReplace,
  type ReleaseRules,
  repeatsQuery,
} from '@flow-query/rules'
import { isInterchain } from '../packets.js'
import type { AnyMessage, Comparison, Conditions, FeedbackLoop, Flow, HistoryEntry, IcqConfig } from '../state.js'
import { ComparisonError, evaluate, valueIn } from './comparisons.js'

export interface Evidence {
  history: (flowId: string) => readonly HistoryEntry[]
  queried: readonly string[]
  rules: ReleaseRules
}

/** Checks whether a flow may run. It may have to skip this run, stop for good, or fail because of a comparison. */
export function checkConditions(flow: Flow, evidence: Evidence): 'met' | 'skip' | 'stop' | ComparisonError {
  const conditions = flow.conditions
  if (!conditions) return 'met'
  const isMet = checkComparisons(flow, conditions, evidence)
  if (isMet instanceof ComparisonError) return isMet
  const { stoppedBy, skippedBy } = decidingFlows(conditions, flowId => hasSucceeded(evidence.history(flowId).at(-1)))
  if (stoppedBy.length > 0) return 'stop'
  return isMet && skippedBy.length === 0 ? 'met' : 'skip'
}

export function asksAnotherChain(flow: Flow): boolean {
  return countQueries(flow) > 0
}

export function canBeAnswered(flow: Flow): boolean {
  return queriesOf(flow).every(query => canBeSent(query) && !dropsResponses(query) && !repeatsQuery(query))
}

export function countQueries(flow: Flow): number {
  return queriesOf(flow).length
}

function queriesOf({ conditions }: Flow): IcqConfig[] {
  if (!conditions) return []
  return [...conditions.comparisons, ...conditions.feedbackLoops].flatMap(({ icqConfig }) => icqConfig ?? [])
}

function checkComparisons(flow: Flow, conditions: Conditions, evidence: Evidence): boolean | ComparisonError {
  const { comparisons, useAndForComparisons } = conditions
  let query = 0
  const results = comparisons.map(comparison => {
    const queried = comparison.icqConfig ? evidence.queried[query++] : undefined
    return resultOf(flow, comparison, queried, evidence)
  })
  const isMet = combine(results.map(asResult), useAndForComparisons)
  if (isMet !== 'fails') return isMet === true
  const errors = results.filter(result => result instanceof ComparisonError)
  return errors.at(useAndForComparisons ? 0 : -1) ?? false
}

function asResult(result: boolean | ComparisonError): ComparisonResult {
  return result instanceof ComparisonError ? 'fails' : result
}

function resultOf(
  flow: Flow,
  comparison: Comparison,
  queried: string | undefined,
  { history, rules }: Evidence,
): boolean | ComparisonError {
  const entries = history(comparison.flowId === '0' ? flow.id : comparison.flowId)
  const compared = entries.findLast(({ msgResponses }) => msgResponses.length > 0)
  if (queried === undefined && !compared) return true
  const input = {
    queried,
    responses: compared?.msgResponses ?? [],
    history: history(flow.id),
    hasDelta: rules.hasDelta,
  }
  try {
    return evaluate(comparison, input)
  } catch (error) {
    if (!(error instanceof ComparisonError)) throw error
    return new ComparisonError(`error in CompareResponseValue: ${error.message}`)
  }
}

/**
 * Returns the effect of a flow's feedback loops on its run. If the result is `idle`, no message runs, because a loop changes the first
 * message. If it is an error, the run fails, and if it has a `loopError`, it fails after the messages before the loop.
 */
export function checkFeedbackLoops(
  flow: Flow,
  messagesOf: (flowId: string) => number | undefined,
  history: Evidence['history'],
): 'none' | 'idle' | Error | { loopError: string } {
  const loops = flow.conditions?.feedbackLoops ?? []
  const sourceOf = ({ flowId }: FeedbackLoop) => (flowId === '0' ? flow.id : flowId)
  const errors = loops.flatMap(loop => {
    const count = messagesOf(sourceOf(loop))
    if (count === undefined) return `invalid feedback loop FlowID: ${sourceOf(loop)} (not found)`
    if (loop.msgsIndex < count) return []
    return `invalid feedback loop MsgsIndex: ${loop.msgsIndex} (only ${count} messages in flow ${sourceOf(loop)})`
  })
  if (errors.length > 0) return new Error(errors.join('; '))
  if (changesFirstMessage(loops)) return 'idle'
  for (const loop of loopsWithValues(flow)) {
    const responses = history(sourceOf(loop)).at(-1)?.msgResponses ?? []
    if (responses.length <= loop.responseIndex) continue
    try {
      valueIn(loop, responses[loop.responseIndex])
    } catch (error) {
      if (!(error instanceof ComparisonError)) throw error
      return { loopError: `setting flow result: error getting value from response: ${error.message}` }
    }
    // The chain counts the messages from the first one that a loop changes.
    if (!mayReplace(loop, flow.msgs[2 * loop.msgsIndex]))
      return new Error(
        `setting flow result: failed to traverse fields: ${loop.msgKey} can't be set to a ${loop.valueType}`,
      )
  }
  return 'none'
}

/** Returns the messages before the first feedback loop, which the chain executes separately, and the others. */
export function messageParts({ msgs, conditions }: Flow): [first: AnyMessage[], rest: AnyMessage[]] {
  const first = countBeforeLoops({ msgs, feedbackLoops: conditions?.feedbackLoops ?? [] })
  return [msgs.slice(0, first), msgs.slice(first)]
}

/** Returns the messages that feedback loops change. The node doesn't execute them, because their values are unknown. */
export function changedMessages({ msgs, conditions, configuration }: Flow): (AnyMessage | undefined)[] {
  const { feedbackLoops = [] } = conditions ?? {}
  const loops = { msgs, feedbackLoops, saveResponses: configuration?.saveResponses ?? false }
  const { changedMessage } = createLoopRules(loops)
  return feedbackLoops.map(loop => msgs[changedMessage(loop) ?? -1])
}

function loopsWithValues(flow: Flow): FeedbackLoop[] {
  const { msgs, conditions, configuration } = flow
  const { feedbackLoops = [] } = conditions ?? {}
  const { saveResponses = false } = configuration ?? {}
  const { readsResponse } = createLoopRules({ msgs, saveResponses, feedbackLoops })
  return isInterchain(flow) ? [] : feedbackLoops.filter(readsResponse)
}
