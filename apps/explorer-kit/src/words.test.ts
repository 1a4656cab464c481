import type { AnyMessage, Comparison, Flow, FlowConditions, IcqConfig } from '@flow-query/core'
import { expect, test } from 'vitest'
import { describe as describeFlow, describeMessage } from './describe.js'
import { messageView } from './message.js'
import { conditionsInWords, configurationInWords, type Phrase } from './rules.js'

const send = (amount: string) => ({ '@type': '/cosmos.bank.v1beta1.MsgSend', amount: [{ denom: 'uinto', amount }] })
const delegate = { '@type': '/cosmos.staking.v1beta1.MsgDelegate', amount: { denom: 'uinto', amount: '5000000' } }
const claim = { '@type': '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward' }
const exec = (...msgs: object[]) => ({ '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: 'into1x', msgs })
const home = { selfHostedIca: null, trustlessAgent: null }
const ica = { selfHostedIca: { portId: 'icacontroller-into1x', connectionId: 'connection-0' }, trustlessAgent: null }
const agent = { selfHostedIca: null, trustlessAgent: { agentAddress: 'into1x', feeLimit: [], connectionId: '' } }

test.each([
  [{ msgs: [send('1000')], interval: '60s', ...home }, 'Send 0.001 INTO every minute'],
  [{ msgs: [send('77')], interval: '0s', ...home }, 'Send 0.000077 INTO once'],
  [
    { msgs: [delegate], interval: '30s', ...ica },
    'Delegate 5 INTO every 30 seconds, on the other chain (connection-0)',
  ],
  [{ msgs: [claim, delegate], interval: '3600s', ...home }, 'Claim staking rewards, then delegate 5 INTO every hour'],
  [
    { msgs: [claim, delegate, send('1'), send('2')], interval: '1s', ...home },
    'Claim staking rewards, then delegate 5 INTO and 2 more every second',
  ],
  [{ msgs: [send('1'), send('1')], interval: '1s', ...home }, 'Send 0.000001 INTO, 2 times every second'],
  [
    { msgs: [exec(claim, exec(delegate))], interval: '40s', ...agent },
    'Claim staking rewards, then delegate 5 INTO every 40 seconds, on the other chain through an agent',
  ],
  [{ msgs: [{ '@type': '/made.up.v1.MsgPaint' }], interval: '5s', ...home }, 'MsgPaint every 5 seconds'],
  [{ msgs: [], interval: '5s', ...home }, 'Do nothing every 5 seconds'],
])('what a flow does: %#', (flow, words) => {
  expect(describeFlow(flow as Flow)).toBe(words)
})

test.each([
  [
    {
      '@type': '/ibc.applications.transfer.v1.MsgTransfer',
      source_channel: 'channel-1',
      token: { denom: 'uatom', amount: '10' },
    },
    'Transfer 0.00001 ATOM over channel-1',
  ],
  [{ '@type': '/cosmos.gov.v1.MsgVote', proposal_id: '12' }, 'Vote on proposal 12'],
  [
    { '@type': '/cosmwasm.wasm.v1.MsgExecuteContract', funds: [{ denom: 'uinto', amount: '5' }] },
    'Call a contract with 0.000005 INTO',
  ],
  [exec(claim, delegate), 'Claim staking rewards and delegate 5 INTO'],
  [exec(), 'Do nothing'],
  [{ '@type': '' }, 'Unknown message'],
  [{ '@type': '__proto__' }, '__proto__'],
  [{ '@type': 'constructor' }, 'constructor'],
  // What a node may hold by mistake or malice still has words.
  [{ '@type': '/cosmos.bank.v1beta1.MsgSend', amount: 'all' }, 'Send nothing'],
  [{ '@type': '/cosmos.bank.v1beta1.MsgSend', amount: [null, { denom: 3 }] }, 'Send nothing'],
  [{ '@type': '/cosmos.authz.v1beta1.MsgExec', msgs: 'none' }, 'MsgExec'],
])('a message: %#', (message, words) => {
  expect(describeMessage(message)).toBe(words)
})

test('a message field by field, with those that it carries', () => {
  const from = 'into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07'
  const view = messageView(exec({ ...send('1000'), from_address: from, memo: '', routes: [{ pool: '1' }] }))
  expect(view).toMatchObject({ title: 'Send 0.001 INTO', type: '/cosmos.authz.v1beta1.MsgExec' })
  expect(view.fields).toEqual([{ name: 'Grantee', value: { kind: 'text', text: 'into1x' } }])
  expect(view.inner[0]?.fields).toEqual([
    { name: 'Amount', value: { kind: 'amount', coins: [{ denom: 'uinto', amount: '1000' }] } },
    { name: 'From address', value: { kind: 'address', text: from } },
    { name: 'Memo', value: { kind: 'text', text: '—' } },
    { name: 'Routes', value: { kind: 'json', text: '[{"pool":"1"}]' } },
  ])
  expect(JSON.parse(view.json)['@type']).toBe(view.type)
})

test('messages in messages, deeper than a page or JSON can follow', () => {
  let message: AnyMessage = send('1000')
  for (let level = 0; level < 5_000; level++) message = exec(message)
  expect(describeFlow({ msgs: [message], interval: '60s', ...home })).toBe('Send 0.001 INTO every minute')
  const view = messageView(message)
  expect(view.title).toBe('Send 0.001 INTO')
  let innermost = view
  while (innermost.inner[0]) innermost = innermost.inner[0]
  expect(innermost.fields.at(-1)).toMatchObject({ name: 'Msgs', value: { kind: 'json' } })
  expect(JSON.parse(view.json)).toMatchObject({ msgs: [{ '@type': '/cosmos.authz.v1beta1.MsgExec' }] })
  expect(view.json.length).toBeLessThan(100_000)
})

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
const text = (phrase: Phrase) => phrase.map(part => (typeof part === 'string' ? part : `flow ${part.flow}`)).join('')
const said = (conditions: Partial<FlowConditions>) =>
  conditionsInWords({ conditions: { ...none, ...conditions }, trustlessAgent: null }).map(text)

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
  for (const operator of ['IS_PRIME', 'constructor'])
    expect(said({ comparisons: [{ ...comparison, operator, operand: '' }] })).toEqual([
      `Runs only while Amount.[0] of the last response ${operator} “”`,
    ])
})

test('configuration in words', () => {
  const configuration = {
    saveResponses: true,
    updatingDisabled: true,
    stopOnSuccess: true,
    stopOnFailure: false,
    stopOnTimeout: true,
    walletFallback: false,
  }
  expect(configurationInWords({ configuration })).toEqual([
    'Stops after a run that succeeded or timed out',
    'Takes fees from its own fee account only',
    'Keeps the responses to its messages',
    'Can no longer be changed',
  ])
})
