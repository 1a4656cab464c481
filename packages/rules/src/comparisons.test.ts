import { describe, expect, test } from 'vitest'
import { type Comparison, flows, isUnmet, type RecordedFlow, type Run } from '../test/recordings.js'
import { compare, isOrder, operators } from './comparisons.js'
import { combine } from './conditions.js'
import { fieldAt, isMissing, parseValue, readField, type Value } from './values.js'

/** `v1-outcomes` lacks earlier runs. */
const comparing = flows.filter(({ folder, flow }) => flow.conditions.comparisons.length > 0 && folder !== 'v1-outcomes')

function newestResponses({ runs }: RecordedFlow, { actual, scheduled }: Run) {
  return runs.findLast(
    run => run.msgResponses.length > 0 && (run.actual < actual || (run.actual === actual && run.scheduled < scheduled)),
  )?.msgResponses
}

function responseValue({ response_key, value_type }: Comparison, response: unknown): Value | undefined {
  const field = fieldAt(response, response_key)
  if (isMissing(field)) return undefined
  const value = readField(field, value_type)
  return value === 'unknown' ? parseValue(String(field.value), value_type) : value
}

function resultOf(recorded: RecordedFlow, comparison: Comparison, run: Run): boolean | 'fails' {
  const { flow_id, icq_config, operand, operator, response_index, value_type } = comparison
  const name = flow_id === '0' ? recorded.name : `${recorded.folder} ${flow_id}`
  const source = flows.find(other => other.name === name)
  const responses = source && newestResponses(source, run)
  if (!icq_config && !responses) return true
  const [answer = ''] = run.queryResponses
  const value = icq_config
    ? parseValue(atob(answer), value_type)
    : responseValue(comparison, responses?.[response_index])
  const other = parseValue(operand, value_type)
  const result = value && other && compare(operator, value, other)
  return typeof result === 'boolean' ? result : 'fails'
}

describe('compare', () => {
  test.each<[run: string, operator: string, type: string, value: string, operand: string, isMet: boolean]>([
    ['v1 12, run 2', 'LARGER_THAN', 'sdk.Coin', '0uinto', '1uinto', false],
    ['v1-truth 33, run 2', 'LARGER_THAN', 'math.Int', '0', '1', false],
    ['v1-truth 103, run 2', 'EQUAL', 'string', 'uinto', 'ibc', false],
    ['v1-truth-2 71, run 2', 'LARGER_THAN', 'math.Int', '1000', '500', true],
    ['v1-truth-2 72, run 1', 'LARGER_THAN', 'math.Int', '1000', '5000', false],
    ['v1-interchain 19, run 1', 'LARGER_THAN', 'math.Int', '499982000', '1000', true],
    ['v1-truth 99, run 1', 'LARGER_THAN', 'math.Int', '9999760', '1000000000000000000', false],
  ])('%s', (_, operator, type, value, operand, isMet) => {
    expect(compared(operator, type, value, type, operand)).toBe(isMet)
  })
})

function compared(operator: string, type: string, value: string, otherType: string, operand: string) {
  const [one, other] = [parseValue(value, type), parseValue(operand, otherType)]
  return one && other && compare(operator, one, other)
}

describe('recorded comparisons', () => {
  test.each(comparing.map(recorded => [recorded.name, recorded] as const))('%s: each run', (_, recorded) => {
    const { comparisons, use_and_for_comparisons } = recorded.flow.conditions
    for (const [index, run] of recorded.runs.entries()) {
      const results = comparisons.map(comparison => resultOf(recorded, comparison, run))
      const outcome = !isUnmet(run) || (run.errors.length > 0 && 'fails')
      expect({ index, outcome: combine(results, use_and_for_comparisons) }).toEqual({ index, outcome })
    }
  })

  test('include 30 that are not met and 264 that the chain could not evaluate', () => {
    const unmet = comparing.flatMap(({ runs }) => runs.slice(1)).filter(isUnmet)
    const invalid = unmet.filter(({ errors }) => errors.length > 0)
    expect([unmet.length - invalid.length, invalid.length]).toEqual([30, 264])
  })
})

describe('not decided by a recording', () => {
  // `CompareResponseValue` and `compareNumbers` in x/intent/keeper/interpret_response.go.
  test.each<[operator: string, type: string, value: string, operand: string, expected: boolean]>([
    ['EQUAL', 'math.Int', '5', '+5', true],
    ['EQUAL', 'math.Dec', '1.50', '1.5', true],
    ['EQUAL', 'sdk.Coin', '5uinto', '5uatom', false],
    ['NOT_EQUAL', 'string', 'uinto', 'uatom', true],
    ['SMALLER_THAN', 'math.Dec', '-0.5', '0', true],
    ['LESS_EQUAL', 'math.Int', '5', '5', true],
    ['GREATER_EQUAL', 'math.Int', '4', '5', false],
    ['LARGER_THAN', 'sdk.Coin', '6uinto', '5uinto', true],
    ['CONTAINS', 'string', 'uinto', 'int', true],
    ['CONTAINS', 'math.Int', '15', '5', false],
    ['NOT_CONTAINS', 'math.Int', '15', '5', true],
    ['STARTS_WITH', 'sdk.Coin', '5uinto', '5uinto', true],
    ['STARTS_WITH', 'math.Int', '15', '1', true],
    ['ENDS_WITH', 'string', 'uinto', 'into', true],
  ])('%s of %s %s and %s', (operator, type, value, operand, expected) => {
    expect(compared(operator, type, value, type, operand)).toBe(expected)
  })

  test.each<[type: string, value: string, otherType: string, operand: string, error: string]>([
    ['string', '5', 'string', '4', 'unsupported numeric type: string'],
    ['sdk.Coin', '5uinto', 'sdk.Coin', '5uatom', 'denom mismatch: uinto vs uatom'],
    ['sdk.Coin', '5uinto', 'math.Int', '5', 'sdk.Coin struct missing Amount field'],
  ])('%s %s is not larger or smaller than %s %s', (type, value, otherType, operand, error) => {
    expect(compared('LARGER_THAN', type, value, otherType, operand)).toEqual({ error })
  })

  test('an unknown operator', () => {
    expect(compared('NOPE', 'string', 'a', 'string', 'a')).toEqual({ error: 'unsupported comparison operator: NOPE' })
    expect(operators.filter(isOrder)).toEqual(['SMALLER_THAN', 'LARGER_THAN', 'GREATER_EQUAL', 'LESS_EQUAL'])
  })
})
