import { operators, timeoutPolicies } from '@flow-query/rules'
import type {
  Coin,
  Comparison,
  Conditions,
  Configuration,
  FeedbackLoop,
  Flow,
  HistoryEntry,
  IcaConfig,
  IcqConfig,
  Params,
  TrustlessAgent,
  TrustlessAgentConfig,
} from '../state.js'
import {
  type ApiRelease,
  anyMessage,
  base64,
  bytes,
  duration,
  flag,
  integer,
  type Kind,
  list,
  nullable,
  oneOf,
  text,
  time,
  uint32,
  uint64,
} from './kinds.js'
import { Message } from './message.js'

const inV1 = ({ version }: ApiRelease) => version === 'v1'
const inV1beta1 = ({ version }: ApiRelease) => version === 'v1beta1'
const withHostedConfig = ({ hostedConfig }: ApiRelease) => hostedConfig
const withoutHostedConfig = ({ hostedConfig }: ApiRelease) => !hostedConfig
const withDifferenceMode = ({ differenceMode }: ApiRelease) => differenceMode

export const coin = new Message<Coin>('Coin', 'An amount of one denom.', [
  ['denom', text, 'The base denom, such as `uinto`.'],
  ['amount', integer, 'The amount in the base denom. `1000` uinto is 0.001 INTO.'],
])

const coins: Kind<Coin[]> = { ...list(coin), read: readCoins }

/** `v1beta1` prints the first coin, or an empty coin. */
const firstCoin: Kind<Coin[]> = {
  empty: () => [],
  print: ([first = coin.empty()], release) => coin.print(first, release),
  read: readCoins,
  size: ([first = coin.empty()], release) => coin.size(first, release),
  schema: release => coin.schema(release),
}

function readCoins(json: unknown): Coin[] {
  if (Array.isArray(json)) return list(coin).read(json)
  const { denom, amount } = coin.read(json)
  return denom === '' && amount === '0' ? [] : [{ denom, amount }]
}

/** A property that only flows of old releases have. */
const optionalText: Kind<string | undefined> = {
  ...text,
  empty: () => undefined,
  print: (value = '') => value,
  size: (value = '', release) => text.size(value, release),
}

export const icaConfig = new Message<IcaConfig>(
  'SelfHostedIca',
  'The port and connection that control an interchain account.',
  [
    ['portId', text, '`icacontroller-` followed by the owner. Empty if the flow has no interchain account.'],
    ['connectionId', text, 'The connection ID, such as `connection-0`.'],
    ['hostConnectionId', optionalText, 'The ID of the connection on the other chain.', { only: withHostedConfig }],
  ],
)

export const trustlessAgentConfig = new Message<TrustlessAgentConfig>(
  'TrustlessAgentConfig',
  'The agent that executes a flow, and the highest fee for it.',
  [
    [
      'agentAddress',
      text,
      'The agent that executes the flow. Empty if the flow has no agent.',
      { v1beta1: 'hosted_address' },
    ],
    [
      'feeLimit',
      coins,
      'The highest fee that the owner pays per execution, one coin per accepted denom.',
      { only: inV1 },
    ],
    [
      'feeLimit',
      firstCoin,
      'The highest fee that the owner pays per execution. An empty denom means no fee.',
      { name: 'fee_coin_limit', only: inV1beta1 },
    ],
    ['connectionId', text, 'The connection ID, such as `connection-0`.', { only: inV1 }],
  ],
  { name: 'HostedIcaConfig', text: 'The hosted account that executes a flow, and the highest fee for it.' },
)

/** Before 0.9.0, the chain could register a new channel after a timeout instead of stopping the flow. */
const notStopped: Kind<boolean> = {
  ...flag,
  print: value => !value,
  read: json => json !== true,
  size: (value, release) => flag.size(!value, release),
}

export const configuration = new Message<Configuration>('Configuration', 'The settings of a flow.', [
  [
    'saveResponses',
    flag,
    'Saves message responses in the history, where comparisons and feedback loops can read them.',
  ],
  ['updatingDisabled', flag, 'If true, the owner cannot update the flow.'],
  ['stopOnSuccess', flag, 'Stops the flow after an execution that succeeded.'],
  ['stopOnFailure', flag, 'Stops the flow after an execution that failed.'],
  ['stopOnTimeout', flag, 'Stops the flow after an execution that timed out.', { only: withoutHostedConfig }],
  [
    'walletFallback',
    flag,
    "Pays fees from the owner's balance if the balance of the flow's fee address is too low.",
    { v1beta1: 'fallback_to_owner_balance' },
  ],
  [
    'stopOnTimeout',
    notStopped,
    'Registers a new channel after an execution that timed out.',
    { name: 'reregister_ica_after_timeout', only: withHostedConfig },
  ],
])

