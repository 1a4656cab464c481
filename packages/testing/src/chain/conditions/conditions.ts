import { isInterchain } from '../packets.js'
import type { Comparison, Conditions, FeedbackLoop, Flow, HistoryEntry, IcqConfig } from '../state.js'
import { ComparisonError, evaluate, valueIn } from './comparisons.js'
import type { ChainRules } from './rules.js'

export interface Evidence {
  history: (flowId: string) => readonly HistoryEntry[]
  queried: readonly string[]
  rules: ChainRules
}

/** Checks whether a flow may run. It may have to skip this run, stop for good, or fail because of a comparison. */
export function checkConditions(flow: Flow, evidence: Evidence): 'met' | 'skip' | 'stop' | ComparisonError {
  const conditions = flow.conditions
  if (!conditions) return 'met'
  const isMet = checkComparisons(flow, conditions, evidence)
  if (isMet instanceof ComparisonError) return isMet
  const allowed = dependencies(conditions, evidence)
  return isMet || allowed === 'stop' ? allowed : 'skip'
}

export function asksAnotherChain(flow: Flow): boolean {
  return countQueries(flow) > 0
}

/** The chain sets no time for the timeout, so it treats each response as late. It doesn't send a query whose key isn't base64. */
export function canBeAnswered(flow: Flow): boolean {
  return queriesOf(flow).every(
    ({ timeoutPolicy, queryKey }) => timeoutPolicy !== 'REJECT_QUERY_RESPONSE' && base64.test(queryKey),
  )
}

const base64 = /^([A-Za-z\d+/]{4})*([A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/

export function countQueries(flow: Flow): number {
  return queriesOf(flow).length
}

function queriesOf({ conditions }: Flow): IcqConfig[] {
  if (!conditions) return []
  return [...conditions.comparisons, ...conditions.feedbackLoops].flatMap(({ icqConfig }) => icqConfig ?? [])
}

function dependencies(conditions: Conditions, { history }: Evidence): 'met' | 'skip' | 'stop' {
  const some = (ids: readonly string[], wanted: boolean) =>
    ids.some(id => {
      const entry = history(id).at(-1)
      return entry !== undefined && (entry.executed && entry.errors.length === 0) === wanted
    })
  if (some(conditions.stopOnSuccessOf, true) || some(conditions.stopOnFailureOf, false)) return 'stop'
  return some(conditions.skipOnSuccessOf, true) || some(conditions.skipOnFailureOf, false) ? 'skip' : 'met'
}

function checkComparisons(flow: Flow, conditions: Conditions, evidence: Evidence): boolean | ComparisonError {
  const { comparisons, useAndForComparisons } = conditions
  if (comparisons.length === 0) return true
  let query = 0
  const results = comparisons.map(comparison => {
    const queried = comparison.icqConfig ? evidence.queried[query++] : undefined
    return resultOf(flow, comparison, queried, evidence)
  })
  if (useAndForComparisons) return results.find(result => result !== true) ?? true
  if (results.includes(true)) return true
  return results.findLast(result => result instanceof ComparisonError) ?? false
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
 * message. If it is an error, the run fails.
 */
export function checkFeedbackLoops(
  flow: Flow,
  messagesOf: (flowId: string) => number | undefined,
  history: Evidence['history'],
): 'none' | 'idle' | Error {
  const loops = flow.conditions?.feedbackLoops ?? []
  const sourceOf = ({ flowId }: FeedbackLoop) => (flowId === '0' ? flow.id : flowId)
  const errors = loops.flatMap(loop => {
    const count = messagesOf(sourceOf(loop))
    if (count === undefined) return `invalid feedback loop FlowID: ${sourceOf(loop)} (not found)`
    if (loop.msgsIndex < count) return []
    return `invalid feedback loop MsgsIndex: ${loop.msgsIndex} (only ${count} messages in flow ${sourceOf(loop)})`
  })
  if (errors.length > 0) return new Error(errors.join('; '))
  if (loops.some(({ msgsIndex }) => msgsIndex === 0)) return 'idle'
  for (const loop of loops.filter(loop => readsValue(loop, flow))) {
    const responses = history(sourceOf(loop)).at(-1)?.msgResponses ?? []
    if (responses.length <= loop.responseIndex) continue
    try {
      valueIn(loop, responses[loop.responseIndex])
    } catch (error) {
      if (!(error instanceof ComparisonError)) throw error
      return new Error(`setting flow result: error getting value from response: ${error.message}`)
    }
  }
  return 'none'
}

/** Whether a run of the flow can differ from its messages. */
export function changesMessages(flow: Flow): boolean {
  const loops = flow.conditions?.feedbackLoops ?? []
  return loops.some(loop => loop.icqConfig !== null || readsValue(loop, flow))
}

function readsValue({ msgsIndex, responseIndex, responseKey, icqConfig }: FeedbackLoop, flow: Flow): boolean {
  const first = Math.min(...(flow.conditions?.feedbackLoops ?? []).map(loop => loop.msgsIndex))
  const hasResponse = flow.configuration?.saveResponses === true && responseIndex < first
  const isInRange = msgsIndex === first && msgsIndex < flow.msgs.length - first
  return !isInterchain(flow) && !icqConfig && responseKey !== '' && hasResponse && isInRange
}
