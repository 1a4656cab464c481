import type { Value } from './values.js'

/** The operators of comparisons, in the order of their numbers on the chain. */
export const operators = [
  'EQUAL',
  'CONTAINS',
  'NOT_CONTAINS',
  'SMALLER_THAN',
  'LARGER_THAN',
  'GREATER_EQUAL',
  'LESS_EQUAL',
  'STARTS_WITH',
  'ENDS_WITH',
  'NOT_EQUAL',
] as const

export interface RuleError {
  error: string
}

export function compare(operator: string, value: Value, operand: Value): boolean | RuleError {
  const isInOrder = orders.get(operator)
  if (isInOrder) {
    const order = orderOf(value, operand)
    return typeof order === 'number' ? isInOrder(order) : order
  }
  const [text, part] = [textOf(value), textOf(operand)]
  // Only a text can contain another text.
  const contains = value.type === 'string' && text.includes(part)
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
      return { error: `unsupported comparison operator: ${operator}` }
  }
}

export function isOrder(operator: string): boolean {
  return orders.has(operator)
}

const orders: ReadonlyMap<string, (order: number) => boolean> = new Map([
  ['SMALLER_THAN', order => order < 0],
  ['LARGER_THAN', order => order > 0],
  ['GREATER_EQUAL', order => order >= 0],
  ['LESS_EQUAL', order => order <= 0],
])

function orderOf(value: Value, operand: Value): number | RuleError {
  if (value.type === 'string' || operand.type === 'string') return { error: 'unsupported numeric type: string' }
  if (value.type === 'sdk.Coin' && operand.type === 'sdk.Coin') {
    if (value.denom === operand.denom) return signOf(value.amount - operand.amount)
    return { error: `denom mismatch: ${value.denom} vs ${operand.denom}` }
  }
  if (value.type === 'sdk.Coin' || operand.type === 'sdk.Coin') return { error: 'sdk.Coin struct missing Amount field' }
  return signOf(value.number - operand.number)
}

function signOf(difference: bigint): number {
  if (difference === 0n) return 0
  return difference < 0n ? -1 : 1
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