export const icqConfig = new Message<IcqConfig>(
  'IcqConfig',
  "A query that reads a key of another chain's store before an execution.",
  [
    ['connectionId', text, 'The connection ID, such as `connection-0`.'],
    ['chainId', text, 'The ID of the queried chain.'],
    ['timeoutPolicy', oneOf(timeoutPolicies), 'The behavior if the other chain does not respond in time.'],
    ['timeoutDuration', duration, 'How long to wait for the response.'],
    ['queryType', text, 'The type of the query, such as `store/bank/key`.'],
    ['queryKey', base64, "The key to read from the other chain's store."],
    ['response', nullable(bytes), 'The response to the query. Null until the other chain responds.'],
  ],
)

const responsePath = [
  ['flowId', uint64, 'The ID of the flow whose response is read. `0` is the flow itself.'],
  ['responseIndex', uint32, 'The index of the response, starting at 0.'],
  ['responseKey', text, 'The path of the value in the response, such as `Amount.[0]`.'],
] as const

const differenceAndQuery = [
  [
    'differenceMode',
    flag,
    'Uses the difference to the previous response instead of the value.',
    { only: withDifferenceMode },
  ],
  [
    'icqConfig',
    nullable(icqConfig),
    "The query that reads the value from another chain's store. Null if the value comes from a response.",
  ],
] as const

export const feedbackLoop = new Message<FeedbackLoop>(
  'FeedbackLoop',
  'Copies a value from an earlier response into a message.',
  [
    ...responsePath,
    ['msgsIndex', uint32, 'The index of the message that receives the value, starting at 0.'],
    ['msgKey', text, 'The path of the field that receives the value, such as `Amount`.'],
    ['valueType', text, 'The type of the value, such as `sdk.Coin` or `math.Int`.'],
    ...differenceAndQuery,
  ],
)

export const comparison = new Message<Comparison>(
  'Comparison',
  'Compares a value from an earlier response with an operand.',
  [
    ...responsePath,
    ['valueType', text, 'The type of the value, such as `sdk.Coin` or `math.Int`.'],
    ['operator', oneOf(operators), 'How the value is compared with the operand.'],
    ['operand', text, 'The value to compare with, such as `1uinto`.'],
    ...differenceAndQuery,
  ],
)

const flowIds = list(uint64, 'A flow ID.')

export const conditions = new Message<Conditions>(
  'Conditions',
  'The conditions that skip executions or stop the flow.',
  [
    ['feedbackLoops', list(feedbackLoop), 'Feedback loops, which copy values from earlier responses into messages.'],
    ['comparisons', list(comparison), 'Comparisons that must be true for the flow to execute.'],
    ['stopOnSuccessOf', flowIds, 'Stops the flow when one of these flows succeeds.'],
    ['stopOnFailureOf', flowIds, 'Stops the flow when one of these flows fails.'],
    ['skipOnFailureOf', flowIds, 'Skips an execution if the last execution of one of these flows failed.'],
    ['skipOnSuccessOf', flowIds, 'Skips an execution if the last execution of one of these flows succeeded.'],
    ['useAndForComparisons', flag, 'If true, all comparisons must be true. If false, one is enough.'],
  ],
)

const agentText = 'The interchain account of an operator, which executes the flow for a fee.'

export const flow = new Message<Flow>('Flow', 'A transaction that the chain executes automatically.', [
  ['id', uint64, 'IDs start at 1 and have no gaps.'],
  ['owner', text, 'The bech32 address of the owner.'],
  ['label', text, 'The text that the owner entered. Display it as text, not as HTML.'],
  ['feeAddress', text, 'The address that pays for executions.'],
  ['msgs', list(anyMessage), 'The messages that each execution runs, in order.'],
  ['interval', duration, 'The time between executions. `0s` for a single execution.'],
  ['startTime', time, 'When the flow starts. The first execution is one interval later.'],
  ['execTime', time, 'When the flow executes next. After the end of the flow, when it executed last.'],
  ['endTime', time, 'When the flow ends. It does not execute after this time.'],
  ['updateHistory', list(time, 'When the owner updated the flow.'), 'All updates, oldest first.'],
  ['selfHostedIca', nullable(icaConfig), "The interchain account of the flow's owner.", { v1beta1: 'ica_config' }],
  [
    'trustlessAgent',
    nullable(trustlessAgentConfig),
    agentText,
    { v1beta1: 'hosted_ica_config', only: withoutHostedConfig },
  ],
  ['configuration', nullable(configuration), 'Null means the defaults.'],
  ['trustlessAgent', nullable(trustlessAgentConfig), agentText, { name: 'hosted_config', only: withHostedConfig }],
  ['conditions', nullable(conditions), 'Null means no conditions.'],
])

