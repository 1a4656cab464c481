import { expect, test } from 'vitest'
import { type FlowDraft, parseDraft } from '../index.js'

const own = 'into1pnhx98979q53ll8sxc2pnkthavp5uvryatg7nr'
const evil = 'into1nxxudz5lzllu6u7fh348nm2spgw3hl74qpw923'
const coin = { denom: 'uinto', amount: '5' }
const send = { '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: own, to_address: own, amount: [coin] }
const exec = { '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: own, msgs: [send] }
const message = {
  '@type': '/intento.intent.v1.MsgSubmitFlow',
  owner: own,
  msgs: [exec],
  duration: '3600s',
  interval: '60s',
  fee_funds: [coin],
  conditions: { comparisons: [{ response_key: 'Amount', icq_config: { chain_id: 'osmosis-1' } }] },
}
const { '@type': _, ...draft } = message
const sendValue = { fromAddress: own, toAddress: own, amount: [coin] }
const typedSend = { typeUrl: send['@type'], value: sendValue }
const flowInput = (...msgs: object[]) => ({ msgs: msgs.map(one => JSON.stringify(one)), duration: 3_600_000 })
const asExec = (one: object) => ({ typeUrl: exec['@type'], value: { grantee: own, msgs: [one] } })

test.each<[string, unknown, string]>([
  [
    'a message of the portal',
    flowInput({ ...typedSend, value: { ...sendValue, to_address: evil } }),
    'msgs[0].value.toAddress` and `to_address',
  ],
  [
    'a message in a MsgExec of the portal',
    flowInput(typedSend, asExec({ ...typedSend, value: { to_address: evil, ...sendValue } })),
    'msgs[1].value.msgs[0].value.toAddress` and `to_address',
  ],
  ['a flow of the portal', { ...flowInput(typedSend), fee_funds: coin, feeFunds: coin }, 'feeFunds` and `fee_funds'],
  [
    'a query of the portal',
    { ...flowInput(typedSend), conditions: { comparisons: [{ icqConfig: { queryKey: 'AA==', query_key: 'AQ==' } }] } },
    'conditions.comparisons[0].icqConfig.queryKey` and `query_key',
  ],
  ['a message', { ...message, msgs: [send, { ...send, toAddress: evil }] }, 'msgs[1].toAddress` and `to_address'],
  [
    'a message in a MsgExec',
    { ...message, msgs: [{ ...exec, msgs: [{ ...send, fromAddress: evil }] }] },
    'msgs[0].msgs[0].fromAddress` and `from_address',
  ],
  [
    'a part of a message',
    { ...message, msgs: [{ ...send, token_in: { base_denom: 'a', baseDenom: 'b' } }] },
    'msgs[0].token_in.baseDenom` and `base_denom',
  ],
  ['a MsgSubmitFlow', { ...message, startAt: '0', start_at: '0' }, 'startAt` and `start_at'],
  [
    'a flow in a transaction',
    { tx: { body: { messages: [{ ...message, feeFunds: [] }] } } },
    'tx.body.messages[0].feeFunds` and `fee_funds',
  ],
  ['a draft', { ...draft, feeFunds: [] }, 'feeFunds` and `fee_funds'],
  [
    'a query',
    { ...message, conditions: { comparisons: [{ icq_config: { chain_id: 'a', chainId: 'b' } }] } },
    'conditions.comparisons[0].icq_config.chainId` and `chain_id',
  ],
  [
    'a coin',
    { ...message, fee_funds: [coin, { ...coin, base_denom: '', baseDenom: '' }] },
    'fee_funds[1].baseDenom` and `base_denom',
  ],
  [
    'a type',
    { ...message, msgs: [{ ...send, typeUrl: '/cosmos.bank.v1beta1.MsgBurn' }] },
    'msgs[0].typeUrl` and `@type',
  ],
  ['the type of the flow', { ...message, typeUrl: message['@type'], value: draft }, 'typeUrl` and `@type'],
  [
    'a type of the portal',
    flowInput({ '@type': '/cosmos.bank.v1beta1.MsgBurn', ...typedSend }),
    'msgs[0].typeUrl` and `@type',
  ],
  ['a type with a snake_case name', flowInput({ type_url: '/a.B', ...typedSend }), 'msgs[0].typeUrl` and `type_url'],
])('rejects two names of one field in %s', (_, input, names) => {
  expect(() => parseDraft(input)).toThrow(
    expect.objectContaining({ kind: 'argument', message: `\`${names}\` are two names of one field.` }),
  )
  expect(() => parseDraft(JSON.stringify(input))).toThrow(`\`${names}\``)
})

test.each<[string, unknown, string]>([
  [
    'a type in `value`',
    flowInput({ ...typedSend, value: { ...sendValue, '@type': '/a.B' } }),
    '`msgs[0].value.@type` is a second type of the message.',
  ],
  [
    'the same type in `value`',
    flowInput({ ...typedSend, value: { '@type': typedSend.typeUrl, ...sendValue } }),
    '`msgs[0].value.@type` is a',
  ],
  [
    'a `typeUrl` in `value`',
    flowInput(asExec({ ...typedSend, value: { typeUrl: '/a.B', ...sendValue } })),
    '`msgs[0].value.msgs[0].value.typeUrl` is a',
  ],
  [
    'a type in the `value` of a draft',
    { typeUrl: message['@type'], value: message },
    '`value.@type` is a second type of the message.',
  ],
  [
    'a field next to `value`',
    flowInput({ ...typedSend, toAddress: evil }),
    '`msgs[0].toAddress` is outside of `value`.',
  ],
  ['a flow next to `value`', { typeUrl: message['@type'], value: draft, msgs: [] }, '`msgs` is outside of `value`.'],
  [
    'a flow of the portal and one in a transaction',
    { ...flowInput(typedSend), body: { messages: [message] } },
    '`body` and `msgs` can both contain the flow.',
  ],
  [
    'a flow of the portal and one in a list',
    { ...flowInput(typedSend), messages: [message] },
    '`messages` and `msgs` can both contain the flow.',
  ],
  [
    'two transactions',
    { tx: { body: { messages: [message] } }, body: { messages: [message] } },
    '`tx` and `body` can both contain the flow.',
  ],
])('rejects %s', (_, input, problem) => {
  expect(() => parseDraft(input)).toThrow(
    expect.objectContaining({ kind: 'argument', message: expect.stringContaining(problem) }),
  )
})

const transfer = { '@type': '/ibc.applications.transfer.v1.MsgTransfer', timeout_height: { revision_number: '0' } }

test.each<[string, unknown, string]>([
  [
    'a message',
    { ...message, msgs: [{ ...send, toAdress: evil }] },
    '`msgs[0].toAdress` is not a field of /cosmos.bank',
  ],
  [
    'a coin',
    { ...message, msgs: [{ ...send, amount: [coin, { ...coin, amuont: '9' }] }] },
    '`msgs[0].amount[1].amuont` is',
  ],
  [
    'a message in a MsgExec',
    { ...message, msgs: [send, { ...exec, msgs: [{ ...send, memo: '' }] }] },
    '`msgs[1].msgs[0].memo` is not a field of /cosmos.bank.v1beta1.MsgSend.',
  ],
  ['a MsgExec', { ...message, msgs: [{ ...exec, sender: own }] }, '`msgs[0].sender` is not a field of /cosmos.authz'],
  [
    'an object in a message',
    { ...message, msgs: [{ ...transfer, timeoutHeight: undefined, timeout_height: { revisionNumbr: '0' } }] },
    '`msgs[0].timeout_height.revisionNumbr` is not a field of /ibc.applications.transfer.v1.MsgTransfer.',
  ],
  [
    'a permission',
    {
      ...message,
      msgs: [
        {
          '@type': '/cosmos.authz.v1beta1.MsgGrant',
          grant: { authorization: { '@type': '/cosmos.authz.v1beta1.GenericAuthorization', msgs: '/a.B' } },
        },
      ],
    },
    '`msgs[0].grant.authorization.msgs` is not a field of /cosmos.authz.v1beta1.GenericAuthorization.',
  ],
  [
    'a message of the portal',
    flowInput({ ...typedSend, value: { ...sendValue, toAdress: evil } }),
    '`msgs[0].value.toAdress` is not a field of /cosmos.bank.v1beta1.MsgSend.',
  ],
  [
    'a coin of the portal',
    flowInput(asExec({ ...typedSend, value: { ...sendValue, amount: [{ ...coin, decimals: 6 }] } })),
    '`msgs[0].value.msgs[0].value.amount[0].decimals` is',
  ],
  [
    'a message of the official library',
    {
      typeUrl: message['@type'],
      value: { ...draft, msgs: [{ ...typedSend, value: { ...sendValue, toAdress: evil } }] },
    },
    '`value.msgs[0].value.toAdress` is not a field of /cosmos.bank.v1beta1.MsgSend.',
  ],
  [
    'a swap on another chain',
    flowInput({
      typeUrl: '/osmosis.gamm.v1beta1.MsgSwapExactAmountIn',
      value: { routes: [{ poolId: '1', pool: '2' }] },
    }),
    '`msgs[0].value.routes[0].pool` is not a field of /osmosis.gamm.v1beta1.MsgSwapExactAmountIn.',
  ],
])('rejects an unknown field of %s', (_, input, problem) => {
  expect(() => parseDraft(input)).toThrow(problem)
})

test('reads all fields of a message whose type is unknown', () => {
  const unknown = { '@type': '/x.MsgY', anyField: [{ anotherField: 1 }], constructor: 'c' }
  expect(parseDraft({ ...message, msgs: [unknown] }).msgs).toEqual([unknown])
})

test('a contract can have messages with similar names, because it defines them itself', () => {
  const msg = { transfer: { toAddress: own, to_address: own }, '@types': 1, type_url: 2, typeUrls: 3 }
  const execute = { '@type': '/cosmwasm.wasm.v1.MsgExecuteContract', sender: own, msg, funds: [] }
  expect(parseDraft({ ...message, msgs: [execute] }).msgs).toEqual([execute])
  const { '@type': typeUrl, ...value } = execute
  expect(parseDraft(flowInput({ typeUrl, value })).msgs).toEqual([execute])
})

test('reads all names in either spelling', () => {
  const snake: FlowDraft = parseDraft({
    ...flowInput({ typeUrl: send['@type'], value: { from_address: own, to_address: own } }),
  })
  expect(parseDraft(flowInput({ ...typedSend, value: { fromAddress: own, toAddress: own } }))).toEqual(snake)
})

test.each<[string, object, string]>([
  ['a transaction', { body: { messages: [message] }, extra: 1 }, '`extra` is not a known field next to `body`.'],
  ['its body', { body: { messages: [message], msg: 1 } }, '`body.msg` is not a known field next to `messages`.'],
  ['a memo', { flow: {}, label: 'x' }, '`label` is not a known field next to `flow`.'],
  ['two flows', { flow: {}, msgs: [] }, '`msgs` and `flow` can both contain the flow.'],
])('rejects unknown fields of %s', (_, input, problem) => {
  expect(() => parseDraft(input)).toThrow(problem)
})

test('says what an existing flow is', () => {
  expect(() => parseDraft({ id: '5', ...draft, fee_address: own })).toThrow('The draft is an existing flow.')
})
