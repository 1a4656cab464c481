import type { AnyMessage, Comparison, Flow } from '../../types.js'
import type { ForecastRisk, ForecastRiskKind } from '../result.js'
import { isUnknown, type Problem } from './problem.js'

/** The facts that conditions depend on. */
export interface Evidence {
  /** Returns whether another flow's newest run succeeded. Null before its first run, undefined if it is unknown. */
  hasSucceeded: (flowId: string) => boolean | null | undefined
  /** Returns the newest saved responses of a flow. Null if no responses are saved, undefined if they are unknown. */
  responses: (flowId: string) => readonly AnyMessage[] | null | undefined
}

/** The result of checking a flow's conditions. */
export interface Verdict {
  /** `failed` means that a comparison is impossible, which makes the run fail. */
  result: 'met' | 'skipped' | 'stopped' | 'failed'
  /** The reasons for the result, and the conditions that can't be checked. */
  problems: Problem[]
}

/** Returns the IDs of the flows whose results decide whether a flow runs. */
export function flowDependencies({ conditions: c }: Flow): string[] {
  return [...c.stopOnSuccessOf, ...c.stopOnFailureOf, ...c.skipOnSuccessOf, ...c.skipOnFailureOf]
}

export function checkConditions(flow: Flow, { hasSucceeded, responses }: Evidence): Verdict {
  const { conditions: c, configuration } = flow
  const problems: Problem[] = []
  const add = (kind: ForecastRiskKind, certainty: ForecastRisk['certainty'], flowIds?: string[]) =>
    problems.push({ kind, certainty, ...(flowIds && { flowIds }) })

  const withResult = (result: boolean | undefined, ids: readonly string[]) =>
    ids.filter(id => hasSucceeded(id) === result)
  const stoppedBy = [...withResult(true, c.stopOnSuccessOf), ...withResult(false, c.stopOnFailureOf)]
  const skippedBy = [...withResult(true, c.skipOnSuccessOf), ...withResult(false, c.skipOnFailureOf)]
  const unknown = withResult(undefined, flowDependencies(flow))
  const decisive = stoppedBy.length > 0 ? stoppedBy : skippedBy
  if (decisive.length > 0) add('dependency', 'likely', decisive)
  else if (unknown.length > 0) add('dependency', 'unknown', unknown)
  if (stoppedBy.length > 0) return { result: 'stopped', problems }

  const ownId = (id: string) => (id === '0' ? flow.id : id)
  const inputs = [...c.comparisons, ...c.feedbackLoops]
  const hasNoInput = ({ flowId }: { flowId: string }) => ownId(flowId) === flow.id && !configuration.saveResponses
  if (inputs.some(({ icqConfig }) => icqConfig)) add('pendingQuery', 'unknown')
  if (inputs.some(input => !input.icqConfig && hasNoInput(input))) add('conditionInput', 'certain')

  /** Returns undefined if the result is unknown, and null if the key doesn't exist. Without a response, a comparison passes. */
  const compare = (comparison: Comparison): boolean | null | undefined => {
    // It is unknown how the chain computes the difference from the previous value.
    if (comparison.icqConfig || comparison.differenceMode) return undefined
    const saved = hasNoInput(comparison) ? null : responses(ownId(comparison.flowId))
    if (!saved) return saved === null ? true : undefined
    const value = valueAt(saved[comparison.responseIndex], comparison.responseKey)
    return value === undefined ? null : isComparisonMet(comparison, value)
  }
  const results = c.comparisons.map(compare)
  const isMet = c.useAndForComparisons ? !results.includes(false) : results.some(result => result !== false)
  const hasFailed = results.includes(null)
  if (hasFailed || (results.length > 0 && !isMet)) {
    add('conditionsNotMet', 'likely')
    return { result: hasFailed ? 'failed' : 'skipped', problems }
  }
  if (skippedBy.length > 0) return { result: 'skipped', problems }
  if (results.includes(undefined) && !isUnknown(problems)) add('factsMissing', 'unknown')
  return { result: 'met', problems }
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
  const [one, other] = [integer(value), integer(operand)]
  const order = orders[operator]
  if (!order) return searches[operator]?.(value, operand)
  return one === null || other === null ? order(value, operand) : order(one, other)
}

type Test<Value> = { [operator: string]: ((value: Value, operand: Value) => boolean) | undefined }

/** The comparisons of two integers or two texts. */
const orders: Test<bigint | string> = {
  EQUAL: (value, operand) => value === operand,
  NOT_EQUAL: (value, operand) => value !== operand,
  SMALLER_THAN: (value, operand) => value < operand,
  LARGER_THAN: (value, operand) => value > operand,
  GREATER_EQUAL: (value, operand) => value >= operand,
  LESS_EQUAL: (value, operand) => value <= operand,
}

const searches: Test<string> = {
  CONTAINS: (value, operand) => value.includes(operand),
  NOT_CONTAINS: (value, operand) => !value.includes(operand),
  STARTS_WITH: (value, operand) => value.startsWith(operand),
  ENDS_WITH: (value, operand) => value.endsWith(operand),
}

/** Returns the integer at the start of an amount such as `1000uinto`. */
function integer(text: string): bigint | null {
  const digits = /^-?\d+/.exec(text)
  return digits && BigInt(digits[0])
}
