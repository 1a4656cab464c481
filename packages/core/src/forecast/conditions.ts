import type { AnyMessage, Comparison, Flow } from '../types.js'
import type { Trouble } from './messages.js'

/** The facts that conditions depend on. */
export interface Evidence {
  /** Returns the result of another flow's newest run. Null before its first run, undefined if it is unknown. */
  latest: (flowId: string) => { succeeded: boolean } | null | undefined
  /** Returns the newest saved responses of a flow. Null if no responses are saved, undefined if they are unknown. */
  responses: (flowId: string) => readonly AnyMessage[] | null | undefined
}

/** The result of checking a flow's conditions. */
export interface Verdict {
  /** `failed` means that a comparison is impossible, which makes the run fail. */
  result: 'met' | 'skipped' | 'stopped' | 'failed'
  /** The reasons for the result, and the conditions that can't be checked. */
  causes: Trouble[]
  /** Whether the result depends on unknown facts. */
  isUnknown: boolean
}

/** The result if no condition prevents the run. */
export const met: Verdict = { result: 'met', causes: [], isUnknown: false }

/** Returns whether the flow has conditions. */
export function isConditional({ conditions }: Flow): boolean {
  return Object.values(conditions).some(list => Array.isArray(list) && list.length > 0)
}

export function checkConditions(flow: Flow, evidence: Evidence): Verdict {
  const { comparisons, feedbackLoops } = flow.conditions
  const dependency = checkDependencies(flow, evidence)
  if (dependency.result === 'stopped') return dependency
  const results = comparisons.map(comparison => compare(comparison, flow, evidence))
  const causes = [...dependency.causes]
  if ([...comparisons, ...feedbackLoops].some(({ icqConfig }) => icqConfig)) causes.push({ kind: 'pendingQuery' })
  if ([...comparisons, ...feedbackLoops].some(input => !input.icqConfig && savesNothing(input, flow)))
    causes.push({ kind: 'conditionInput' })
  const isUnknown = dependency.isUnknown || results.includes(undefined) || causes.some(c => c.kind === 'pendingQuery')
  if (results.includes(null)) return { result: 'failed', causes: [...causes, { kind: 'conditionsNotMet' }], isUnknown }
  const isMet = flow.conditions.useAndForComparisons
    ? !results.includes(false)
    : results.some(result => result !== false)
  if (results.length > 0 && !isMet)
    return { result: 'skipped', causes: [...causes, { kind: 'conditionsNotMet' }], isUnknown }
  return { result: dependency.result, causes, isUnknown }
}

function checkDependencies(flow: Flow, { latest }: Evidence): Verdict {
  const { stopOnSuccessOf, stopOnFailureOf, skipOnSuccessOf, skipOnFailureOf } = flow.conditions
  let isUnknown = false
  const decisive = (ids: readonly string[], wanted: boolean) =>
    ids.filter(id => {
      const entry = latest(id)
      if (entry === undefined) isUnknown = true
      return entry?.succeeded === wanted
    })
  const stops = [...decisive(stopOnSuccessOf, true), ...decisive(stopOnFailureOf, false)]
  if (stops.length > 0) return { ...met, result: 'stopped', causes: [{ kind: 'dependency', flowIds: stops }] }
  const skips = [...decisive(skipOnSuccessOf, true), ...decisive(skipOnFailureOf, false)]
  if (skips.length > 0) return { ...met, result: 'skipped', causes: [{ kind: 'dependency', flowIds: skips }] }
  if (!isUnknown) return met
  const flowIds = [...stopOnSuccessOf, ...stopOnFailureOf, ...skipOnSuccessOf, ...skipOnFailureOf]
  return { ...met, causes: [{ kind: 'dependency', flowIds }], isUnknown }
}

/** Returns whether a comparison or feedback loop reads responses of the same flow, although the flow doesn't save them. */
function savesNothing({ flowId }: { flowId: string }, flow: Flow): boolean {
  return (flowId === '0' || flowId === flow.id) && !flow.configuration.saveResponses
}

/** Returns undefined if the value is unknown, and null if the key doesn't exist. Without a response, a comparison passes. */
function compare(comparison: Comparison, flow: Flow, { responses }: Evidence): boolean | null | undefined {
  // It is unknown how the chain computes the difference from the previous value.
  if (comparison.icqConfig || comparison.differenceMode) return undefined
  if (savesNothing(comparison, flow)) return true
  const saved = responses(comparison.flowId === '0' ? flow.id : comparison.flowId)
  if (!saved) return saved === null ? true : undefined
  const value = valueAt(saved[comparison.responseIndex], comparison.responseKey)
  return value === undefined ? null : isComparisonMet(comparison, value)
}

/** Returns the value at a path such as `Amount.[0].Amount`, which consists of Go field names and list indexes. */
function valueAt(response: unknown, key: string): string | undefined {
  let value = response
  for (const step of key.split('.').filter(Boolean)) {
    if (typeof value !== 'object' || value === null) return undefined
    const name = step.replace(/[[\]]/g, '').toLowerCase()
    value = Object.entries(value).find(([field]) => field.replaceAll('_', '').toLowerCase() === name)?.[1]
  }
  if (typeof value === 'object' && value !== null && 'amount' in value) value = value.amount
  return typeof value === 'object' || value === undefined ? undefined : String(value)
}

/**
 * Compares a value with a comparison's operand, like the chain does: as integers if both start with one, such as `1000uinto`, and as
 * strings otherwise. Returns undefined for an unknown operator.
 */
export function isComparisonMet({ operator, operand }: Comparison, value: string): boolean | undefined {
  const [a, b] = [integer(value), integer(operand)]
  const isNumeric = a !== null && b !== null
  const isEqual = isNumeric ? a === b : value === operand
  const isLess = isNumeric ? a < b : value < operand
  switch (operator) {
    case 'EQUAL':
      return isEqual
    case 'NOT_EQUAL':
      return !isEqual
    case 'SMALLER_THAN':
      return isLess
    case 'LARGER_THAN':
      return !isLess && !isEqual
    case 'GREATER_EQUAL':
      return !isLess
    case 'LESS_EQUAL':
      return isLess || isEqual
    case 'CONTAINS':
      return value.includes(operand)
    case 'NOT_CONTAINS':
      return !value.includes(operand)
    case 'STARTS_WITH':
      return value.startsWith(operand)
    case 'ENDS_WITH':
      return value.endsWith(operand)
    default:
      return undefined
  }
}

/** Returns the integer at the start of an amount such as `1000uinto`. */
function integer(text: string): bigint | null {
  const digits = /^-?\d+/.exec(text)
  return digits && BigInt(digits[0])
}
