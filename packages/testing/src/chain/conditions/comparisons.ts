import {
  changeOf,
  compare,
  fieldAt,
  hasSucceeded,
  isMissing,
  parseValue,
  readField,
  type Value,
} from '@flow-query/rules'
import { protoText } from '../accounts/proto-text.js'
import type { AnyMessage, Comparison, HistoryEntry } from '../state.js'

export class ComparisonError extends Error {}

export interface Input {
  queried: string | undefined
  responses: readonly AnyMessage[]
  history: readonly HistoryEntry[]
  hasDelta: boolean
}

export function evaluate(comparison: Comparison, input: Input): boolean {
  const { responseIndex, responseKey, differenceMode } = comparison
  if (responseKey === '' && input.queried === undefined) return true
  if (input.responses.length <= responseIndex && input.queried === undefined)
    throw new ComparisonError(
      `not enough message responses to compare to, number of responses: ${input.responses.length}`,
    )
  const before = differenceMode ? previousValue(comparison, input) : undefined
  const value = prefixed('error getting value from response', () => currentValue(comparison, input))
  const operand = operandOf(comparison, input)
  const result = compare(comparison.operator, before ? changeBetween(value, before) : value, operand)
  if (typeof result === 'object') throw new ComparisonError(result.error)
  return result
}

function currentValue(comparison: Comparison, { queried, responses }: Input): Value {
  return queried === undefined
    ? valueIn(comparison, responses[comparison.responseIndex])
    : parsedAnswer(queried, comparison.valueType)
}

function operandOf(comparison: Comparison, input: Input): Value {
  const { operand, valueType, differenceMode } = comparison
  if (operand === 'delta' && differenceMode && input.hasDelta)
    return prefixed('error calculating previous delta', () => previousChange(comparison, input))
  // If the chain can't parse an operand as a value, it reads the operand as the name of a type.
  return (
    parseValue(operand, valueType) ??
    prefixed('error parsing operand', () => currentValue({ ...comparison, valueType: operand }, input))
  )
}

function previousValue(comparison: Comparison, { queried, history }: Input): Value {
  return prefixed('error getting previous response value', () => {
    if (history.length === 0) throw new ComparisonError('no execution history available')
    const [found] = queried === undefined ? valuesIn(comparison, history.slice(0, -1)) : answersIn(comparison, history)
    if (!found) throw new ComparisonError('no successful execution found in history')
    return found
  })
}

function previousChange(comparison: Comparison, { queried, history }: Input): Value {
  const succeeded = history.filter(hasSucceeded)
  const [newest, older] = queried === undefined ? valuesIn(comparison, succeeded) : answersIn(comparison, succeeded)
  if (newest && older) return changeBetween(newest, older)
  throw new ComparisonError('could not find previous two successful executions with valid responses')
}

function valuesIn(comparison: Comparison, history: readonly HistoryEntry[]): Value[] {
  return history
    .filter(entry => hasSucceeded(entry) && entry.msgResponses.length > comparison.responseIndex)
    .map(entry => valueIn(comparison, entry.msgResponses[comparison.responseIndex]))
    .reverse()
}

function answersIn({ responseIndex, valueType }: Comparison, history: readonly HistoryEntry[]): Value[] {
  return history
    .flatMap(({ queryResponses }) => queryResponses[responseIndex] ?? [])
    .map(answer => parsedAnswer(atob(answer), valueType))
    .reverse()
}

export function valueIn(
  { responseKey, valueType }: Pick<Comparison, 'responseKey' | 'valueType'>,
  response: AnyMessage | undefined,
): Value {
  return prefixed('error parsing value', () => {
    const field = fieldIn(response, responseKey)
    const found = readField(field, valueType)
    // The types of texts on the chain are unknown.
    const value = found === 'unknown' ? parseValue(String(field.value), valueType) : found
    if (value) return value
    const text = typeof field.value === 'object' && field.value ? protoText(field.value as AnyMessage) : field.value
    throw new ComparisonError(`field could not be parsed as ${valueType} in ${text} `)
  })
}

function parsedAnswer(answer: string, valueType: string): Value {
  const value = parseValue(answer, valueType)
  if (value) return value
  throw new ComparisonError(
    `response comparison: error parsing query callback data: ${answer}, valueType: ${valueType}`,
  )
}

/** Returns the field at a path of Go field names and list indexes. */
function fieldIn(response: unknown, key: string) {
  const field = fieldAt(response, key)
  if (!isMissing(field)) return field
  const { step, parent } = field
  throw new ComparisonError(missingField(step, parent))
}

function missingField(step: string, parent: unknown): string {
  if (Array.isArray(parent)) {
    const [, index] = /^\[(-?\d+)\]/.exec(step) ?? []
    if (index === undefined) return `invalid or missing slice index in key: ${step}`
    return `index ${index} out of bounds for slice of length ${parent.length}`
  }
  if (typeof parent !== 'object' || parent === null) return `expected a struct, got ${typeof parent}`
  return `field ${step} not found in interface ${protoText(parent as AnyMessage)}`
}

function changeBetween(value: Value, before: Value): Value {
  const change = changeOf(value, before)
  if (change) return change
  throw new ComparisonError(`error calculating difference: unsupported type ${value.type}`)
}

function prefixed<Result>(prefix: string, act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    throw error instanceof ComparisonError ? new ComparisonError(`${prefix}: ${error.message}`) : error
  }
}
