import type { Comparison, Flow, FlowHistoryEntry } from '@flow-query/core'
import { phraseText } from '@flow-query/words'
import { expect, test } from 'vitest'
import { madeFlow, madeRun, now } from '../test/made.js'
import { conditionsOf, describeJudgement, holdsBack, judge } from './conditions.js'

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
  const flow = madeFlow()
  return { ...flow, conditions: { ...flow.conditions, ...conditions } }
}

const answered = (amount: string) =>
  madeRun(-60, { msgResponses: [{ '@type': '/x.Response', amount: [{ denom: 'uinto', amount }] }] })

/** What the first condition says of the runs of the flow that it looks at. */
function judged(flow: Flow, newest: FlowHistoryEntry[]): [text: string, holdsBack: boolean] {
  const [condition] = conditionsOf(flow)
  if (!condition) throw new Error('no condition')
  const judgement = judge(condition, newest, flow, now)
  return [describeJudgement(condition, judgement), holdsBack(condition, judgement)]
}

test.each([
  ['LARGER_THAN', '2000', 'Holds now: found 0.002 INTO', false],
  ['LARGER_THAN', '900', 'Does not hold now: found 0.0009 INTO', true],
  ['EQUAL', '1000', 'Holds now: found 0.001 INTO', false],
  ['SOMETHING_NEW', '1000', 'Not known yet: found 0.001 INTO', false],
])('%s with a response of %s', (operator, amount, text, back) => {
  expect(judged(flowWith({ comparisons: [{ ...comparison, operator }] }), [answered(amount)])).toEqual([text, back])
})

test('the newest response that was kept is looked at, and none is not known', () => {
  const flow = flowWith({ comparisons: [comparison] })
  expect(judged(flow, [madeRun(-10), answered('2000')])[0]).toBe('Holds now: found 0.002 INTO')
  expect(judged(flow, [madeRun(-10)])[0]).toBe('Not known yet')
})

test('texts are compared as texts', () => {
  const contains = { ...comparison, responseKey: 'Status', operator: 'CONTAINS', operand: 'done' }
  const run = madeRun(-60, { msgResponses: [{ '@type': '/x.Response', status: 'all done' }] })
  expect(judged(flowWith({ comparisons: [contains] }), [run])[0]).toBe('Holds now: found all done')
})

test('an answer of another chain is found among those of the run', () => {
  const asks = { ...comparison, icqConfig, responseKey: '', operand: '1000' }
  const run = madeRun(-60, { queryResponses: [btoa('499982000')] })
  expect(judged(flowWith({ comparisons: [asks] }), [run])[0]).toBe('Holds now: found 499.982 ATOM')
})

test('what a flow takes from a response', () => {
  const loop = { ...comparison, msgsIndex: 0, msgKey: 'Amount' }
  expect(judged(flowWith({ feedbackLoops: [loop] }), [answered('2000')])[0]).toBe('Takes 0.002 INTO now')
})

test('another flow: whether it did what is waited for', () => {
  const flow = flowWith({ skipOnFailureOf: ['7'] })
  const failed = madeRun(-60, { executed: false, errors: ['out of gas'] })
  expect(conditionsOf(flow)[0]?.flowId).toBe('7')
  expect(judged(flow, [failed])).toEqual(['Applies now', true])
  expect(judged(flow, [madeRun(-60)])).toEqual(['Does not apply now', false])
  expect(judged(flow, [])).toEqual(['Not known yet', false])
})

test('each condition with its own words', () => {
  const flow = flowWith({ comparisons: [comparison], stopOnSuccessOf: ['3'], skipOnSuccessOf: ['4'] })
  expect(conditionsOf(flow).map(({ phrase }) => phraseText(phrase))).toEqual([
    'Runs only while Amount.[0] of the last response > 0.001 INTO',
    'Stops when flow 3 succeeds',
    'Is skipped when flow 4 succeeded',
  ])
})
