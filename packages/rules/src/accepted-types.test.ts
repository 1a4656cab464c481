import { describe, expect, test } from 'vitest'
import { drafts, flows } from '../test/recordings.js'
import { isAcceptedType } from './accepted-types.js'
import { messagesIn } from './messages.js'
import type { Message } from './types.js'

function typesIn(messages: readonly Message[]): string[] {
  return messages.flatMap(message => [message['@type'], ...typesIn(messagesIn(message))])
}

const recorded = [
  ...flows.flatMap(({ flow }) => typesIn(flow.msgs)),
  ...drafts.filter(({ isAccepted }) => isAccepted).flatMap(({ message }) => typesIn(message.msgs)),
]

describe('isAcceptedType', () => {
  test.each([...new Set(recorded)].sort())('the chain accepted %s', type => {
    expect(isAcceptedType(type)).toBe(true)
  })

  test('is recorded for 19 types', () => {
    expect(new Set(recorded).size).toBe(19)
  })

  test('v1-drafts unknown-type: the chain refused no.such.Msg', () => {
    const refused = drafts.filter(({ said }) => said.includes('unknown message type'))
    expect(refused.map(({ name, said }) => [name, said])).toEqual([
      [
        'v1-drafts unknown-type',
        'can\'t unmarshal Any nested proto *types.MsgSubmitFlow: unknown message type "no.such.Msg"',
      ],
    ])
    expect(isAcceptedType('/no.such.Msg')).toBe(false)
  })
})

describe('not decided by a recording', () => {
  // x/intent/msg_registry lists the messages of other chains.
  test.each([
    ['/osmosis.gamm.v1beta1.MsgSwapExactAmountIn', true],
    ['/osmosis.gamm.v1beta1.MsgCreateBalancerPool', false],
    ['/osmosis.poolmanager.v1beta1.MsgSwapExactAmountIn', false],
    ['/elys.perpetual.MsgOpen', true],
    ['/elys.tradeshield.MsgExecuteOrders', true],
    ['/elys.oracle.MsgFeedPrice', false],
    ['/cosmos.evm.vm.v1.MsgEthereumTx', true],
    ['/cosmos.evm.erc20.v1.MsgConvertERC20', false],
  ])('%s', (type, expected) => {
    expect(isAcceptedType(type)).toBe(expected)
  })

  // The chain has the modules of these messages, according to app/app.go.
  test.each([
    '/cosmwasm.wasm.v1.MsgStoreCode',
    '/ibc.core.client.v1.MsgUpdateClient',
    '/intento.intent.v1.MsgUpdateFlow',
  ])('%s', type => {
    expect(isAcceptedType(type)).toBe(true)
  })
})
