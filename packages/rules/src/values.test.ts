import { describe, expect, test } from 'vitest'
import { flowNamed } from '../test/recordings.js'
import {
  canParse,
  changeOf,
  fieldAt,
  isList,
  isMissing,
  isNumeric,
  parseValue,
  queriedType,
  readField,
  valueTypes,
} from './values.js'

/** Returns the value that a recorded flow compares, or why it has none. */
function valueIn(name: string, response: unknown) {
  const [comparison] = flowNamed(name).flow.conditions.comparisons
  if (!comparison) throw new Error(`${name} has no comparison.`)
  const field = fieldAt(response, comparison.response_key)
  return isMissing(field) ? { missing: field.step } : readField(field, comparison.value_type)
}

const reward = { '@type': '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorRewardResponse' }
const noReward = { ...reward, amount: [{ denom: 'uinto', amount: '0' }] }
const unbonded = {
  '@type': '/cosmos.staking.v1beta1.MsgUndelegateResponse',
  completion_time: '2026-12-01T20:56:07.442371919Z',
  amount: { denom: 'uinto', amount: '1000' },
}

const missingField = (step: string) =>
  `conditions to execute not met: error in CompareResponseValue: error getting value from response: error parsing value: field ${step} not found in interface `

describe('fieldAt and readField', () => {
  test.each([
    ['v1 12', noReward, { type: 'sdk.Coin', denom: 'uinto', amount: 0n }],
    ['v1-truth 33', noReward, { type: 'math.Int', number: 0n }],
    ['v1-truth 103', noReward, { type: 'string', text: 'uinto' }],
    ['v1-truth-2 71', unbonded, { type: 'math.Int', number: 1_000n }],
    ['v1-truth-2 59', unbonded, { type: 'math.Int', number: 1_000n }],
  ])('%s', (name, response, value) => {
    expect(valueIn(name, response)).toEqual(value)
  })

  test.each([
    ['v1-forecast 23', noReward, 'Nothing'],
    ['v1-forecast 43', { '@type': '/cosmos.bank.v1beta1.MsgSendResponse' }, 'Amount'],
    ['v1-truth-2 58', unbonded, 'Nope'],
    ['v1-truth 45', { '@type': '/cosmos.authz.v1beta1.MsgExecResponse', results: ['CgA='] }, 'Amount'],
  ])('%s, whose error names the missing field', (name, response, step) => {
    expect(valueIn(name, response)).toEqual({ missing: step })
    const errors = flowNamed(name).runs.flatMap(({ errors }) => errors)
    expect(errors.some(error => error.startsWith(missingField(step)))).toBe(true)
  })

  test('v1-truth-2 18: the loop reads the coin of a withdrawal', () => {
    const [loop] = flowNamed('v1-truth-2 18').flow.conditions.feedback_loops
    const field = fieldAt(flowNamed('v1-truth-2 18').runs[0]?.msgResponses[0], loop?.response_key ?? '')
    expect(!isMissing(field) && readField(field, 'sdk.Coin')).toEqual({
      type: 'sdk.Coin',
      denom: 'uinto',
      amount: 1_000n,
    })
  })
})

describe('canParse and parseValue', () => {
  test.each([
    ['v1 12', '1uinto', 'sdk.Coin', { type: 'sdk.Coin', denom: 'uinto', amount: 1n }],
    ['v1-truth 33', '1', 'math.Int', { type: 'math.Int', number: 1n }],
    ['v1-truth 103', 'ibc', 'string', { type: 'string', text: 'ibc' }],
    ['v1-truth 99', '1000000000000000000', 'math.Int', { type: 'math.Int', number: 10n ** 18n }],
    ['v1-truth 35', 'abc', 'math.Int', undefined],
    ['v1-truth-2 59', 'abc', 'math.Int', undefined],
  ])('%s', (name, operand, type, value) => {
    const { flow, runs } = flowNamed(name)
    expect(flow.conditions.comparisons[0]).toMatchObject({ operand, value_type: type })
    expect(parseValue(operand, type)).toEqual(value)
    expect(canParse(operand, type)).toBe(value !== undefined)
    expect(runs[1]?.errors.some(error => error.includes('error parsing operand'))).toBe(value === undefined)
  })
})

