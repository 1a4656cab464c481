import { describe, expect, test } from 'vitest'
import { recordedDrafts } from '../../../test/recorded-drafts.js'
import { draftMessage, type FlowDraft, parseDraft } from '../index.js'

const owner = 'into1pnhx98979q53ll8sxc2pnkthavp5uvryatg7nr'
const send = {
  '@type': '/cosmos.bank.v1beta1.MsgSend',
  from_address: owner,
  to_address: owner,
  amount: [{ denom: 'uinto', amount: '5' }],
}
const message = {
  '@type': '/intento.intent.v1.MsgSubmitFlow',
  owner,
  label: 'Rent',
  msgs: [send],
  duration: '3600s',
  interval: '60s',
}
const draft = parseDraft(message)

/** A node accepts the number of an operator, and returns its name. */
const withNames = (value: unknown) =>
  JSON.parse(JSON.stringify(value).replaceAll('"operator":4', '"operator":"LARGER_THAN"'))

describe.each(recordedDrafts.map(({ name, message }) => [name, message] as const))(
  'the recorded draft %s',
  (_, message) => {
    test('is read and written without a change', () => {
      expect(draftMessage(parseDraft(message))).toEqual(withNames(message))
      expect(draftMessage(parseDraft(JSON.stringify(message)))).toEqual(withNames(message))
    })

    test('is the same as a draft with camelCase names', () => {
      const draft = parseDraft(message)
      expect(parseDraft(JSON.stringify(draft))).toEqual(draft)
    })
  },
)

test('missing fields have the default values of the chain', () => {
  expect(draft).toEqual({
    owner,
    label: 'Rent',
    msgs: [send],
    duration: '3600s',
    interval: '60s',
    startAt: '0',
    feeFunds: [],
    configuration: {
      saveResponses: false,
      updatingDisabled: false,
      stopOnSuccess: false,
      stopOnFailure: false,
      stopOnTimeout: false,
      walletFallback: false,
    },
    connectionId: '',
    trustlessAgent: null,
    conditions: {
      feedbackLoops: [],
      comparisons: [],
      stopOnSuccessOf: [],
      stopOnFailureOf: [],
      skipOnFailureOf: [],
      skipOnSuccessOf: [],
      useAndForComparisons: false,
    },
  } satisfies FlowDraft)
})

test('finds the flow in a transaction and among other messages', () => {
  const messages = [{ '@type': '/cosmos.authz.v1beta1.MsgGrant' }, message]
  expect(parseDraft({ body: { messages }, auth_info: {}, signatures: [] })).toEqual(draft)
  expect(parseDraft({ tx: { body: { messages } } })).toEqual(draft)
  expect(parseDraft({ messages })).toEqual(draft)
  const { '@type': typeUrl, ...value } = message
  expect(parseDraft({ typeUrl, value })).toEqual(draft)
})

test('accepts numbers and null like a node', () => {
  const conditions = { stop_on_success_of: [12], comparisons: [{ flow_id: 7, operator: 9, icq_config: null }] }
  const read = parseDraft({ ...message, start_at: 1_795_495_196, trustless_agent: null, conditions })
  expect(read).toMatchObject({
    startAt: '1795495196',
    trustlessAgent: null,
    conditions: { stopOnSuccessOf: ['12'], comparisons: [{ flowId: '7', operator: 'NOT_EQUAL', icqConfig: null }] },
  })
})

test('keeps all digits of integers in a message to a contract', () => {
  const execute = { '@type': '/cosmwasm.wasm.v1.MsgExecuteContract', msg: { mint: { id: 1 } } }
  const text = JSON.stringify({ ...message, msgs: [execute] }).replace('{"id":1}', '{"id":12345678901234567890}')
  expect(parseDraft(text).msgs[0]?.msg).toEqual({ mint: { id: '12345678901234567890' } })
})

test('does not treat a memo that contains a link as a link', () => {
  const memo = {
    '@type': '/ibc.applications.transfer.v1.MsgTransfer',
    memo: 'https://portal.example/submit?flowInput=%7B%7D',
  }
  expect(parseDraft(JSON.stringify({ ...message, msgs: [memo] })).msgs).toEqual([memo])
})

test('uses the owner option for drafts without an owner', () => {
  expect(parseDraft({ ...message, owner: '' }, { owner })).toEqual(draft)
  expect(parseDraft(message, { owner: 'another' }).owner).toBe(owner)
})

const flowInput = {
  label: 'Rent',
  msgs: [
    JSON.stringify({
      typeUrl: '/cosmos.authz.v1beta1.MsgExec',
      value: {
        grantee: 'ICA_ADDR',
        msgs: [
          {
            typeUrl: '/cosmwasm.wasm.v1.MsgExecuteContract',
            value: { sender: 'Your Intento address', msg: { keepThis: 1 } },
          },
          {
            typeUrl: '/cosmos.bank.v1beta1.MsgSend',
            value: { fromAddress: owner, amount: [{ denom: 'INTO', amount: '1.5' }] },
          },
        ],
      },
    }),
  ],
  duration: 86_400_000,
  interval: 90_500,
  startTime: 1_795_495_196_000,
  feeFunds: { denom: 'uinto', amount: '5000' },
  trustlessAgent: { agentAddress: 'into1agent', feeLimit: { denom: 'uinto', amount: '20' } },
  connectionId: 'connection-0',
  conditions: {
    comparisons: [{ flowId: '0', operator: 4, icqConfig: { timeoutPolicy: 2, timeoutDuration: { seconds: '120' } } }],
  },
  email: 'someone@example.org',
}

