import type { Comparison } from '@flow-query/core'
import {
  type ComparisonResult,
  changeOf,
  compare,
  fieldAt,
  isList,
  isMissing,
  isOrder,
  parseValue,
  readField,
  type Value,
} from '@flow-query/rules'

type MaybeValue = Value | 'unknown' | undefined

export function compareField(comparison: Comparison, response: unknown): ComparisonResult {
  const { responseKey, valueType, operand, operator } = comparison
  const field = fieldAt(response, responseKey)
  if (isMissing(field)) return 'fails'
  if (isList(valueType)) return Array.isArray(field.value) && !isOrder(operator) ? 'unknown' : 'fails'
  // If the operand isn't a value, the chain uses it as the name of a type, and compares the field with itself.
  return compareValues(
    operator,
    readField(field, valueType),
    parseValue(operand, valueType) ?? readField(field, operand),
  )
}

export function canRead(
  { responseKey, valueType }: Pick<Comparison, 'responseKey' | 'valueType'>,
  response: unknown,
): boolean | 'unknown' {
  const field = fieldAt(response, responseKey)
  if (isMissing(field)) return false
  const value = isList(valueType) ? 'unknown' : readField(field, valueType)
  return value === 'unknown' ? value : value !== undefined
}

export interface Responses {
  current: unknown
  before: unknown
  succeeded: readonly unknown[]
}

export function compareChange(
  comparison: Comparison,
  { current, before, succeeded: [newest, older] }: Responses,
): ComparisonResult {
  const { responseKey, valueType, operand, operator } = comparison
  const valueIn = (response: unknown) => {
    const field = fieldAt(response, responseKey)
    return isMissing(field) ? undefined : readField(field, valueType)
  }
  const other = operand === 'delta' ? change(valueIn(newest), valueIn(older)) : parseValue(operand, valueType)
  return compareValues(operator, change(valueIn(current), valueIn(before)), other)
}

/** Compares a change of 0. */
export function compareNoChange({ valueType, operand, operator }: Comparison): ComparisonResult {
  // The denom of a coin is unknown.
  if (valueType !== 'math.Int' && valueType !== 'math.Dec') return 'unknown'
  const none = parseValue('0', valueType)
  return compareValues(operator, none, operand === 'delta' ? 'unknown' : parseValue(operand, valueType))
}

function change(value: MaybeValue, before: MaybeValue): MaybeValue {
  if (value === 'unknown' || before === 'unknown') return 'unknown'
  return value && before && changeOf(value, before)
}

export function compareText({ valueType, operand, operator }: Comparison, text: string): ComparisonResult {
  return compareValues(operator, parseValue(text, valueType), parseValue(operand, valueType))
}

function compareValues(operator: string, value: MaybeValue, operand: MaybeValue): ComparisonResult {
  if (value === 'unknown' || operand === 'unknown') return 'unknown'
  const result = value && operand && compare(operator, value, operand)
  return typeof result === 'boolean' ? result : 'fails'
}
