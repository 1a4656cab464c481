import type {
  ChainRelease,
  Comparison,
  FeedbackLoop,
  Flow,
  FlowConditions,
  FlowHistoryEntry,
  FlowHistoryPage,
} from '@flow-query/core'
import { balanceDenom, describeRules, formatAmount, formatNumber, type Phrase } from '@flow-query/format'
import { type ConditionResults, evaluateConditions } from '@flow-query/insights'
import { readBase64 } from '../history/base64'

export interface Condition {
  /** The condition in English. */
  phrase: Phrase
  /** The flow whose runs decide whether the condition is met. It can be another flow. */
  flowId: string
  /** The index of the interchain query whose response the condition uses, or null if it uses a message response. */
  query: number | null
  /** Whether the flow doesn't save the responses that the condition needs. The phrase describes the consequence. */
  isUnsaved: boolean
  rule: Rule
}

type Rule = { kind: 'compares'; comparison: Comparison } | { kind: 'takes'; loop: FeedbackLoop } | { kind: Dependency }
type Dependency = 'stopOnSuccessOf' | 'stopOnFailureOf' | 'skipOnSuccessOf' | 'skipOnFailureOf'

/** In the same order as in `describeRules`. */
const dependencies: readonly Dependency[] = ['stopOnSuccessOf', 'stopOnFailureOf', 'skipOnSuccessOf', 'skipOnFailureOf']

export function conditionsOf(flow: Flow): Condition[] {
  const { conditions: phrases } = describeRules(flow)
  let queries = 0
  const source = ({ flowId, icqConfig }: Comparison | FeedbackLoop) => ({
    flowId: icqConfig || isItself(flowId) ? flow.id : flowId,
    query: icqConfig ? queries++ : null,
    isUnsaved: !icqConfig && isItself(flowId) && !flow.configuration.saveResponses,
  })
  const { comparisons, feedbackLoops } = flow.conditions
  const rules = [
    ...comparisons.map(comparison => ({ ...source(comparison), rule: { kind: 'compares' as const, comparison } })),
    ...feedbackLoops.map(loop => ({ ...source(loop), rule: { kind: 'takes' as const, loop } })),
    ...dependencies.flatMap(kind => dependsOn(flow.conditions, kind)),
  ]
  return rules.map((rule, index) => ({ ...rule, phrase: phrases[index] ?? [] }))
}

function isItself(flowId: string): boolean {
  return flowId === '0' || flowId === ''
}

function dependsOn(conditions: FlowConditions, kind: Dependency): Omit<Condition, 'phrase'>[] {
  return conditions[kind].map(flowId => ({ flowId, query: null, isUnsaved: false, rule: { kind } }))
}

export interface ConditionResult {
  /** Whether the condition is met, `fails` if the chain can't evaluate it, or null if it is not known. */
  holds: boolean | 'fails' | null
  /** Whether the other flow runs, or gets an answer, before the next run that checks the condition. */
  mayChange?: boolean
  /** The current value, in the format that the chain compares. Null if it is not known. */
  found: string | null
}

/** The runs that decide a condition. */
export interface ConditionRuns {
  /** The flow that the condition is about. */
  of: Flow
  /** Its newest runs. */
  newest: FlowHistoryPage
  release: ChainRelease
}

/** Evaluates a condition. Returns null if its phrase already says that it has no value. */
export function evaluateCondition(
  { rule, query, isUnsaved, flowId }: Condition,
  flow: Flow,
  { of, newest, release }: ConditionRuns,
): ConditionResult | null {
  if (isUnsaved) return null
  if (rule.kind === 'takes') return { holds: null, found: valueFound(newest.history, query, rule.loop) }
  const results = evaluateConditions(flow, { flows: [of], histories: { [flowId]: newest }, release })
  if (rule.kind !== 'compares')
    return {
      holds: applies(rule.kind, results.succeeded[flowId]),
      mayChange: mayChange(of, newest.history[0], flow),
      found: null,
    }
  const result = results.comparisons[flow.conditions.comparisons.indexOf(rule.comparison)]
  return {
    holds: result === undefined || result === 'unknown' ? null : result,
    found: valueFound(newest.history, query, rule.comparison),
  }
}

