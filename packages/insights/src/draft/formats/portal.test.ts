import { describe, expect, test } from 'vitest'
import { type FlowDraft, parseDraft } from '../index.js'

const owner = 'into1pnhx98979q53ll8sxc2pnkthavp5uvryatg7nr'
const agentAddress = 'into1mc2gk8d58qn4kwf765yf8s08lht0ely2x4w3tnxn5rcwclelklcqkq2tv7'
const trustlessAgent = { agentAddress, feeLimit: [{ denom: 'uinto', amount: '20000' }], connectionId: 'connection-1' }
const send = {
  typeUrl: '/cosmos.bank.v1beta1.MsgSend',
  value: { fromAddress: owner, toAddress: owner, amount: [{ denom: 'uinto', amount: '5' }] },
}
const input = { label: 'Rent', msgs: [JSON.stringify(send)], duration: 3_600_000, interval: 60_000 }

const signed = (fields: object): FlowDraft => parseDraft({ ...input, ...fields }, { owner })
const messageOf = (message: object) => signed({ msgs: [JSON.stringify(message)] }).msgs[0]
const link = (page: string, flow: object, parameters: object = {}) =>
  `https://portal.intento.zone/${page}?${new URLSearchParams({ flowInput: JSON.stringify(flow), ...parameters })}`

test.each<[number | undefined, string]>([
  [undefined, '86400s'],
  [0, '86400s'],
  [-659, '0s'],
  [857, '0.857s'],
])('signs a duration of %s milliseconds as %s', (duration, expected) => {
  expect(signed({ duration }).duration).toBe(expected)
})

test.each<[number | undefined, string]>([
  [undefined, '3600s'],
  [0, '3600s'],
  [-5, '0s'],
])('signs an interval of %s milliseconds as %s', (interval, expected) => {
  expect(signed({ interval }).interval).toBe(expected)
})

test.each<[number | undefined, string]>([
  [undefined, '0'],
  [0, '0'],
  [-5, '0'],
  [14 * 86_400_000, '1209600'],
  [1_795_495_196_000, '1795495196'],
])('signs the start %s as %s', (startTime, expected) => {
  expect(signed({ startTime }).startAt).toBe(expected)
})

test('a start below 10^9 is a delay in milliseconds', () => {
  const delay = Number(signed({ startTime: 999_999_000 }).startAt) - Date.now() / 1_000
  expect(Math.abs(delay - 999_999)).toBeLessThan(60)
})

const coin = { denom: 'uinto', amount: '5' }

test.each<[unknown, object[]]>([
  [coin, [coin]],
  [[coin], []],
  [{ ...coin, amount: '0' }, []],
  [{ ...coin, amount: '-5' }, []],
  [undefined, []],
])('pays the fee funds %j as %j', (feeFunds, expected) => {
  expect(signed({ feeFunds }).feeFunds).toEqual(expected)
})

test('uses the connection unless there is an agent, whose fields can be empty', () => {
  const connectionOf = (agent: object | undefined) =>
    signed({ connectionId: 'connection-0', trustlessAgent: agent }).connectionId
  expect(connectionOf(undefined)).toBe('connection-0')
  expect(connectionOf({})).toBe('connection-0')
  expect(connectionOf({ agentAddress: '', feeLimit: [], connectionId: '' })).toBe('connection-0')
  expect(connectionOf(trustlessAgent)).toBe('')
})

test.each([[{}], [{ 0: 10 }], ['Cg=='], [undefined]])('signs the response %j of a query as an empty one', response => {
  const icqConfig = {
    connectionId: 'connection-1',
    chainId: 'osmosis-1',
    timeoutPolicy: 2,
    timeoutDuration: { seconds: '120', nanos: 0 },
    queryType: 'store/twap/key',
    queryKey: 'AA==',
    response,
  }
  const { comparisons, feedbackLoops } = signed({
    conditions: { comparisons: [{ operator: 3, icqConfig }], feedbackLoops: [{ icqConfig }] },
  }).conditions
  const expected = { timeoutPolicy: 'EXECUTE_QUERY_CALLBACK', timeoutDuration: '120s', response: '' }
  for (const one of [...comparisons, ...feedbackLoops]) expect(one.icqConfig).toMatchObject(expected)
})

test('wraps each message in a MsgExec of the interchain account', () => {
  const icaAddressForAuthZ = 'osmo1lm4lt7nnp7ma9rvaq843y59c4qhqngcekm6x70k7eyev3ykucupswwqrsn'
  const msgs = [JSON.stringify(send), JSON.stringify(send)]
  const wrapped = {
    '@type': '/cosmos.authz.v1beta1.MsgExec',
    grantee: icaAddressForAuthZ,
    msgs: [expect.objectContaining({ '@type': send.typeUrl, to_address: owner })],
  }
  expect(signed({ icaAddressForAuthZ, msgs }).msgs).toEqual([wrapped, wrapped])
  expect(signed({ icaAddressForAuthZ: '' }).msgs).toMatchObject([{ '@type': send.typeUrl }])
})

