import { address } from '@flow-query/testing'

/** A flow with placeholders that people use, and the prefix of the chain that executes it. */
export interface PortalInput {
  name: string
  /** A `FlowInput` or a link. */
  input: object | string
  prefix: string
  agentAddress?: string
  owner?: string
}

const exec = '/cosmos.authz.v1beta1.MsgExec'

/** The templates on another chain wrap each message in a `MsgExec` of the agent. */
const agentAddress = address('agent', 'into', 32)

function template(name: string, prefix: string, messages: readonly object[], conditions: object = {}): PortalInput {
  const isLocal = prefix === 'into'
  const msgs = messages.map(message =>
    JSON.stringify(isLocal ? message : { typeUrl: exec, value: { grantee: 'ICA_ADDR', msgs: [message] } }, null, '\t'),
  )
  const feeLimit = [{ denom: 'uinto', amount: '20000' }]
  const input = {
    label: name,
    msgs,
    duration: 7 * 86_400_000,
    interval: 86_400_000,
    configuration: { saveResponses: true, walletFallback: true },
    conditions: { feedbackLoops: [], comparisons: [], ...conditions },
    ...(!isLocal && { trustlessAgent: { agentAddress, feeLimit } }),
  }
  return { name: `the template “${name}”`, input, prefix, ...(!isLocal && { agentAddress }) }
}

const mine = (prefix: string) => (prefix === 'into' ? 'Your Intento address' : `Your ${prefix} address`)

function stream(symbol: string, prefix: string): PortalInput {
  const value = { fromAddress: mine(prefix), toAddress: mine(prefix), amount: [{ denom: symbol, amount: '1' }] }
  return template(`Stream 1 ${symbol}`, prefix, [{ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value }])
}

function autocompound(symbol: string, prefix: string): PortalInput {
  const staking = { delegatorAddress: mine(prefix), validatorAddress: address('validator', `${prefix}valoper`) }
  const from = { responseIndex: 0, responseKey: 'Amount.[-1]', valueType: 'sdk.Coin' }
  return template(
    `Autocompound if rewards > 1 ${symbol}`,
    prefix,
    [
      { typeUrl: '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward', value: staking },
      {
        typeUrl: '/cosmos.staking.v1beta1.MsgDelegate',
        value: { ...staking, amount: { denom: symbol, amount: '1' } },
      },
    ],
    {
      feedbackLoops: [{ ...from, msgsIndex: 1, msgKey: 'Amount' }],
      comparisons: [{ ...from, operator: 4, operand: `1000000u${symbol.toLowerCase()}` }],
    },
  )
}

const usdc = 'USDC (transfer/channel-750)'
const contract = 'osmo1994s0ea4z2lqrh5gl8l5s0cw6hwz92s3pn2yhkamfh57j9yh7lxssnr80s'
const skip = 'osmo10a3k4hvk37cc4hnxctw4p95fhscd2z6h2rmx0aukc6rm8u9qqx9smfsh7u'

const swap = template('DCA into ATOM', 'osmo', [
  {
    typeUrl: '/osmosis.gamm.v1beta1.MsgSwapExactAmountIn',
    value: {
      sender: 'Your osmo address',
      routes: [
        { poolId: '1464', tokenOutDenom: 'uosmo' },
        { poolId: '1265', tokenOutDenom: 'ATOM (transfer/channel-0)' },
      ],
      tokenIn: { denom: usdc, amount: '1' },
      tokenOutMinAmount: '1',
    },
  },
])

const subscription = template('DCA into StreamSwap', 'osmo', [
  {
    typeUrl: '/cosmwasm.wasm.v1.MsgExecuteContract',
    value: {
      sender: 'Your osmo address',
      contract,
      msg: { subscribe: { stream_id: 8 } },
      funds: [{ denom: usdc, amount: '1' }],
    },
  },
])

const transfer = template('Swap ATOM for BTC if ATOM < $5', 'cosmos', [
  {
    typeUrl: '/ibc.applications.transfer.v1.MsgTransfer',
    value: {
      sourcePort: 'transfer',
      sourceChannel: 'channel-141',
      token: { denom: 'ATOM', amount: '1' },
      sender: 'Your cosmos address',
      receiver: skip,
      timeoutHeight: { revisionNumber: '0', revisionHeight: '0' },
      timeoutTimestamp: '1796000000000000000',
      memo: `{"wasm":{"contract":"${skip}","msg":{"swap_and_action":{"min_asset":{"native":{"denom":"uosmo","amount":"1"}},"timeout_timestamp":1796000000000000000,"post_swap_action":{"transfer":{"to_address":"Your osmo address"}},"affiliates":[]}}}}`,
    },
  },
])

/** The editor writes `Your address` into messages from its list of examples. */
const example = template('Exit pool', 'osmo', [
  {
    typeUrl: '/osmosis.gamm.v1beta1.MsgExitPool',
    value: {
      sender: 'Your address',
      poolId: '1',
      shareInAmount: '1000000',
      tokenOutMins: [{ denom: 'uosmo', amount: '1000000' }],
    },
  },
])

const portal = 'https://portal.intento.zone/submit'

