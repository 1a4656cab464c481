import type { Comparison, FlowConditions, FlowConfiguration, IcqConfig } from '@flow-query/core'
import { expect, test } from 'vitest'
import { phraseText } from './phrase.js'
import { describeRules } from './rules.js'

const none: FlowConditions = {
  feedbackLoops: [],
  comparisons: [],
  stopOnSuccessOf: [],
  stopOnFailureOf: [],
  skipOnFailureOf: [],
  skipOnSuccessOf: [],
  useAndForComparisons: false,
}
const icq: IcqConfig = {
  connectionId: 'connection-0',
  chainId: 'host-1',
  timeoutPolicy: 'EXECUTE_QUERY_CALLBACK',
  timeoutDuration: '30s',
  queryType: 'store/bank/key',
  queryKey: '',
  response: '',
}
const comparison: Comparison = {
  flowId: '0',
  responseIndex: 0,
  responseKey: 'Amount.[0]',
  valueType: 'sdk.Coin',
  operator: 'LARGER_THAN',
  operand: '1uinto',
  differenceMode: false,
  icqConfig: null,
}
const configuration = {
  saveResponses: true,
  updatingDisabled: true,
  stopOnSuccess: true,
  stopOnFailure: false,
  stopOnTimeout: true,
  walletFallback: false,
}
const said = (conditions: Partial<FlowConditions>) =>
  describeRules({ conditions: { ...none, ...conditions }, configuration, trustlessAgent: null }).conditions.map(
    phraseText,
  )

test('conditions in words', () => {
  expect(said({})).toEqual([])
  expect(said({ comparisons: [comparison] })).toEqual([
    'Runs only while Amount.[0] of the last response > 0.000001 INTO',
  ])
  const balance = { ...comparison, responseKey: '', operand: '1000', icqConfig: icq }
  expect(
    said({ comparisons: [balance, { ...comparison, flowId: '7', responseIndex: 1, differenceMode: true }] }),
  ).toEqual([
    'Runs only while the balance asked of host-1 > 1,000',
    'or while the change of Amount.[0] of the last response of flow 7 (message 2) > 0.000001 INTO',
  ])
  expect(said({ comparisons: [balance, balance], useAndForComparisons: true })[1]).toMatch(/^Runs only while /)
  const loop = { ...comparison, msgsIndex: 1, msgKey: 'Amount' }
  expect(said({ feedbackLoops: [loop] })).toEqual(['Puts Amount.[0] of the last response into Amount of message 2'])
  expect(
    said({ stopOnSuccessOf: ['1'], stopOnFailureOf: ['2'], skipOnSuccessOf: ['3'], skipOnFailureOf: ['4'] }),
  ).toEqual([
    'Stops when flow 1 succeeds',
    'Stops when flow 2 fails',
    'Is skipped when flow 3 succeeded',
    'Is skipped when flow 4 failed',
  ])
  expect(said({ comparisons: [{ ...comparison, operator: 'IS_PRIME', operand: '' }] })).toEqual([
    'Runs only while Amount.[0] of the last response IS_PRIME “”',
  ])
})

test('a balance is compared in the denom that is asked for', () => {
  const queryKey = btoa(`\x02\x04abcduatom`)
  const balance = { ...comparison, responseKey: '', operand: '1000', icqConfig: { ...icq, queryKey } }
  expect(said({ comparisons: [balance] })).toEqual(['Runs only while the balance asked of host-1 > 0.001 ATOM'])
})

test('flows are named apart from words, so that they can be links', () => {
  const { conditions } = describeRules({
    conditions: { ...none, stopOnFailureOf: ['2'] },
    configuration,
    trustlessAgent: null,
  })
  expect(conditions).toEqual([['Stops when ', { flow: '2' }, ' fails']])
})

test('an operator that every object has is one that is not known', () => {
  expect(said({ comparisons: [{ ...comparison, operator: 'constructor' }] })[0]).toMatch(/ constructor 0\.000001 INTO$/)
})

test('what an agent may be paid', () => {
  const trustlessAgent = { agentAddress: 'into1x', feeLimit: [{ denom: 'uinto', amount: '5000' }], connectionId: '' }
  expect(describeRules({ conditions: none, configuration, trustlessAgent }).conditions.map(phraseText)).toEqual([
    'Pays its agent at most 0.005 INTO a run',
  ])
})

test('configuration in words', () => {
  const said = (changes: Partial<FlowConfiguration>) =>
    describeRules({ conditions: none, configuration: { ...configuration, ...changes }, trustlessAgent: null })
      .configuration
  expect(said({})).toEqual([
    'Stops after a run that succeeded or timed out',
    'Takes fees from its own fee account only',
    'Keeps the responses to its messages',
    'Can no longer be changed',
  ])
  expect(said({ stopOnFailure: true })[0]).toBe('Stops after a run that succeeded, failed or timed out')
  expect(said({ stopOnSuccess: false, stopOnTimeout: false })[0]).toBe('Goes on whatever becomes of a run')
})
