import type { AnyMessage, Flow } from '@flow-query/core'
import { flow } from '@flow-query/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeFlow, describeMessage, describeMessages } from './flow.js'

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
])('describes a flow: %#', (flow, words) => {
  expect(describeFlow(flow as Flow)).toBe(words)
})

test('a flow of the testing package runs on its own chain, although it has objects with empty fields', () => {
  expect(describeFlow(flow())).toBe('Send 0.001 INTO every hour')
  expect(describeFlow(flow({ selfHostedIca: ica.selfHostedIca }))).toBe(
    'Send 0.001 INTO every hour, on the other chain (connection-0)',
  )
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
  [{ '@type': '/cosmwasm.wasm.v1.MsgExecuteContract', msg: { swap: { minimum: '1' } } }, 'Call swap of a contract'],
  [{ '@type': '/cosmwasm.wasm.v1.MsgExecuteContract', msg: { 'a\nb': {} } }, 'Call a contract'],
  [exec(claim, delegate), 'Claim staking rewards and delegate 5 INTO'],
  [exec(), 'Do nothing'],
  [{ '@type': '' }, 'Unknown message'],
  [{ '@type': '/cosmos.bank.v1beta1.MsgMultiSend', outputs: [] }, 'Send to 0 addresses'],
  [{ '@type': '/cosmos.bank.v1beta1.MsgMultiSend', outputs: [{}] }, 'Send to 1 address'],
  [{ '@type': '/cosmos.bank.v1beta1.MsgMultiSend', outputs: Array(5_000).fill({}) }, 'Send to 5,000 addresses'],
  [exec(...Array(5_000).fill(claim)), 'Claim staking rewards, 5,000 times'],
  [
    {
      '@type': '/cosmos.bank.v1beta1.MsgSend',
      amount: Array.from({ length: 5_000 }, (_, index) => ({ denom: `u${index}`, amount: '1' })),
    },
    'Send 1 u0, 1 u1, 1 u2, 1 u3, 1 u4, 1 u5, 1 u6, 1 u7, 1 u8 and 4,991 more',
  ],
  // Invalid messages have a description too.
  [{ '@type': '/cosmos.bank.v1beta1.MsgSend', amount: 'all' }, 'Send nothing'],
  [{ '@type': '/cosmos.bank.v1beta1.MsgSend', amount: [null, { denom: 3 }] }, 'Send nothing'],
  [{ '@type': '/cosmos.authz.v1beta1.MsgExec', msgs: 'none' }, 'MsgExec'],
])('describes a message: %#', (message, words) => {
  expect(describeMessage(message)).toBe(words)
})

test.each(['__proto__', 'constructor', 'toString', '/hasOwnProperty'])(
  'treats a message of type %s as unknown',
  type => {
    expect(describeMessage({ '@type': type })).toBe(type.replace('/', ''))
  },
)

test('describes deeply nested messages', () => {
  let message: AnyMessage = send('1000')
  for (let depth = 0; depth < 100_000; depth++) message = exec(message)
  expect([describeMessage(message), describeMessages([message, delegate])]).toEqual([
    'Send 0.001 INTO',
    'Send 0.001 INTO, then delegate 5 INTO',
  ])
})

test('describes a message whose fields are unknown, because it is nested too deeply, with its type', () => {
  const message: AnyMessage = { '@type': '/cosmos.bank.v1beta1.MsgSend', '@tooDeep': true }
  expect(describeMessages([message, exec(message)])).toBe('MsgSend, 2 times')
})

test('names only the first of many inner messages, and counts equal ones', () => {
  const claims = Array.from({ length: 200_000 }, () => claim)
  expect(describeMessage({ ...exec(), msgs: claims })).toBe('Claim staking rewards, 200,000 times')
  expect(describeMessage({ ...exec(), msgs: [...claims, delegate] })).toMatch(
    /^Claim staking rewards, claim staking rewards, .* and 199,992 more$/,
  )
})

test('formats amounts with the given denoms', () => {
  const denoms = { uinto: { symbol: 'Into', decimals: 3 } }
  const flow = { msgs: [exec(delegate)], interval: '60s', ...home }
  expect(describeFlow(flow, denoms)).toBe('Delegate 5,000 Into every minute')
})

test('describes arbitrary messages', () => {
  const known = fc.constantFrom('MsgSend', 'MsgMultiSend', 'MsgDelegate', 'MsgExec', 'MsgExecuteContract', 'MsgVote')
  const type = fc.oneof(
    known.map(name => `/cosmos.bank.v1beta1.${name}`),
    fc.string(),
  )
  const message = fc.record({ '@type': type, amount: fc.jsonValue(), outputs: fc.jsonValue(), msgs: fc.jsonValue() })
  fc.assert(
    fc.property(fc.array(message), messages => {
      expect(describeMessages(messages)).toMatch(/^.+$/su)
    }),
  )
})
