import type { FlowConditions, FlowConfiguration } from '@flow-query/core'
import { expect, test } from 'vitest'
import { comparison, icq, none } from '../test/conditions.js'
import { phraseText } from './phrase.js'
import { describeRules } from './rules.js'

const configuration = {
  saveResponses: true,
  updatingDisabled: true,
  stopOnSuccess: true,
  stopOnFailure: false,
  stopOnTimeout: true,
  walletFallback: false,
}
const local = { selfHostedIca: null, trustlessAgent: null }
const ica = { selfHostedIca: { portId: 'icacontroller-into1', connectionId: 'connection-0' }, trustlessAgent: null }
const conditionsOf = (conditions: Partial<FlowConditions>) =>
  describeRules({ conditions: { ...none, ...conditions }, configuration, ...local }).conditions.map(phraseText)

const secondSkip = 'Stops for good after two skipped runs in a row (since chain release 1.0.5)'

test('describes conditions', () => {
  expect(conditionsOf({})).toEqual([])
  expect(conditionsOf({ comparisons: [comparison] })).toEqual([
    'Runs only while Amount.[0] of the last response > 0.000001 INTO',
    secondSkip,
  ])
  const balance = { ...comparison, responseKey: '', operand: '1000', icqConfig: icq }
  expect(
    conditionsOf({ comparisons: [balance, { ...comparison, flowId: '7', responseIndex: 1, differenceMode: true }] }),
  ).toEqual([
    'Runs only while the balance on host-1 > 1,000',
    'or while the change of Amount.[0] of the last response of flow 7 (message 2) > 0.000001 INTO',
  ])
  expect(conditionsOf({ comparisons: [balance, balance], useAndForComparisons: true })[1]).toMatch(/^Runs only while /)
  const loop = { ...comparison, msgsIndex: 1, msgKey: 'Amount' }
  expect(conditionsOf({ feedbackLoops: [loop] })).toEqual([
    'Sets Amount of message 2 to Amount.[0] of the last response',
  ])
  expect(
    conditionsOf({ stopOnSuccessOf: ['1'], stopOnFailureOf: ['2'], skipOnSuccessOf: ['3'], skipOnFailureOf: ['4'] }),
  ).toEqual([
    'Stops when flow 1 succeeds',
    'Stops when flow 2 fails',
    'Skips a run if flow 3 succeeded',
    'Skips a run if flow 4 failed',
    secondSkip,
  ])
  // An unknown operator can be a property of all objects.
  expect(conditionsOf({ comparisons: [{ ...comparison, operator: 'constructor', operand: '' }] })).toEqual([
    'Runs only while Amount.[0] of the last response constructor “”',
    secondSkip,
  ])
})

test('formats a compared balance in the denom of its query', () => {
  const queryKey = btoa(`\x02\x04abcduatom`)
  const balance = { ...comparison, responseKey: '', operand: '1000', icqConfig: { ...icq, queryKey } }
  expect(conditionsOf({ comparisons: [balance] })[0]).toBe('Runs only while the balance on host-1 > 0.001 ATOM')
})

test('returns flows as separate parts, so that they can be links', () => {
  const conditions = { ...none, stopOnFailureOf: ['2'] }
  expect(describeRules({ conditions, configuration, ...local }).conditions).toEqual([
    ['Stops when ', { flow: '2' }, ' fails'],
  ])
})

test('describes the fee limit for an agent', () => {
  const trustlessAgent = { agentAddress: 'into1x', feeLimit: [{ denom: 'uinto', amount: '5000' }], connectionId: '' }
  expect(
    describeRules({ conditions: none, configuration, selfHostedIca: null, trustlessAgent }).conditions.map(phraseText),
  ).toEqual(['Pays its agent at most 0.005 INTO per run'])
})

test('warns about conditions that read unsaved responses', () => {
  const loop = { ...comparison, msgsIndex: 1, msgKey: 'Amount' }
  const { conditions } = describeRules({
    conditions: { ...none, comparisons: [comparison, { ...comparison, flowId: '7' }], feedbackLoops: [loop] },
    configuration: { ...configuration, saveResponses: false },
    ...local,
  })
  expect(conditions.map(phraseText)).toEqual([
    'Runs only while Amount.[0] of the last response > 0.000001 INTO. No responses are saved, so this condition always passes (on v1beta1, every run fails instead)',
    'or while Amount.[0] of the last response of flow 7 > 0.000001 INTO',
    'Sets Amount of message 2 to Amount.[0] of the last response. No responses are saved, so the message doesn’t change',
    secondSkip,
  ])
})

test('describes the configuration', () => {
  const settingsOf = (changes: Partial<FlowConfiguration>, accounts = local as typeof local | typeof ica) =>
    describeRules({ conditions: none, configuration: { ...configuration, ...changes }, ...accounts }).configuration
  expect(settingsOf({})).toEqual([
    'Stops after a run that succeeded or timed out',
    'Pays fees from its fee account only',
    'Saves the responses to its messages',
    'Can’t be updated anymore',
  ])
  expect(settingsOf({ stopOnSuccess: false, stopOnTimeout: false })[0]).toBe('Keeps running after failures')
  expect(settingsOf({ stopOnFailure: true, stopOnTimeout: false })[0]).toBe(
    'Keeps running after successes and failures, because the chain ignores the stop settings if both are on',
  )
  expect(settingsOf({ stopOnFailure: true }).slice(0, 2)).toEqual([
    'Stops after a run that timed out',
    expect.stringContaining('ignores the stop settings'),
  ])
  expect(settingsOf({ stopOnSuccess: false, stopOnFailure: true }, ica).slice(0, 2)).toEqual([
    'Stops one run after a run that failed on the other chain',
    'Stops after a run that timed out',
  ])
  expect(settingsOf({ stopOnTimeout: false }, ica)[0]).toBe(
    'Stops after the first run that it sends to the other chain, even if the run fails there',
  )
})
