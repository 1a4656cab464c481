import type { Comparison } from '@flow-query/core'
import { baseDenom } from '../coins.js'

/**
 * Whether a comparison is met. `fails` means that the chain can't evaluate it, so the run fails. `unknown` means that facts are
 * missing.
 */
export type ComparisonResult = boolean | 'fails' | 'unknown'

type Value =
  | { type: 'string'; text: string }
  | { type: 'math.Int'; number: bigint }
  | { type: 'math.Dec'; number: bigint }
  | { type: 'sdk.Coin'; denom: string; amount: bigint }

type MaybeValue = Value | 'unknown' | undefined

export function compareField(comparison: Comparison, response: unknown): ComparisonResult {
  const { responseKey, valueType, operand } = comparison
  const field = fieldAt(response, responseKey)
  if (!field) return 'fails'
  if (isList(valueType)) return Array.isArray(field.value) && !orders[comparison.operator] ? 'unknown' : 'fails'
  // If the operand isn't a value, the chain uses it as the name of a type, and compares the field with itself.
  return compareValues(
    comparison,
    readField(field, valueType),
    parseValue(operand, valueType) ?? readField(field, operand),
  )
}

export function canRead(
  { responseKey, valueType }: Pick<Comparison, 'responseKey' | 'valueType'>,
  response: unknown,
): boolean | 'unknown' {
  const field = fieldAt(response, responseKey)
  if (!field) return false
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
  const { responseKey, valueType, operand } = comparison
  const valueIn = (response: unknown) => {
    const field = fieldAt(response, responseKey)
    return field && readField(field, valueType)
  }
  const other = operand === 'delta' ? changeOf(valueIn(newest), valueIn(older)) : parseValue(operand, valueType)
  return compareValues(comparison, changeOf(valueIn(current), valueIn(before)), other)
}

/** Returns the difference of two values. The difference of two coins is never negative. */
function changeOf(value: MaybeValue, before: MaybeValue): MaybeValue {
  if (value === 'unknown' || before === 'unknown') return 'unknown'
  if (value?.type === 'sdk.Coin' && before?.type === value.type && before.denom === value.denom) {
    const amount = value.amount - before.amount
    return { ...value, amount: amount < 0n ? -amount : amount }
  }
  if (value?.type === 'math.Int' && before?.type === value.type)
    return { ...value, number: value.number - before.number }
  if (value?.type === 'math.Dec' && before?.type === value.type)
    return { ...value, number: value.number - before.number }
  return undefined
}

export function compareText(comparison: Comparison, text: string): ComparisonResult {
  const { valueType, operand } = comparison
  return compareValues(comparison, parseValue(text, valueType), parseValue(operand, valueType))
}

interface Field {
  value: unknown
  /** The name of a coin's field. Types of other fields are unknown, because times, bytes and uint64 are also strings in JSON. */
  type?: string | undefined
}

/** Returns the field at a path such as `Amount.[0].Amount`, which consists of Go field names and list indexes. */
function fieldAt(response: unknown, key: string): Field | undefined {
  let field: Field = { value: response }
  for (const step of key.split('.')) {
    const { value } = field
    const [, index] = /^\[(-?\d+)\]/.exec(step) ?? []
    if (Array.isArray(value)) {
      if (index === undefined) return undefined
      field = { value: value.at(Number(index)) }
    } else {
      if (typeof value !== 'object' || value === null || !/^[A-Z]/.test(step)) return undefined
      const name = step.toLowerCase()
      const found = Object.entries(value).find(([field]) => field.replaceAll('_', '').toLowerCase() === name)
      field = { value: found?.[1], type: isCoin(value) ? name : undefined }
    }
    if (field.value === undefined) return undefined
  }
  return field
}

interface JsonCoin {
  denom: string
  amount: string
}

function isCoin(value: object): value is JsonCoin {
  return 'denom' in value && 'amount' in value && /^\d+$/.test(String(value.amount))
}

/** The types of values that the chain can read from a response. */
export const valueTypes: ReadonlySet<string> = new Set([
  'string',
  'math.Int',
  'math.Dec',
  'sdk.Coin',
  'sdk.Coins',
  '[]string',
  '[]math.Int',
])