export const historyEntry = new Message<HistoryEntry>(
  'HistoryEntry',
  'One execution of a flow. The newest execution changes when another chain responds.',
  [
    ['scheduledExecTime', time, 'When the execution was due.'],
    ['actualExecTime', time, 'When the execution ran.'],
    [
      'execFee',
      coins,
      'The fee of the execution. Empty if the chain did not try to execute the messages.',
      { only: inV1 },
    ],
    [
      'execFee',
      firstCoin,
      'The fee of the execution. An empty denom and an amount of `0` if the chain did not try to execute the messages.',
      { only: inV1beta1 },
    ],
    ['executed', flag, 'Whether the messages were executed. An execution with `errors` failed even if this is true.'],
    ['timedOut', flag, 'Whether the packet to the other chain timed out.'],
    ['errors', list(text, 'An error message of the chain.'), 'The errors of the execution.'],
    ['msgResponses', list(anyMessage), 'The message responses. Saved only if `save_responses` is true.'],
    [
      'queryResponses',
      list(base64, 'The raw value stored on the other chain.'),
      'Responses to queries of other chains.',
    ],
    [
      'packetSequences',
      list(uint64, 'The sequence of a packet to another chain.'),
      'Empty for an execution on this chain.',
      { only: inV1 },
    ],
  ],
)

const rewards = list(uint64, 'An amount in the base denom.')

export const connectionRewards = new Message<Params['connectionRewards'][number]>(
  'ConnectionRewards',
  'The rewards of the relayers of one connection.',
  [
    ['connectionId', text, 'The connection ID, such as `connection-0`.'],
    ['relayerRewards', rewards, 'One reward per message class.'],
  ],
)

/** `v1beta1` has the same rewards for all connections. They become the rewards of the first connection. */
const rewardsOfFirst: Kind<Params['connectionRewards']> = {
  ...list(connectionRewards),
  print: ([first = connectionRewards.empty()]) => first.relayerRewards,
  read: json => [{ connectionId: '', relayerRewards: rewards.read(json) }],
  schema: release => rewards.schema(release),
}

export const params = new Message<Params>('Params', 'The parameters of the Intent module.', [
  [
    'flowFundsCommission',
    uint64,
    'The commission on the funds of a flow, in percent.',
    { goParams: 'FlowFundsCommission' },
  ],
  [
    'flowFlexFeeMul',
    uint64,
    'The fee per unit of gas, in thousandths. It is added to the burn fee.',
    { goParams: 'FlowFlexFeeMul' },
  ],
  ['burnFeePerMsg', uint64, 'The amount burned per message, in the base denom.', { goParams: 'FlowConstantFee' }],
  ['gasFeeCoins', list(coin), 'The gas price in each denom that pays fees.'],
  ['maxFlowDuration', duration, 'The maximum duration of a flow.', { goParams: 'MaxFlowDuration' }],
  ['minFlowDuration', duration, 'The minimum duration of a flow.', { goParams: 'MinFlowDuration' }],
  ['minFlowInterval', duration, 'The minimum interval of a flow.', { goParams: 'MinFlowInterval' }],
  ['connectionRewards', list(connectionRewards), 'The rewards of relayers, per connection.', { only: inV1 }],
  [
    'connectionRewards',
    rewardsOfFirst,
    'The rewards of relayers, one per message class.',
    { name: 'relayer_rewards', only: inV1beta1 },
  ],
])

export const feeConfig = new Message<NonNullable<TrustlessAgent['feeConfig']>>(
  'FeeConfig',
  'The fees of an agent.',
  [
    ['feeAdmin', text, 'The account that can change the fees.', { v1beta1: 'admin' }],
    ['feeCoinsSupported', list(coin), 'The fee per execution, one coin per denom.', { v1beta1: 'fee_coins_suported' }],
  ],
  { name: 'FeeConfig', text: 'The fees of a hosted account. The API misspells `fee_coins_suported`.' },
)

export const trustlessAgent = new Message<TrustlessAgent>(
  'TrustlessAgent',
  'An agent that executes flows of other accounts.',
  [
    [
      'agentAddress',
      text,
      'The address of the agent. Empty if the requested address is not an agent.',
      { v1beta1: 'hosted_address' },
    ],
    ['icaConfig', nullable(icaConfig), 'The port and connection that control its interchain account.'],
    ['feeConfig', nullable(feeConfig), 'The fees of the agent.', { v1beta1: 'host_fee_config' }],
  ],
  { name: 'HostedAccount', text: 'An account that executes flows of other accounts.' },
)
