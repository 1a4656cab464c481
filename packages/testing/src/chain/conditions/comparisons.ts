import { protoText } from '../accounts/proto-text.js'
import type { AnyMessage, Comparison, HistoryEntry } from '../state.js'

export class ComparisonError extends Error {}

type Value =
  | { type: 'string'; text: string }
  | { type: 'math.Int' | 'math.Dec'; number: bigint }
  | { type: 'sdk.Coin'; denom: string; amount: bigint }

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
  return compare(comparison, before ? changeOf(value, before) : value, operand)
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
    parse(operand, valueType) ??
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
  const succeeded = history.filter(succeededRun)
  const [newest, older] = queried === undefined ? valuesIn(comparison, succeeded) : answersIn(comparison, succeeded)
  if (newest && older) return changeOf(newest, older)
  throw new ComparisonError('could not find previous two successful executions with valid responses')
}

function succeededRun({ executed, errors }: HistoryEntry): boolean {
  return executed && errors.length === 0
}

function valuesIn(comparison: Comparison, history: readonly HistoryEntry[]): Value[] {
  return history
    .filter(entry => succeededRun(entry) && entry.msgResponses.length > comparison.responseIndex)
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
    const field = fieldAt(response, responseKey)
    const value = read(field, valueType)
    if (value) return value
    const text = typeof field.value === 'object' && field.value ? protoText(field.value as AnyMessage) : field.value
    throw new ComparisonError(`field could not be parsed as ${valueType} in ${text} `)
  })
}

function parsedAnswer(answer: string, valueType: string): Value {
  const value = parse(answer, valueType)
  if (value) return value
  throw new ComparisonError(
    `response comparison: error parsing query callback data: ${answer}, valueType: ${valueType}`,
  )
}

interface Field {
  value: unknown
  /** Whether the field is an integer on the chain, although its JSON is a string. */
  isAmount: boolean
}

/** Returns the field at a path of Go field names and list indexes. */
function fieldAt(response: unknown, key: string): Field {
  let field: Field = { value: response, isAmount: false }
  for (const step of key.split('.'))
    field = Array.isArray(field.value) ? itemOf(field.value, step) : memberOf(field, step)
  return field
}

function itemOf(list: readonly unknown[], step: string): Field {
  const [, index] = /^\[(-?\d+)\]/.exec(step) ?? []
  if (index === undefined) throw new ComparisonError(`invalid or missing slice index in key: ${step}`)
  const value = list.at(Number(index))
  if (value === undefined) throw new ComparisonError(`index ${index} out of bounds for slice of length ${list.length}`)
  return { value, isAmount: false }
}

function memberOf({ value }: Field, step: string): Field {
  if (typeof value !== 'object' || value === null) throw new ComparisonError(`expected a struct, got ${typeof value}`)
  const name = step.toLowerCase()
  const found = Object.entries(value).find(([field]) => field.replaceAll('_', '').toLowerCase() === name)
  if (!found || !/^[A-Z]/.test(step))
    throw new ComparisonError(`field ${step} not found in interface ${protoText(value as AnyMessage)}`)
  return { value: found[1], isAmount: isCoin(value) && name === 'amount' }
}

function isCoin(value: object): value is { denom: string; amount: string } {
  return 'denom' in value && 'amount' in value
}

function read({ value, isAmount }: Field, type: string): Value | undefined {
  if (type === 'sdk.Coin') {
    const coin = Array.isArray(value) ? value[0] : value
    return typeof coin === 'object' && coin && isCoin(coin) ? parse(`${coin.amount}${coin.denom}`, type) : undefined
  }
  if (typeof value !== 'string' || (isAmount && type !== 'math.Int')) return undefined
  return parse(value, type)
}

function parse(text: string, type: string): Value | undefined {
  switch (type) {
    case 'string':
      return { type, text }
    case 'math.Int':
      return /^-?\d+$/.test(text) ? { type, number: BigInt(text) } : undefined
    case 'math.Dec': {
      const [, sign = '', whole, decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
      return whole === undefined
        ? undefined
        : { type, number: BigInt(sign + whole + decimals.padEnd(decimalPlaces, '0').slice(0, decimalPlaces)) }
    }
    case 'sdk.Coin':
      return parseCoin(text)
    default:
      return undefined
  }
}

const decimalPlaces = 36

/** Converts INTO to the base denom, and then drops all decimals. */
function parseCoin(text: string): Value | undefined {
  const pattern = /^(\d+(?:\.\d+)?|\.\d+)\s*([a-zA-Z][\w/:.-]{2,127})$/
  const [, amount = '', unit = ''] = pattern.exec(text.trim()) ?? []
  if (amount === '') return undefined
  const [whole = '', decimals = ''] = amount.split('.')
  const [denom, exponent] = unit === 'INTO' ? ['uinto', 6] : [unit, 0]
  return { type: 'sdk.Coin', denom, amount: BigInt(whole + decimals.padEnd(exponent, '0').slice(0, exponent)) }
}

/** A coin has no sign, so its change is never negative. */
function changeOf(value: Value, before: Value): Value {
  if (value.type === 'sdk.Coin' && before.type === 'sdk.Coin' && value.denom === before.denom) {
    const amount = value.amount - before.amount
    return { ...value, amount: amount < 0n ? -amount : amount }
  }
  if ('number' in value && 'number' in before) return { ...value, number: value.number - before.number }
  throw new ComparisonError(`error calculating difference: unsupported type ${value.type}`)
}

function compare({ operator }: Comparison, value: Value, operand: Value): boolean {
  const [text, part] = [textOf(value), textOf(operand)]
  switch (operator) {
    case 'EQUAL':
      return text === part
    case 'NOT_EQUAL':
      return text !== part
    case 'SMALLER_THAN':
      return order(value, operand) < 0
    case 'LARGER_THAN':
      return order(value, operand) > 0
    case 'GREATER_EQUAL':
      return order(value, operand) >= 0
    case 'LESS_EQUAL':
      return order(value, operand) <= 0
    // Only a string can contain another string.
    case 'CONTAINS':
      return value.type === 'string' && text.includes(part)
    case 'NOT_CONTAINS':
      return !(value.type === 'string' && text.includes(part))
    case 'STARTS_WITH':
      return text.startsWith(part)
    case 'ENDS_WITH':
      return text.endsWith(part)
    default:
      throw new ComparisonError(`unsupported comparison operator: ${operator}`)
  }
}

function order(value: Value, operand: Value): number {
  if (value.type === 'sdk.Coin' && operand.type === 'sdk.Coin' && value.denom !== operand.denom)
    throw new ComparisonError(`denom mismatch: ${value.denom} vs ${operand.denom}`)
  const [one, other] = [integerOf(value), integerOf(operand)]
  if (one === other) return 0
  return one < other ? -1 : 1
}

function integerOf(value: Value): bigint {
  if (value.type === 'string') throw new ComparisonError('unsupported numeric type: string')
  return value.type === 'sdk.Coin' ? value.amount : value.number
}

function textOf(value: Value): string {
  if (value.type === 'string') return value.text
  return value.type === 'sdk.Coin' ? value.amount + value.denom : String(value.number)
}

function prefixed<Result>(prefix: string, act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    throw error instanceof ComparisonError ? new ComparisonError(`${prefix}: ${error.message}`) : error
  }
}