function mayChange(of: Flow, newest: FlowHistoryEntry | undefined, { execTime }: Flow): boolean {
  if (newest && isUnanswered(newest)) return true
  const next = Date.parse(of.execTime)
  const runsAgain = !newest || Date.parse(newest.scheduledExecTime) < next
  return runsAgain && next < Date.parse(execTime)
}

function isUnanswered({ executed, timedOut, errors, packetSequences }: FlowHistoryEntry): boolean {
  return !executed && !timedOut && errors.length === 0 && packetSequences.length > 0
}

function applies(kind: Dependency, succeeded: ConditionResults['succeeded'][string]): boolean | null {
  if (succeeded === undefined) return null
  return succeeded === (kind === 'stopOnSuccessOf' || kind === 'skipOnSuccessOf')
}

function valueFound(
  newest: readonly FlowHistoryEntry[],
  query: number | null,
  { responseIndex, responseKey, icqConfig }: Comparison | FeedbackLoop,
): string | null {
  if (query !== null) {
    const answer = newest.find(entry => entry.queryResponses.length > query)?.queryResponses[query]
    const text = answer === undefined ? null : readBase64(answer).text
    return text === null ? null : text + ((icqConfig && balanceDenom(icqConfig)) ?? '')
  }
  const responses = newest.find(entry => entry.msgResponses.length > 0)?.msgResponses
  return valueAt(responses?.[responseIndex], responseKey)
}

/**
 * Reads a path such as `Amount.[0]` from a response. The path consists of Go field names and array indexes. A coin becomes a string
 * such as `1000uinto`.
 */
function valueAt(response: unknown, key: string): string | null {
  let value = response
  for (const step of key.split('.').filter(Boolean)) {
    if (typeof value !== 'object' || value === null) return null
    const name = step.replace(/[[\]]/g, '').toLowerCase()
    value = Object.entries(value).find(([field]) => field.replaceAll('_', '').toLowerCase() === name)?.[1]
  }
  if (typeof value === 'object' && value !== null && 'amount' in value && 'denom' in value)
    return `${value.amount}${value.denom}`
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : null
}

/** Whether a condition currently prevents a successful run. */
export function blocksRun({ rule }: Condition, { holds }: ConditionResult): boolean {
  return holds === 'fails' || holds === (rule.kind !== 'compares')
}

/** Describes the result of a condition: `Met now. Current value: 0.5 INTO`, `Does not apply now`, `Not known yet`. */
export function describeResult({ rule }: Condition, { holds, found, mayChange }: ConditionResult): string {
  const value = found === null ? null : `Current value: ${formatFound(found)}`
  if (rule.kind === 'takes') return value ?? 'Not known yet'
  if (rule.kind === 'compares') return [describeComparison(holds, found), value].filter(Boolean).join('. ')
  if (holds === null) return 'Not known yet'
  return `${holds ? 'Applies now' : 'Does not apply now'}${mayChange ? ', but may change before the next run' : ''}`
}

function describeComparison(holds: ConditionResult['holds'], found: string | null): string {
  switch (holds) {
    case 'fails':
      return 'Can’t be evaluated, so the run fails'
    case true:
      return found === null ? 'Met now, because there is no value to compare' : 'Met now'
    case false:
      return 'Not met now'
    case null:
      return 'Not known yet'
  }
}

/** Formats coins (`1000uinto` as `0.001 INTO`) and numbers. Other text stays unchanged. */
function formatFound(found: string): string {
  const [, amount, denom] = /^(\d+)([a-z][\w/:.-]{2,127})$/i.exec(found) ?? []
  return amount && denom ? formatAmount({ amount, denom }) : formatNumber(found)
}
