import { describe, expect, test } from 'vitest'
import { type FlowDraft, parseDraft } from '../index.js'

const owner = 'into1pnhx98979q53ll8sxc2pnkthavp5uvryatg7nr'
const agent = 'into1gzakqp6uammdhhpdgcsjjqzyzayelfzn38v3q7sfgf5uacc6ltvqswckct'
const coin = { denom: 'uinto', amount: '5' }
const send = { '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: owner, to_address: owner, amount: [coin] }
const message = {
  '@type': '/intento.intent.v1.MsgSubmitFlow',
  owner,
  label: 'Rent',
  msgs: [send],
  duration: '3600s',
  interval: '60s',
}
const draft = parseDraft(message)
const problemOf = (input: unknown) => {
  try {
    parseDraft(input)
  } catch (error) {
    return (error as Error).message
  }
  return 'read'
}

describe('a memo of a transfer', () => {
  const flow = {
    owner,
    msgs: [send],
    label: 'Rent',
    duration: '60s',
    interval: '30s',
    start_at: '0',
    cid: 'connection-0',
    host_cid: 'connection-1',
    fallback: 'true',
    stop_on_fail: 'true',
    save_responses: 'false',
    trustless_agent: agent,
    fee_limit: '20uinto,5ibc/A',
    conditions: { comparisons: [{ response_key: 'Amount', operator: 4, operand: '1', value_type: 'math.Int' }] },
  }
  const memo = JSON.stringify({ flow })
  const transfer = { '@type': '/ibc.applications.transfer.v1.MsgTransfer', sender: 'cosmos1a', receiver: owner, memo }

  test('creates the flow of the draft', () => {
    const read = parseDraft(memo)
    expect(read).toMatchObject({
      owner,
      label: 'Rent',
      msgs: [send],
      duration: '60s',
      interval: '30s',
      startAt: '0',
      feeFunds: [],
      configuration: { saveResponses: false, stopOnFailure: true, walletFallback: true },
      connectionId: 'connection-0',
      trustlessAgent: {
        agentAddress: agent,
        feeLimit: [
          { denom: 'uinto', amount: '20' },
          { denom: 'ibc/A', amount: '5' },
        ],
      },
      conditions: { comparisons: [{ responseKey: 'Amount', operator: 'LARGER_THAN' }] },
    } satisfies Partial<FlowDraft> | object)
    expect(parseDraft(transfer)).toEqual(read)
    expect(parseDraft({ body: { messages: [transfer] } })).toEqual(read)
    const { '@type': typeUrl, ...value } = transfer
    expect(parseDraft({ typeUrl, value })).toEqual(read)
    expect(parseDraft({ denom: 'uatom', amount: '5', sender: 'cosmos1a', receiver: owner, memo })).toEqual(read)
  })

  test('that registers an interchain account uses no agent, like the chain', () => {
    const read = parseDraft({ flow: { ...flow, register_ica: 'true' } })
    expect([read.connectionId, read.trustlessAgent]).toEqual(['connection-0', null])
  })

  test.each<[string, object, string]>([
    ['an unknown field', { connection_id: 'connection-0' }, '`flow.connection_id` is not a field of a flow in a memo.'],
    ['a time as a number', { start_at: 1_795_495_196 }, '`flow.start_at` is 1795495196, not a string.'],
    ['a rule that isn’t a text', { fallback: true }, '`flow.fallback` is true, not a string.'],
    [
      'coins that pay the fees',
      { fallback: 'false' },
      '`flow.fallback` isn’t "true", so the transferred coins pay the fees.',
    ],
    ['an invalid limit', { fee_limit: 'uinto' }, '`flow.fee_limit` is not a list of coins such as "20uinto".'],
    ['camelCase conditions', { conditions: { feedbackLoops: [] } }, '`flow.conditions` contains "feedbackLoops"'],
    ['an ID', { id: '5' }, 'The draft is a memo that updates an existing flow.'],
  ])('with %s is an error', (_, fields, problem) => {
    expect(problemOf({ flow: { ...flow, ...fields } })).toContain(problem)
  })
})

test('reads a message that also registers the interchain account', () => {
  const connection = { connection_id: 'connection-0', version: '', host_connection_id: 'connection-1' }
  const register = { ...message, '@type': '/intento.intent.v1.MsgRegisterAccountAndSubmitFlow', ...connection }
  const read = { ...draft, connectionId: 'connection-0' }
  expect(parseDraft(register)).toEqual(read)
  expect(parseDraft({ body: { messages: [register] } })).toEqual(read)
  expect(problemOf({ ...message, ...connection })).toContain('`version` is not a field of a flow')
})

describe('an Amino document', () => {
  const aminoSend = { type: 'cosmos-sdk/MsgSend', value: { from_address: owner, to_address: owner, amount: [coin] } }
  const { '@type': _, ...fields } = message
  const value = {
    ...fields,
    msgs: [{ type: 'cosmos-sdk/MsgExec', value: { grantee: owner, msgs: [aminoSend] } }],
    start_at: '1795495196',
    conditions: { comparisons: [{ icq_config: { timeout_policy: 2, timeout_duration: '50000000000' } }] },
  }
  const document = {
    chain_id: 'intento-1',
    account_number: '1',
    sequence: '2',
    fee: {},
    memo: '',
    msgs: [{ type: 'intent/MsgSubmitFlow', value }],
  }

  test('has the same flow', () => {
    const read = parseDraft(document)
    expect(read).toMatchObject({
      owner,
      msgs: [{ '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: owner, msgs: [send] }],
      startAt: '1795495196',
      conditions: { comparisons: [{ icqConfig: { timeoutPolicy: 'EXECUTE_QUERY_CALLBACK', timeoutDuration: '50s' } }] },
    })
    expect(parseDraft(document.msgs[0])).toEqual(read)
  })

  test('with an unknown type is an error', () => {
    const msgs = [{ type: 'intent/MsgSubmitFlow', value: { ...value, msgs: [{ type: 'a/B', value: {} }] } }]
    expect(problemOf({ ...document, msgs })).toContain('an Amino document with the unknown type "a/B"')
  })
})

describe('an object of the official library', () => {
  const sendValue = { fromAddress: owner, toAddress: owner, amount: [coin] }
  const typed = { typeUrl: '/cosmos.bank.v1beta1.MsgSend', value: sendValue }
  const value = {
    owner,
    label: 'Rent',
    msgs: [typed],
    duration: '3600s',
    interval: '60s',
    startAt: 0n,
    feeFunds: [],
    conditions: {
      comparisons: [
        {
          flowId: 7n,
          operator: 4,
          icqConfig: { timeoutPolicy: 2, timeoutDuration: { seconds: 120n, nanos: 0 }, response: new Uint8Array([10]) },
        },
      ],
    },
  }
  const submit = { typeUrl: '/intento.intent.v1.MsgSubmitFlow', value }

  test('can contain bigints, bytes and durations', () => {
    const expected = {
      ...draft,
      conditions: {
        ...draft.conditions,
        comparisons: [
          expect.objectContaining({
            flowId: '7',
            operator: 'LARGER_THAN',
            icqConfig: expect.objectContaining({
              timeoutPolicy: 'EXECUTE_QUERY_CALLBACK',
              timeoutDuration: '120s',
              response: 'Cg==',
            }),
          }),
        ],
      },
    }
    expect(parseDraft(submit)).toEqual(expected)
    expect(parseDraft(value)).toEqual(expected)
    const printed = JSON.stringify(submit, (_, part) => (typeof part === 'bigint' ? `${part}` : part))
    expect(printed).toContain('{"0":10}')
    expect(parseDraft(printed)).toEqual(expected)
  })

  test('can name its types in `$typeUrl`', () => {
    const msgs = [
      { $typeUrl: typed.typeUrl, ...sendValue },
      { ...typed, value: { $typeUrl: typed.typeUrl, ...sendValue } },
    ]
    const configuration = { $typeUrl: '/intento.intent.v1.ExecutionConfiguration', saveResponses: true }
    const read = parseDraft({ ...submit, value: { $typeUrl: submit.typeUrl, ...value, msgs, configuration } })
    expect([read.msgs, read.configuration.saveResponses]).toEqual([[send, send], true])
    const other = { ...typed, value: { $typeUrl: '/a.B', ...sendValue } }
    expect(problemOf({ ...submit, value: { ...value, msgs: [other] } })).toContain('is a second type of the message')
    expect(problemOf({ ...submit, value: { ...value, msgs: [{ ...send, $typeUrl: '/a.B' }] } })).toContain('two names')
  })

  test.each([new Uint8Array([10, 45]), 'Ci0='])('says what to use instead of an encoded message', encoded => {
    const msgs = [typed, { ...typed, value: encoded }]
    expect(problemOf({ ...submit, value: { ...value, msgs } })).toBe(
      '`value.msgs[1]` is an encoded /cosmos.bank.v1beta1.MsgSend. Use the message before it is encoded, such as {"typeUrl":…,"value":{…}}.',
    )
  })
})

test.each<[string, unknown, string]>([
  ['a message', send, 'The draft is only a message of the type "/cosmos.bank.v1beta1.MsgSend"'],
  [
    'a list of messages',
    [send],
    'If it is for `intentod tx intent submit-flow`, paste the output of this command with `--generate-only`.',
  ],
  [
    'a message of the library',
    { typeUrl: send['@type'], value: {} },
    'The draft is only a message of the type "/cosmos.bank',
  ],
  [
    'an update',
    { '@type': '/intento.intent.v1.MsgUpdateFlow' },
    'The draft is a MsgUpdateFlow, which changes an existing flow.',
  ],
  [
    'a flow of a node',
    { flow: { id: '5', owner, fee_address: owner, msgs: [] } },
    'The draft is an existing flow. Use `flow-query draft` with its ID',
  ],
  ['an encoded transaction', { bodyBytes: 'CgA=', authInfoBytes: '' }, 'Paste the output of `intentod tx decode`.'],
  [
    'an encoded text',
    'CpABCo0BCiEvaW50ZW50by5pbnRlbnQudjEuTXNnU3VibWl0Rmxvdw==',
    'Paste the output of `intentod tx decode`.',
  ],
  [
    'a command',
    'intentod tx intent submit-flow msg.json --label Rent',
    'The draft is a command. Paste its output with `--generate-only`.',
  ],
  ['a type that is no text', { ...message, '@type': 5 }, 'The draft is only a message of the type 5'],
])('says what it is and what to paste instead of %s', (_, input, problem) => {
  expect(problemOf(input)).toContain(problem)
})
