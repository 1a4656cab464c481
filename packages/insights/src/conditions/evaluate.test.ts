import type { ChainRelease, Comparison, Flow, FlowHistoryEntry } from '@flow-query/core'
import { expect, test } from 'vitest'
import { comparison, entryOf, flowOf } from '../../../core/test/flows.js'
import { evaluateConditions } from '../index.js'

const rewards = (amount: number) =>
  entryOf({ msgResponses: [{ '@type': '/a', amount: [{ denom: 'uinto', amount: String(amount) }] }] })
const unsaved = entryOf({ msgResponses: [] })
const failed = entryOf({ executed: false, errors: ['insufficient funds'] })
const large: Comparison = {
  ...comparison,
  responseKey: 'Amount.[0]',
  valueType: 'sdk.Coin',
  operator: 'LARGER_THAN',
  operand: '1000uinto',
}
const icqConfig = {
  connectionId: 'connection-0',
  chainId: 'osmosis-1',
  timeoutPolicy: 'REJECT_QUERY_RESPONSE',
  timeoutDuration: '50s',
  queryType: 'store/bank/key',
  queryKey: '',
  response: '',
}

function evaluate(
  conditions: Partial<Flow['conditions']>,
  history: FlowHistoryEntry[],
  of = '1',
  release: ChainRelease = 'current',
) {
  const flow = flowOf({ id: '1', configuration: { saveResponses: true } })
  return evaluateConditions(
    { ...flow, conditions: { ...flow.conditions, ...conditions } },
    { flows: [flow], histories: { [of]: { history, nextKey: null } }, release },
  )
}

test.each([
  ['a larger value', large, [rewards(2_000)], true],
  ['a smaller value', large, [rewards(900)], false],
  ['an operand in INTO', { ...large, operand: '0.001INTO' }, [rewards(1_001)], true],
  ['an operand whose decimals the chain drops', { ...large, operand: '1000.9uinto' }, [rewards(1_001)], true],
  ['a coin of another denom', { ...large, operand: '1000uatom' }, [rewards(2_000)], 'fails'],
  ['the newest saved response', large, [unsaved, rewards(2_000)], true],
  ['a flow that never ran', large, [], true],
  ['a response without the field', { ...large, responseKey: 'Nothing' }, [rewards(900)], 'fails'],
  ['an unknown operator', { ...large, operator: 'SOMETHING_NEW' }, [rewards(900)], 'fails'],
  ['the change since the run before', { ...large, differenceMode: true }, [rewards(2_000), rewards(500)], true],
  ['a small change', { ...large, differenceMode: true }, [rewards(2_000), rewards(1_500)], false],
  ['runs of another flow that are unknown', { ...large, flowId: '9' }, [rewards(2_000)], 'unknown'],
])('compares %s', (_, comparison, history, result) => {
  expect(evaluate({ comparisons: [comparison] }, history).comparisons).toEqual([result])
})

test.each([
  ['2000', true],
  ['900', false],
  ['text', 'unknown'],
])('compares the response %s that another chain gave to the second query', (answer, result) => {
  const query = { ...large, icqConfig, valueType: 'math.Int', operand: '1000' }
  const history = [unsaved, { ...unsaved, queryResponses: [btoa('1'), btoa(answer)] }]
  expect(evaluate({ comparisons: [query, { ...query }] }, history).comparisons).toEqual([false, result])
})

test.each([[[]], [['not base64']], [['A_A=']]])('has no result for a query with the responses %j', queryResponses => {
  const history = [{ ...unsaved, queryResponses }]
  expect(evaluate({ comparisons: [{ ...large, icqConfig }] }, history).comparisons).toEqual(['unknown'])
})

test.each([
  [[rewards(1)], true],
  [[failed, rewards(1)], false],
  [[], null],
])('returns whether another flow succeeded', (history, result) => {
  expect(evaluate({ stopOnFailureOf: ['2'] }, history, '2').succeeded).toEqual({ 2: result })
})

test.each([
  ['1.0.7', true],
  ['1.0.5', 'unknown'],
  ['legacy', 'unknown'],
] as const)('with the rules %s, a comparison of a larger value is %s', (release, result) => {
  expect(evaluate({ comparisons: [large] }, [rewards(2_000)], '1', release).comparisons).toEqual([result])
})