function isList(type: string): boolean {
  return type === 'sdk.Coins' || type.startsWith('[]')
}

/** Returns whether the chain can parse the operand of a comparison. The values in a list of texts or numbers aren't checked. */
export function canParse(operand: string, type: string): boolean {
  if (type === 'sdk.Coins') return operand.trim() === '' || operand.split(',').every(coin => canParse(coin, 'sdk.Coin'))
  return isList(type) || parseValue(operand, type) !== undefined
}

function readField({ value, type: field }: Field, type: string): MaybeValue {
  if (type === 'sdk.Coin') {
    const coin = Array.isArray(value) ? value[0] : value
    if (typeof coin !== 'object' || coin === null || !isCoin(coin)) return undefined
    return { type, denom: coin.denom, amount: BigInt(coin.amount) }
  }
  if (typeof value !== 'string') return undefined
  const parsed = parseValue(value, type)
  if (!field) return parsed && 'unknown'
  return field === 'amount' && type !== 'math.Int' ? undefined : parsed
}

function parseValue(text: string, type: string): Value | undefined {
  switch (type) {
    case 'string':
      return { type, text }
    case 'math.Int':
      return /^[+-]?\d+$/.test(text) ? { type, number: BigInt(text.replace('+', '')) } : undefined
    case 'math.Dec': {
      const [, sign = '', whole, decimals = ''] = /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(text) ?? []
      if (whole === undefined) return undefined
      const number = BigInt(whole + decimals.padEnd(precision, '0').slice(0, precision))
      return { type, number: sign === '-' ? -number : number }
    }
    case 'sdk.Coin':
      return parseCoin(text)
    default:
      return undefined
  }
}

const precision = 36

/** The chain converts INTO to the base denom, and then it drops all decimals. */
function parseCoin(text: string): Value | undefined {
  const [, whole = '', decimals = '', unit = ''] =
    /^(\d*)(?:\.(\d+))?\s*([a-zA-Z][\w/:.-]{2,127})$/.exec(text.trim()) ?? []
  if (whole + decimals === '') return undefined
  const [denom, exponent] = unit === 'INTO' ? [baseDenom, 6] : [unit, 0]
  return { type: 'sdk.Coin', denom, amount: BigInt(whole + decimals.padEnd(exponent, '0').slice(0, exponent)) }
}

function compareValues({ operator }: Comparison, one: MaybeValue, other: MaybeValue): ComparisonResult {
  if (one === 'unknown' || other === 'unknown') return 'unknown'
  if (!one || !other) return 'fails'
  const order = orders[operator]
  if (order) {
    if (one.type === 'string' || other.type === 'string') return 'fails'
    if (one.type !== 'sdk.Coin' && other.type !== 'sdk.Coin') return order(one.number, other.number)
    if (one.type !== 'sdk.Coin' || other.type !== 'sdk.Coin' || one.denom !== other.denom) return 'fails'
    return order(one.amount, other.amount)
  }
  const [text, part] = [textOf(one), textOf(other)]
  const contains = one.type === 'string' && text.includes(part)
  switch (operator) {
    case 'EQUAL':
      return text === part
    case 'NOT_EQUAL':
      return text !== part
    case 'CONTAINS':
      return contains
    case 'NOT_CONTAINS':
      return !contains
    case 'STARTS_WITH':
      return text.startsWith(part)
    case 'ENDS_WITH':
      return text.endsWith(part)
    default:
      return 'fails'
  }
}

export function isOrder(operator: string): boolean {
  return Object.hasOwn(orders, operator)
}

function textOf(value: Value): string {
  switch (value.type) {
    case 'string':
      return value.text
    case 'sdk.Coin':
      return `${value.amount}${value.denom}`
    default:
      return String(value.number)
  }
}

const orders: { [operator: string]: ((one: bigint, other: bigint) => boolean) | undefined } = {
  SMALLER_THAN: (one, other) => one < other,
  LARGER_THAN: (one, other) => one > other,
  GREATER_EQUAL: (one, other) => one >= other,
  LESS_EQUAL: (one, other) => one <= other,
}
