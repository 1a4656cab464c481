import type { Comparison, Flow, FlowHistoryEntry } from '@flow-query/core'
import { expect, test } from 'vitest'
import { at, sampleFlow, sampleRun } from '../../../test/samples'
import { blocksRun, type ConditionRuns, conditionsOf, describeResult, evaluateCondition } from './evaluate'

const comparison: Comparison = {
  flowId: '0',
  responseIndex: 0,
  responseKey: 'Amount.[0]',
  valueType: 'sdk.Coin',
  operator: 'LARGER_THAN',
  operand: '1000uinto',
  differenceMode: false,
  icqConfig: null,
}
const icqConfig = {
  connectionId: 'connection-0',
  chainId: 'osmosis-1',
  timeoutPolicy: 'REJECT_QUERY_RESPONSE',
  timeoutDuration: '50s',
  queryType: 'store/bank/key',
  queryKey: btoa('\x02\x04abcduatom'),
  response: '',
}

function flowWith(conditions: Partial<Flow['conditions']>): Flow {
  const flow = sampleFlow()
  return { ...flow, conditions: { ...flow.conditions, ...conditions } }
}

const answered = (amount: string) =>
  sampleRun(-60, { msgResponses: [{ '@type': '/x.Response', amount: [{ denom: 'uinto', amount }] }] })

function runsOf(of: Flow, history: FlowHistoryEntry[]): ConditionRuns {
  return { of, newest: { history, nextKey: null, total: null }, release: 'current' }
}

function evaluated(flow: Flow, newest: FlowHistoryEntry[], of = flow): [text: string, blocksRun: boolean] {
  const [condition] = conditionsOf(flow)
  if (!condition) throw new Error('no condition')
  const result = evaluateCondition(condition, flow, runsOf(of, newest))
  if (!result) throw new Error('no result')
  return [describeResult(condition, result), blocksRun(condition, result)]
}

test.each([
  ['LARGER_THAN', '2000', 'Met now. Current value: 0.002 INTO', false],
  ['LARGER_THAN', '900', 'Not met now. Current value: 0.0009 INTO', true],
  ['EQUAL', '1000', 'Met now. Current value: 0.001 INTO', false],
  ['SOMETHING_NEW', '1000', 'Can’t be evaluated, so the run fails. Current value: 0.001 INTO', true],
])('evaluates %s with the response %s', (operator, amount, text, back) => {
  expect(evaluated(flowWith({ comparisons: [{ ...comparison, operator }] }), [answered(amount)])).toEqual([text, back])
})

test('uses the newest saved response', () => {
  const flow = flowWith({ comparisons: [comparison] })
  expect(evaluated(flow, [sampleRun(-10), answered('2000')])[0]).toBe('Met now. Current value: 0.002 INTO')
  expect(evaluated(flow, [sampleRun(-10)])).toEqual(['Met now, because there is no value to compare', false])
})

test('has no result if the flow saves no responses, because the condition always passes', () => {
  const flow = flowWith({ comparisons: [comparison] })
  const [condition] = conditionsOf({ ...flow, configuration: { ...flow.configuration, saveResponses: false } })
  expect(condition && evaluateCondition(condition, flow, runsOf(flow, [sampleRun(-10)]))).toBeNull()
})

test('compares strings as strings', () => {
  const field = { ...comparison, responseKey: 'Amount.[0].Denom', valueType: 'string' }
  const contains = { ...field, operator: 'CONTAINS', operand: 'into' }
  expect(evaluated(flowWith({ comparisons: [contains] }), [answered('1')])[0]).toBe('Met now. Current value: uinto')
})

test('uses the response of an interchain query', () => {
  const asks = { ...comparison, icqConfig, responseKey: '', valueType: 'math.Int', operand: '1000' }
  const run = sampleRun(-60, { queryResponses: [btoa('499982000')] })
  expect(evaluated(flowWith({ comparisons: [asks] }), [run])[0]).toBe('Met now. Current value: 499.982 ATOM')
})

test('shows the value that a feedback loop uses', () => {
  const loop = { ...comparison, msgsIndex: 0, msgKey: 'Amount' }
  expect(evaluated(flowWith({ feedbackLoops: [loop] }), [answered('2000')])[0]).toBe('Current value: 0.002 INTO')
})

test('says that the result of another flow may change before the next run', () => {
  const flow = { ...flowWith({ skipOnFailureOf: ['7'] }), execTime: at(90) }
  const failed = sampleRun(-60, { executed: false, errors: ['out of gas'] })
  expect(evaluated(flow, [failed], sampleFlow())[0]).toBe('Applies now, but may change before the next run')
  const sent = sampleRun(-60, { executed: false, packetSequences: ['1'] })
  expect(evaluated(flow, [sent])[0]).toBe('Applies now, but may change before the next run')
})

test('evaluates a condition on the outcome of another flow', () => {
  const flow = flowWith({ skipOnFailureOf: ['7'] })
  const failed = sampleRun(-60, { executed: false, errors: ['out of gas'] })
  expect(conditionsOf(flow)[0]?.flowId).toBe('7')
  expect(evaluated(flow, [failed])).toEqual(['Applies now', true])
  expect(evaluated(flow, [sampleRun(-60)])).toEqual(['Does not apply now', false])
  expect(evaluated(flow, [])).toEqual(['Does not apply now', false])
})