describe('not decided by a recording', () => {
  // `parseOperand` in x/intent/keeper/interpret_response.go, `NewDecFromString` of cosmossdk.io/math 1.5.0, `ParseCoinNormalized` of the
  // Cosmos SDK, and the units in cmd/intentod/cmd/config.
  test.each([
    ['-5', 'math.Int', { type: 'math.Int', number: -5n }],
    ['1.5', 'math.Int', undefined],
    ['1.5', 'math.Dec', { type: 'math.Dec', number: 15n * 10n ** 35n }],
    ['-.5', 'math.Dec', { type: 'math.Dec', number: -5n * 10n ** 35n }],
    ['+5.', 'math.Dec', { type: 'math.Dec', number: 5n * 10n ** 36n }],
    ['1e3', 'math.Dec', { type: 'math.Dec', number: 10n ** 39n }],
    ['1.25E+1', 'math.Dec', { type: 'math.Dec', number: 125n * 10n ** 35n }],
    ['25e-37', 'math.Dec', { type: 'math.Dec', number: 2n }],
    ['1e-100', 'math.Dec', { type: 'math.Dec', number: 0n }],
    ['1e101', 'math.Dec', undefined],
    ['.', 'math.Dec', undefined],
    ['e3', 'math.Dec', undefined],
    ['1e', 'math.Dec', undefined],
    ['+-1', 'math.Dec', undefined],
    ['', 'math.Dec', undefined],
    ['1.5INTO', 'sdk.Coin', { type: 'sdk.Coin', denom: 'uinto', amount: 1_500_000n }],
    ['1.9 uinto', 'sdk.Coin', { type: 'sdk.Coin', denom: 'uinto', amount: 1n }],
    ['uinto', 'sdk.Coin', undefined],
    ['1', 'no.Type', undefined],
  ])('the operand %j of type %s', (operand, type, value) => {
    expect(parseValue(operand, type)).toEqual(value)
  })

  test.each([
    ['', 'sdk.Coins', true],
    ['1uinto,2uatom', 'sdk.Coins', true],
    ['1uinto,x', 'sdk.Coins', false],
    ['["a"]', '[]string', true],
  ])('the list %j of type %s', (operand, type, expected) => {
    expect(canParse(operand, type)).toBe(expected)
    expect(isList(type) && valueTypes.has(type)).toBe(true)
  })

  // `parseResponseValue` and `traverseFields` in x/intent/keeper/interpret_response.go.
  test.each([
    ['CompletionTime', 'string', 'unknown'],
    ['Amount.Amount', 'string', undefined],
    ['Amount.Amount', 'math.Dec', undefined],
    ['Amount.Denom', 'math.Int', undefined],
    ['Amount.Denom', 'string', { type: 'string', text: 'uinto' }],
  ])('the field %s as %s', (key, type, value) => {
    const field = fieldAt(unbonded, key)
    expect(!isMissing(field) && readField(field, type)).toEqual(value)
  })

  test.each([
    [noReward, 'Amount.[1]', { step: '[1]', parent: noReward.amount }],
    [noReward, 'Amount.Denom', { step: 'Denom', parent: noReward.amount }],
    [unbonded, 'amount', { step: 'amount', parent: unbonded }],
    [unbonded, 'Amount.Denom.X', { step: 'X', parent: 'uinto' }],
  ])('no field of %j at %s', (response, key, missing) => {
    expect(fieldAt(response, key)).toEqual(missing)
  })

  // `calculateDifference` in x/intent/keeper/interpret_response.go.
  test.each([
    ['math.Int', '3', '5', { type: 'math.Int', number: -2n }],
    ['math.Dec', '3', '5', { type: 'math.Dec', number: -2n * 10n ** 36n }],
    ['sdk.Coin', '3uinto', '5uinto', { type: 'sdk.Coin', denom: 'uinto', amount: 2n }],
    ['sdk.Coin', '3uinto', '5uatom', undefined],
    ['string', 'a', 'b', undefined],
  ])('the change of a %s to %s from %s', (type, now, before, change) => {
    const [value, other] = [parseValue(now, type), parseValue(before, type)]
    expect(value && other && changeOf(value, other)).toEqual(change)
  })
})

// `parseICQResponse` in x/intent/keeper/interpret_response.go.
test('not decided by a recording: the types of answers to queries', () => {
  const twap = 'osmosistwapv1beta1.TwapRecord'
  for (const type of [...valueTypes, 'json']) expect(queriedType(type)).toBe(type)
  for (const field of ['', '.P0LastSpotPrice', '.P1ArithmeticTwapAccumulator', '.GeometricTwapAccumulator'])
    expect(queriedType(`${twap}${field}`)).toBe('math.Dec')
  for (const type of ['sdk.Int', '200000uatom', '', `${twap}.LastErrorTime`, `${twap}.Nothing`, `a.${twap}`])
    expect(queriedType(type)).toBeUndefined()
  expect([...valueTypes].filter(isNumeric)).toEqual(['math.Int', 'math.Dec', 'sdk.Coin'])
})