/** A link in the documentation of the submit page, without its conditions. */
const autocompoundLink = `${portal}?${new URLSearchParams({
  flowInput: JSON.stringify({
    duration: 0,
    msgs: [
      asText({
        typeUrl: exec,
        value: {
          grantee: 'Your Address',
          msgs: [
            {
              typeUrl: '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward',
              value: {
                delegatorAddress: 'cosmos1u7zn9sxz8s63ww8xwg8cl7xlmwkedq7a63wke7',
                validatorAddress: 'cosmosvaloper19ge9c23yuj3n520xemczvkgfunsrlqfpk2add3',
              },
            },
          ],
        },
      }),
    ],
    connectionId: 'connection-0',
    trustlessAgent: {
      agentAddress: 'into1gzakqp6uammdhhpdgcsjjqzyzayelfzn38v3q7sfgf5uacc6ltvqswckct',
      feeLimit: { denom: 'uinto', amount: '20' },
    },
    label: 'Conditional Autocompound',
  }),
})}&chain=cosmoshub-4&bgColor=#315faa`

/** Another link in this documentation. */
const contractLink = encodeURI(
  `${portal}?flowInput=${JSON.stringify({
    msgs: [
      asText({
        typeUrl: exec,
        value: {
          grantee: 'ICA_ADDR',
          msgs: [
            {
              typeUrl: '/cosmwasm.wasm.v1.MsgExecuteContract',
              value: {
                sender: 'Your Address',
                contract: 'osmo10wn49z4ncskjnmf8mq95uyfkj9kkveqx9jvxylccjs2w5lw4k6gsy4cj9l',
                msg: { subscribe: { stream_id: 46 } },
                funds: [{ denom: 'factory/osmo1nz7qdp7eg30sr959wvrwn9j9370h4xt6ttm0h3/ussosmo', amount: '100' }],
              },
            },
          ],
        },
      }),
    ],
    configuration: { saveResponses: false, walletFallback: true },
    connectionId: 'connection-2',
    trustlessAgent: {
      agentAddress: 'into1p9ccttjgzh5wlewm5s55qk73j9ccjt27x00tada89sfq5t9v69rsex0977',
      feeLimit: { denom: 'uinto', amount: '50' },
    },
    label: 'Subscribe 🎯',
  })}&chain=osmosis-1&bgColor=#140739`,
)

const elysFlow = {
  duration: 86_400_000,
  interval: 3_600_000,
  msgs: [
    { typeUrl: '/elys.estaking.MsgWithdrawElysStakingRewards', value: { delegator_address: 'Your Address' } },
    {
      typeUrl: '/elys.commitment.MsgStake',
      value: {
        creator: 'Your Address',
        amount: '1',
        asset: 'ueden',
        validator_address: 'elysvaloper1wajd6ekh9u37hyghyw4mme59qmjllzuyaceanm',
      },
    },
  ].map(message => asText({ typeUrl: exec, value: { grantee: 'ICA_ADDR', msgs: [message] } })),
  configuration: { saveResponses: true, walletFallback: true },
  connectionId: 'connection-3',
  trustlessAgent: {
    agentAddress: 'into12m09f4a8jeam4ysm7udq6449qf49grklr2c50xs3hzkuryh0znmqyql2u9',
    feeLimit: {
      denom: 'ibc/17409F270CB2FE874D5E3F339E958752DEC39319E5A44AD0399D2D1284AD499C',
      amount: '10000',
    },
  },
  label: 'Autocompound',
}

/** A link in the integration hub, which isn't encoded. A browser removes its line ends. */
const elysLink = `${portal}?flowInput=${asText(elysFlow)}&imageUrl=https://example.org/Primary%20Logo.png&chain=elysicstestnet-1&theme="dark"&bgColor=#28303b
`

function asText(message: object): string {
  return JSON.stringify(message, null, 2)
}

export const portalInputs: PortalInput[] = [
  stream('INTO', 'into'),
  stream('ATOM', 'cosmos'),
  stream('OSMO', 'osmo'),
  autocompound('INTO', 'into'),
  autocompound('ATOM', 'cosmos'),
  autocompound('OSMO', 'osmo'),
  swap,
  subscription,
  transfer,
  example,
  {
    name: 'the documented link “Autocompounding Cosmos ATOM Flow”',
    input: autocompoundLink,
    prefix: 'cosmos',
    agentAddress: 'into1gzakqp6uammdhhpdgcsjjqzyzayelfzn38v3q7sfgf5uacc6ltvqswckct',
    // The account of the delegator in the link.
    owner: 'into1u7zn9sxz8s63ww8xwg8cl7xlmwkedq7a4ntjuv',
  },
  {
    name: 'the documented link “CosmWasm DCA Flow”',
    input: contractLink,
    prefix: 'osmo',
    agentAddress: 'into1p9ccttjgzh5wlewm5s55qk73j9ccjt27x00tada89sfq5t9v69rsex0977',
  },
  {
    name: 'the link “Autocompound” of the integration hub',
    input: elysLink,
    prefix: 'elys',
    agentAddress: 'into12m09f4a8jeam4ysm7udq6449qf49grklr2c50xs3hzkuryh0znmqyql2u9',
  },
]