describe('a FlowInput of the portal', () => {
  test('becomes the draft that the portal would submit', () => {
    expect(parseDraft(flowInput, { owner })).toEqual({
      ...draft,
      msgs: [
        {
          '@type': '/cosmos.authz.v1beta1.MsgExec',
          grantee: 'ICA_ADDR',
          msgs: [
            { '@type': '/cosmwasm.wasm.v1.MsgExecuteContract', sender: owner, msg: { keepThis: 1 } },
            {
              '@type': '/cosmos.bank.v1beta1.MsgSend',
              from_address: owner,
              amount: [{ denom: 'uinto', amount: '1500000' }],
            },
          ],
        },
      ],
      duration: '86400s',
      interval: '90.5s',
      startAt: '1795495196',
      feeFunds: [flowInput.feeFunds],
      configuration: { ...draft.configuration, walletFallback: true },
      trustlessAgent: { agentAddress: 'into1agent', feeLimit: [{ denom: 'uinto', amount: '20' }], connectionId: '' },
      conditions: {
        ...draft.conditions,
        comparisons: [
          expect.objectContaining({
            operator: 'LARGER_THAN',
            icqConfig: expect.objectContaining({ timeoutPolicy: 'EXECUTE_QUERY_CALLBACK', timeoutDuration: '120s' }),
          }),
        ],
      },
    })
  })

  test('runs every hour for a day if it has no times', () => {
    const { duration: _, interval: __, ...untimed } = flowInput
    expect(parseDraft(untimed)).toMatchObject({ owner: '', duration: '86400s', interval: '3600s' })
  })

  test('can start some time after now', () => {
    const { startAt } = parseDraft({ ...flowInput, startTime: 3_600_000 })
    expect(Number(startAt)).toBeGreaterThan(Date.now() / 1_000 + 3_000)
  })

  test('is read from the link in the documentation', () => {
    // From docs/docs/guides/portal/submit-flows.mdx of trstlabs/intento, shortened
    const link =
      'https://portal.intento.zone/submit?flowInput=%7B%22duration%22%3A0%2C%22msgs%22%3A%5B%22%7B%5Cn++%5C%22typeUrl%5C%22%3A+%5C%22%2Fcosmos.authz.v1beta1.MsgExec%5C%22%2C%5Cn++%5C%22value%5C%22%3A+%7B%5Cn++++%5C%22grantee%5C%22%3A+%5C%22Your+Address%5C%22%2C%5Cn++++%5C%22msgs%5C%22%3A+%5B%5D%7D%7D%22%5D%2C%22trustlessAgent%22%3A%7B%22agentAddress%22%3A%22into1gzakqp6uammdhhpdgcsjjqzyzayelfzn38v3q7sfgf5uacc6ltvqswckct%22%2C%22feeLimit%22%3A%7B%22denom%22%3A%22uinto%22%2C%22amount%22%3A%2220%22%7D%7D%2C%22label%22%3A%22Conditional+Autocompound%22%7D&chain=cosmoshub-4&bgColor=#315faa'
    expect(parseDraft(link)).toMatchObject({
      label: 'Conditional Autocompound',
      msgs: [{ '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: 'Your Address', msgs: [] }],
      trustlessAgent: { feeLimit: [{ denom: 'uinto', amount: '20' }] },
    })
  })
})

test.each([
  ['no JSON', '{"owner":', 'The draft is not valid JSON.'],
  ['null', 'null', 'The draft is null, not an object.'],
  [
    'another message',
    { '@type': '/cosmos.bank.v1beta1.MsgSend' },
    'The draft is only a message of the type "/cosmos.bank.v1beta1.MsgSend", not "/intento.intent.v1.MsgSubmitFlow". If it is for `intentod tx intent submit-flow`, paste the output of this command with `--generate-only`.',
  ],
  ['a transaction without a flow', { body: { messages: [send] } }, '`body.messages` has 0 flows instead of one.'],
  [
    'a transaction with two flows',
    { body: { messages: [message, message] } },
    '`body.messages` has 2 flows instead of one.',
  ],
  [
    'a number as an amount',
    { ...message, fee_funds: [{ denom: 'uinto', amount: 5 }] },
    '`fee_funds[0].amount` is 5, not a string.',
  ],
  [
    'a number in a camelCase draft',
    { ...draft, feeFunds: [{ denom: 'uinto', amount: 5 }] },
    '`feeFunds[0].amount` is 5, not a string.',
  ],
  ['a misspelled name', { ...message, intervall: '60s' }, '`intervall` is not a field of a flow.'],
  ['a message without a type', { ...message, msgs: [send, {}] }, '`msgs[1].@type` is missing.'],
  ['a message that is no object', { ...message, msgs: ['send'] }, '`msgs[0]` is "send", not an object.'],
  [
    'a message of a FlowInput that is no JSON',
    { ...flowInput, msgs: ['CghrZXk='] },
    '`msgs[0]` is not a message as JSON.',
  ],
  [
    'a wrong switch',
    { ...message, configuration: { wallet_fallback: 'yes' } },
    '`configuration.wallet_fallback` is "yes", not a boolean.',
  ],
  [
    'a message in a transaction',
    { tx: { body: { messages: [{ ...message, label: 1 }] } } },
    '`tx.body.messages[0].label` is 1, not a string.',
  ],
])('rejects %s', (_, input, text) => {
  expect(() => parseDraft(input)).toThrow(
    expect.objectContaining({ name: 'FlowQueryError', kind: 'argument', message: text }),
  )
})