test('drops fields with names of a node, unless the flow is sent from another chain', () => {
  const swap = { tokenIn: coin, token_out_min_amount: '5', routes: [{ poolId: '1' }] }
  const msgs = [JSON.stringify({ typeUrl: '/osmosis.gamm.v1beta1.MsgSwapExactAmountIn', value: swap })]
  const feeLimit = [{ denom: 'ibc/A', amount: '1' }]
  expect(signed({ msgs, trustlessAgent: { ...trustlessAgent, feeLimit } }).msgs).toMatchObject([
    { token_out_min_amount: '5' },
  ])
  const problem = '`msgs[0].value.tokenOutMinAmount` is written as `token_out_min_amount`, which the portal drops.'
  expect(() => signed({ msgs, trustlessAgent })).toThrow(problem)
  expect(() => parseDraft(link('build', { ...input, msgs }))).toThrow(problem)
  const execute = { typeUrl: '/cosmwasm.wasm.v1.MsgExecuteContract', value: { msg: { pay_for: { stream_id: 1 } } } }
  expect(signed({ msgs: [JSON.stringify(execute)], trustlessAgent }).msgs).toMatchObject([{ msg: execute.value.msg }])
})

describe('converts amounts', () => {
  test.each([
    [
      { denom: 'ATOM', amount: '1.5' },
      { denom: 'uatom', amount: '1500000' },
    ],
    [
      { denom: 'ATOM', amount: '1,000' },
      { denom: 'uatom', amount: '1000000' },
    ],
    [
      { denom: 'ATOM', amount: '-1' },
      { denom: 'uatom', amount: '-1000000' },
    ],
    [
      { denom: 'ATOM', amount: '' },
      { denom: 'uatom', amount: '' },
    ],
    [
      { denom: 'ATOM', amount: 1 },
      { denom: 'uatom', amount: 1 },
    ],
    [{ denom: 'ATOM' }, { denom: 'uatom' }],
    [
      { denom: 'factory/osmo1a/x', amount: '100' },
      { denom: 'factory/osmo1a/x', amount: '100000000' },
    ],
    [
      { denom: 'uatom', amount: '100' },
      { denom: 'uatom', amount: '100' },
    ],
    [
      { denom: 'ibc/A', amount: '100' },
      { denom: 'ibc/A', amount: '100' },
    ],
  ])('%j to %j, also in a message of a contract', (before, after) => {
    expect(messageOf({ typeUrl: '/a.B', value: { tokens: [before] } })).toEqual({ '@type': '/a.B', tokens: [after] })
    const execute = { typeUrl: '/cosmwasm.wasm.v1.MsgExecuteContract', value: { msg: { payFor: { asset: [before] } } } }
    expect(messageOf(execute)?.msg).toEqual({ payFor: { asset: [after] } })
  })
})

describe('a link to the submit page', () => {
  test('that selects another chain pays in its coin', () => {
    const amountOf = (chain: string) => parseDraft(link('submit', input, { chain })).msgs[0]?.amount
    expect(amountOf('osmosis-1')).toEqual([{ denom: 'uosmo', amount: '5' }])
    expect(amountOf('intento-1')).toEqual([coin])
    expect(amountOf('unknown-1')).toEqual([coin])
  })
})

describe('a link to the editor', () => {
  test('has the schedule and the fee funds that its dialog proposes', () => {
    const flow = {
      ...input,
      duration: -659,
      interval: 3_600_000,
      startTime: 1_795_495_196_000,
      feeFunds: coin,
      label: '',
    }
    expect(parseDraft(link('build', flow))).toMatchObject({
      label: 'My Flow',
      duration: '605700s',
      interval: '86400s',
      startAt: '0',
      feeFunds: [],
    })
  })

  test('sends from the owner, or from the wallet of the chain that it selects', () => {
    const other = 'into17ltlpmjfwuj882du0a3femzzalc5xtn8mrky0r'
    const msgs = [JSON.stringify({ ...send, value: { ...send.value, fromAddress: other } })]
    const senderOf = (parameters: object) =>
      parseDraft(link('build', { ...input, msgs, trustlessAgent }, parameters), { owner }).msgs[0]?.from_address
    expect(senderOf({})).toBe(owner)
    expect(senderOf({ initialChainId: 'osmosis-1' })).toBe('Your address')
  })

  test('converts amounts twice', () => {
    const msgs = [JSON.stringify({ typeUrl: '/a.B', value: { denom: 'stake', amount: '2' } })]
    expect(parseDraft(link('build', { ...input, msgs })).msgs[0]?.amount).toBe('2000000000000')
  })

  test('reads messages that are objects', () => {
    expect(parseDraft(link('build', { ...input, msgs: [send] })).msgs).toMatchObject([{ '@type': send.typeUrl }])
  })
})

test.each(['owner', 'startAt', 'start_at', 'feeFund', 'trustless_agent', 'toString'])(
  'a FlowInput with the unknown field %s is an error',
  name => {
    expect(() => parseDraft({ ...input, [name]: '' })).toThrow(`\`${name}\` is not a field of a FlowInput.`)
  },
)

test('ignores the fields that only concern the page', () => {
  const others = { email: 'a@example.org', alertType: 'all', chainId: 'osmosis-1', hostConnectionId: 'connection-5' }
  expect(signed(others)).toEqual(signed({}))
})
