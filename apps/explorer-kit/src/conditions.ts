import {
  type Comparison,
  executionOutcome,
  type FeedbackLoop,
  type Flow,
  type FlowConditions,
  type FlowHistoryEntry,
} from '@flow-query/core'
import { balanceDenom, describeRules, formatAmount, formatNumber, type Phrase } from '@flow-query/words'
import { readBase64 } from './base64.js'
import type { OutcomeFlow } from './executions.js'
import { words } from './words.js'

/** One condition of a flow, in words, and the flow whose runs it looks at. */
export interface Condition {
  phrase: Phrase
  flowId: string
  /** Which answer of another chain it reads, counted over all conditions that ask one; null where it reads a response. */
  query: number | null
  rule: Rule
}

type Rule = { kind: 'compares'; comparison: Comparison } | { kind: 'takes'; loop: FeedbackLoop } | { kind: Dependency }
type Dependency = 'stopOnSuccessOf' | 'stopOnFailureOf' | 'skipOnSuccessOf' | 'skipOnFailureOf'

/** In the order of words' `describeRules`; the fee limit of an agent is not among them. */
const dependencies: readonly Dependency[] = ['stopOnSuccessOf', 'stopOnFailureOf', 'skipOnSuccessOf', 'skipOnFailureOf']

export function conditionsOf(flow: Flow): Condition[] {
  const { conditions: phrases } = describeRules(flow)
  let queries = 0
  const source = ({ flowId, icqConfig }: Comparison | FeedbackLoop) => ({
    flowId: icqConfig || flowId === '0' || flowId === '' ? flow.id : flowId,
    query: icqConfig ? queries++ : null,
  })
  const { comparisons, feedbackLoops } = flow.conditions
  const rules = [
    ...comparisons.map(comparison => ({ ...source(comparison), rule: { kind: 'compares' as const, comparison } })),
    ...feedbackLoops.map(loop => ({ ...source(loop), rule: { kind: 'takes' as const, loop } })),
    ...dependencies.flatMap(kind => dependsOn(flow.conditions, kind)),
  ]
  return rules.map((rule, index) => ({ ...rule, phrase: phrases[index] ?? [] }))
}

function dependsOn(conditions: FlowConditions, kind: Dependency): Omit<Condition, 'phrase'>[] {
  return conditions[kind].map(flowId => ({ flowId, query: null, rule: { kind } }))
}

/** What a condition finds, and whether it holds; null where that cannot be told. */
export interface Judgement {
  holds: boolean | null
  /** As the chain compares it. */
  found: string | null
}

/** @param newest entries of the flow that the condition looks at, newest first */
export function judge(
  condition: Condition,
  newest: readonly FlowHistoryEntry[],
  of: OutcomeFlow,
  now: number,
): Judgement {
  const { rule, query } = condition
  if (rule.kind === 'compares') {
    const found = valueFound(newest, query, rule.comparison)
    return { holds: found === null || rule.comparison.differenceMode ? null : compare(rule.comparison, found), found }
  }
  if (rule.kind === 'takes') return { holds: null, found: valueFound(newest, query, rule.loop) }
  const [entry] = newest
  const outcome = entry && executionOutcome(entry, of, now)
  if (outcome === undefined || outcome === 'pending') return { holds: null, found: null }
  const wantsSuccess = rule.kind === 'stopOnSuccessOf' || rule.kind === 'skipOnSuccessOf'
  return { holds: (outcome === 'succeeded') === wantsSuccess, found: outcome }
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

/** `Amount.[0]` of a response: fields by their Go names, items by their place. A coin is written as chains do: `1000uinto`. */
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

/** Null for an operator that is not known. */
function compare({ operator, operand }: Comparison, value: string): boolean | null {
  const order = orderOf(value, operand)
  switch (operator) {
    case 'EQUAL':
      return order === 0
    case 'NOT_EQUAL':
      return order !== 0
    case 'SMALLER_THAN':
      return order < 0
    case 'LARGER_THAN':
      return order > 0
    case 'GREATER_EQUAL':
      return order >= 0
    case 'LESS_EQUAL':
      return order <= 0
    case 'CONTAINS':
      return value.includes(operand)
    case 'NOT_CONTAINS':
      return !value.includes(operand)
    case 'STARTS_WITH':
      return value.startsWith(operand)
    case 'ENDS_WITH':
      return value.endsWith(operand)
    default:
      return null
  }
}

/** Of amounts by their number, of anything else by character. */
function orderOf(a: string, b: string): number {
  const [first, second] = [leadingInteger(a), leadingInteger(b)]
  if (first === null || second === null) return a < b ? -1 : a > b ? 1 : 0
  return first < second ? -1 : first > second ? 1 : 0
}

function leadingInteger(text: string): bigint | null {
  const digits = /^-?\d+/.exec(text)
  return digits ? BigInt(digits[0]) : null
}

/** Whether it keeps the flow from running now: a comparison that does not hold, another flow that did what is waited for. */
export function holdsBack({ rule }: Condition, { holds }: Judgement): boolean {
  return rule.kind === 'compares' ? holds === false : holds === true
}

/** `Holds now: found 0.5 INTO`, `Does not apply now`, `Not known yet`. */
export function describeJudgement({ rule }: Condition, { holds, found }: Judgement): string {
  const { judged } = words.flow
  const value = found === null ? '' : `: ${words.flow.found(formatFound(found))}`
  if (rule.kind === 'takes') return found === null ? judged.unknown : judged.takes(formatFound(found))
  if (holds === null) return judged.unknown + value
  if (rule.kind === 'compares') return (holds ? judged.holds : judged.fails) + value
  return holds ? judged.applies : judged.idle
}

/** `1000uinto` as 0.001 INTO; what is no amount as it is. */
function formatFound(found: string): string {
  const [, amount, denom] = /^(\d+)([a-z][\w/:.-]{2,127})$/i.exec(found) ?? []
  return amount && denom ? formatAmount({ amount, denom }) : formatNumber(found)
}
