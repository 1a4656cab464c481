import { baseDenom } from './coins.js'

export type Value =
  | { type: 'string'; text: string }
  | { type: 'math.Int'; number: bigint }
  | { type: 'math.Dec'; number: bigint }
  | { type: 'sdk.Coin'; denom: string; amount: bigint }

export const valueTypes: ReadonlySet<string> = new Set([
  'string',
  'math.Int',
  'math.Dec',
  'sdk.Coin',
  'sdk.Coins',
  '[]string',
  '[]math.Int',
])

/** The fields of an Osmosis price record that a query can read. */
const prices =
  /^osmosistwapv1beta1\.TwapRecord(\.(P[01]LastSpotPrice|P[01]ArithmeticTwapAccumulator|GeometricTwapAccumulator))?$/

/** Returns the type of the value in a response to a query, or undefined if the chain can't read it. */
export function queriedType(type: string): string | undefined {
  if (prices.test(type)) return 'math.Dec'
  return valueTypes.has(type) || type === 'json' ? type : undefined
}

export function isNumeric(type: string): boolean {
  return type === 'sdk.Coin' || type === 'math.Int' || type === 'math.Dec'
}

export function isList(type: string): boolean {
  return type === 'sdk.Coins' || type.startsWith('[]')
}

/** Doesn't check the values in a list of texts or numbers. */
export function canParse(operand: string, type: string): boolean {
  if (type === 'sdk.Coins') return operand.trim() === '' || operand.split(',').every(coin => canParse(coin, 'sdk.Coin'))
  return isList(type) || parseValue(operand, type) !== undefined
}

export function parseValue(text: string, type: string): Value | undefined {
  switch (type) {
    case 'string':
      return { type, text }
    case 'math.Int':
      return /^[+-]?\d+$/.test(text) ? { type, number: BigInt(text.replace('+', '')) } : undefined
    case 'math.Dec':
      return parseDecimal(text)
    case 'sdk.Coin':
      return parseCoin(text)
    default:
      return undefined
  }
}

const precision = 36
/** The chain's limit is far higher, but then its numbers have up to 100,000 digits. */
const highestExponent = 100

function parseDecimal(text: string): Value | undefined {
  const [, sign = '', whole = '', decimals = '', exponent = '0'] =
    /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const digits = whole + decimals
  if (digits === '' || Math.abs(Number(exponent)) > highestExponent) return undefined
  const zeros = precision + Number(exponent) - decimals.length
  const number = BigInt(zeros < 0 ? digits.slice(0, zeros) : digits + '0'.repeat(zeros))
  return { type: 'math.Dec', number: sign === '-' ? -number : number }
}

/** The chain converts INTO to the base denom, and then it drops all decimals. */
function parseCoin(text: string): Value | undefined {
  const [, whole = '', decimals = '', unit = ''] =
    /^(\d*)(?:\.(\d+))?\s*([a-zA-Z][\w/:.-]{2,127})$/.exec(text.trim()) ?? []
  if (whole + decimals === '') return undefined
  const [denom, exponent] = unit === 'INTO' ? [baseDenom, 6] : [unit, 0]
  return { type: 'sdk.Coin', denom, amount: BigInt(whole + decimals.padEnd(exponent, '0').slice(0, exponent)) }
}

/** The difference of two coins is never negative. */
export function changeOf(value: Value, before: Value): Value | undefined {
  if (value.type === 'sdk.Coin' && before.type === value.type && before.denom === value.denom) {
    const amount = value.amount - before.amount
    return { ...value, amount: amount < 0n ? -amount : amount }
  }
  if (value.type === 'math.Int' && before.type === value.type) return { ...value, number: value.number - before.number }
  if (value.type === 'math.Dec' && before.type === value.type) return { ...value, number: value.number - before.number }
  return undefined
}

export interface Field {
  value: unknown
  /** The name of a coin's field. Types of other fields are unknown, because times, bytes and uint64 are also strings in JSON. */
  type?: 'denom' | 'amount' | undefined
}

/** A step of a path that leads to no field, because the object or the list has none. */
export interface MissingField {
  step: string
  parent: unknown
}

/** Returns the field at a path such as `Amount.[0].Amount`, which consists of Go field names and list indexes. */
export function fieldAt(response: unknown, key: string): Field | MissingField {
  let field: Field = { value: response }
  for (const step of key.split('.')) {
    const parent = field.value
    const found = Array.isArray(parent) ? itemOf(parent, step) : fieldOf(parent, step)
    if (found?.value === undefined) return { step, parent }
    field = found
  }
  return field
}

export function isMissing(field: Field | MissingField): field is MissingField {
  return 'step' in field
}

function itemOf(list: readonly unknown[], step: string): Field | undefined {
  const [, index] = /^\[(-?\d+)\]/.exec(step) ?? []
  return index === undefined ? undefined : { value: list.at(Number(index)) }
}

function fieldOf(value: unknown, step: string): Field | undefined {
  if (typeof value !== 'object' || value === null || !/^[A-Z]/.test(step)) return undefined
  const name = step.toLowerCase()
  const found = Object.entries(value).find(([field]) => field.replaceAll('_', '').toLowerCase() === name)
  const type = isCoin(value) && (name === 'denom' || name === 'amount') ? name : undefined
  return found && { value: found[1], type }
}

/** `unknown` means that the type of the field isn't known, so the chain may not be able to read it. */
export function readField({ value, type: field }: Field, type: string): Value | 'unknown' | undefined {
  if (type === 'sdk.Coin') {
    const coin = Array.isArray(value) ? value[0] : value
    return isCoin(coin) ? { type, denom: coin.denom, amount: BigInt(coin.amount) } : undefined
  }
  if (typeof value !== 'string') return undefined
  const parsed = parseValue(value, type)
  if (!field) return parsed && 'unknown'
  return field === 'amount' && type !== 'math.Int' ? undefined : parsed
}

function isCoin(value: unknown): value is { denom: string; amount: string } {
  if (typeof value !== 'object' || value === null) return false
  return 'denom' in value && 'amount' in value && /^\d+$/.test(String(value.amount))
}
