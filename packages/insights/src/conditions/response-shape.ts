import type { Comparison, FeedbackLoop } from '@flow-query/core'
import { lookUp } from '@flow-query/core/parts/decode'
import { canParse, isNumeric, isOrder, queriedType, type ResponseShape, valueTypes } from '@flow-query/rules'

type Input = Pick<Comparison | FeedbackLoop, 'responseKey' | 'valueType' | 'differenceMode'>

/** Returns false if the chain can't read the value, whatever the response contains. */
export function mayRead({ responseKey, valueType, differenceMode }: Input, shape: ResponseShape | undefined): boolean {
  const isPossible = shape ? isReadable(fieldAt(shape, responseKey), valueType) : valueTypes.has(valueType)
  return isPossible && (!differenceMode || isNumeric(valueType))
}

export function mayCompare(comparison: Comparison, shape: ResponseShape | undefined): boolean {
  const { responseKey, valueType, operator, operand, differenceMode } = comparison
  if (!mayRead(comparison, shape) || (isOrder(operator) && !isNumeric(valueType))) return false
  if (canParse(operand, valueType) || (differenceMode && operand === 'delta')) return true
  // If the operand isn't a value, the chain uses it as the name of a type.
  return mayRead({ responseKey, valueType: operand, differenceMode: false }, shape)
}

/** Returns false if the chain can't compare an answer of another chain, whatever the answer contains. */
export function mayCompareAnswer({ valueType, operator, operand, differenceMode }: Comparison): boolean {
  const type = queriedType(valueType)
  if (!type || ((differenceMode || isOrder(operator)) && !isNumeric(type))) return false
  return canParse(operand, type) || (differenceMode && operand === 'delta') || queriedType(operand) !== undefined
}

function fieldAt(shape: ResponseShape, key: string): ResponseShape | undefined {
  return key.split('.').reduce<ResponseShape | undefined>((field, step) => field && fieldIn(field, step), shape)
}

const fieldsOfCoin: ResponseShape = { Denom: 'denom', Amount: 'amount' }

function fieldIn(shape: ResponseShape, step: string): ResponseShape | undefined {
  if (shape === 'coins' || shape === 'coinList') return /^\[-?\d+\]/.test(step) ? 'coin' : undefined
  const fields = shape === 'coin' ? fieldsOfCoin : shape
  return typeof fields === 'object' ? lookUp(fields, step) : undefined
}

function isReadable(field: ResponseShape | undefined, type: string): boolean {
  switch (field) {
    case 'coins':
      return type === 'sdk.Coins' || type === 'sdk.Coin'
    case 'coin':
      return type === 'sdk.Coin'
    case 'denom':
      return type === 'string'
    case 'amount':
      return type === 'math.Int'
    case 'text':
      return type === 'string' || type === 'math.Int' || type === 'math.Dec'
    default:
      return false
  }
}
