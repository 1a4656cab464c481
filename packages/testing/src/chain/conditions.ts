import type { AnyMessage, Comparison, Conditions, Flow, HistoryEntry } from './state.js'

/** The data that a flow's conditions are checked against. */
export interface Evidence {
  /** Returns the newest execution of a flow, or undefined before the first. */
  latest: (flowId: string) => HistoryEntry | undefined
  /** Returns the newest saved message responses of a flow. */
  responses: (flowId: string) => readonly AnyMessage[] | undefined
  /** The responses of other chains, in the order of the conditions that sent the queries. */
  queried: readonly string[]
}

/** Checks whether a flow may run. It may have to skip this run or stop for good. */
export function checkConditions(flow: Flow, evidence: Evidence): 'met' | 'skip' | 'stop' {
  const conditions = flow.conditions
  if (!conditions) return 'met'
  const allowed = dependencies(conditions, evidence)
  if (allowed === 'stop') return 'stop'
  return comparisonsHold(flow, conditions, evidence) ? allowed : 'skip'
}

/** Returns whether a flow queries another chain before it runs. */
export function asksAnotherChain(flow: Flow): boolean {
  return countQueries(flow) > 0
}

export function countQueries({ conditions }: Flow): number {
  if (!conditions) return 0
  return [...conditions.comparisons, ...conditions.feedbackLoops].filter(({ icqConfig }) => icqConfig).length
}

function dependencies(conditions: Conditions, { latest }: Evidence): 'met' | 'skip' | 'stop' {
  const some = (ids: readonly string[], wanted: boolean) =>
    ids.some(id => {
      const entry = latest(id)
      return entry !== undefined && (entry.executed && entry.errors.length === 0) === wanted
    })
  if (some(conditions.stopOnSuccessOf, true) || some(conditions.stopOnFailureOf, false)) return 'stop'
  return some(conditions.skipOnSuccessOf, true) || some(conditions.skipOnFailureOf, false) ? 'skip' : 'met'
}

function comparisonsHold(flow: Flow, conditions: Conditions, evidence: Evidence): boolean {
  const { comparisons } = conditions
  if (comparisons.length === 0) return true
  let query = 0
  const results = comparisons.map(comparison => {
    if (comparison.icqConfig) return holds(comparison, evidence.queried[query++])
    const responses = evidence.responses(comparison.flowId === '0' ? flow.id : comparison.flowId)
    return !responses || holds(comparison, valueAt(responses[comparison.responseIndex], comparison.responseKey))
  })
  return conditions.useAndForComparisons ? results.every(Boolean) : results.some(Boolean)
}

/**
 * Returns the value at a path such as `Amount.[0]`. Fields are addressed by Go name and list items by
 * index. A coin becomes its amount.
 */
function valueAt(response: unknown, key: string): string | undefined {
  let value = response
  for (const step of key.split('.').filter(Boolean)) {
    if (typeof value !== 'object' || value === null) return undefined
    const name = step.replace(/[[\]]/g, '').toLowerCase()
    value = Object.entries(value).find(([field]) => field.replaceAll('_', '').toLowerCase() === name)?.[1]
  }
  if (typeof value === 'object' && value !== null && 'amount' in value) value = value.amount
  return value === undefined ? undefined : String(value)
}

function holds({ operator, operand }: Comparison, value: string | undefined): boolean {
  if (value === undefined) return false
  const [a, b] = [integer(value), integer(operand)]
  const order = a !== null && b !== null ? compare(a, b) : compare(value, operand)
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
      return false
  }
}

/** Returns a negative number if `a` sorts first and a positive one if `b` does. */
function compare<Value extends bigint | string>(a: Value, b: Value): number {
  if (a < b) return -1
  return a > b ? 1 : 0
}

/** Returns the number at the start of an amount such as `1000uinto`. */
function integer(text: string): bigint | null {
  const digits = /^-?\d+/.exec(text)
  return digits ? BigInt(digits[0]) : null
}
