/**
 * All data is plain JSON as the node sent it, with camelCase names. 64-bit integers, amounts, times and durations stay strings,
 * so that no value loses precision and a cache survives `JSON.stringify`. Convert them with `toBigInt`, `toDate` and
 * `toMilliseconds`.
 */

export interface Coin {
  /** The token's base denom, for example `uinto`. */
  denom: string
  /** An integer in the base denom: `"1000"` uinto is 0.001 INTO. */
  amount: string
}

/**
 * A Cosmos message or message response, exactly as the node returns it. Its field names stay in snake_case.
 *
 * Messages to contracts can contain integers above 2^53, which JavaScript would round. They become strings with the same digits.
 */
export interface AnyMessage {
  /** The type URL of the message, for example `/cosmos.bank.v1beta1.MsgSend`. */
  '@type': string
  /** True if the message has more than 500 levels of objects and lists. All its other fields are omitted then. */
  '@tooDeep'?: true
  [field: string]: unknown
}

type Open<Known extends string> = Known | (string & {})

export type ComparisonOperator = Open<
  | 'EQUAL'
  | 'CONTAINS'
  | 'NOT_CONTAINS'
  | 'SMALLER_THAN'
  | 'LARGER_THAN'
  | 'GREATER_EQUAL'
  | 'LESS_EQUAL'
  | 'STARTS_WITH'
  | 'ENDS_WITH'
  | 'NOT_EQUAL'
>

/** How the chain proceeds if another chain doesn't answer an {@link IcqConfig} query in time. */
export type TimeoutPolicy = Open<'REJECT_QUERY_RESPONSE' | 'RETRY_QUERY_REQUEST' | 'EXECUTE_QUERY_CALLBACK'>

export interface IcaConfig {
  /** `icacontroller-` followed by the owner's address. */
  portId: string
  /** The connection to the other chain, for example `connection-0`. */
  connectionId: string
}

export interface TrustlessAgentConfig {
  agentAddress: string
  /** The maximum fee that the owner pays per execution, with one coin per accepted denom. */
  feeLimit: Coin[]
  /** Empty on `v1beta1`. */
  connectionId: string
}

/** An interchain account that executes other people's flows for a fee. */
export interface TrustlessAgent {
  agentAddress: string
  icaConfig: IcaConfig
  feeConfig: TrustlessAgentFeeConfig
}

export interface TrustlessAgentFeeConfig {
  /** The bech32 address that receives the fee and may change it. */
  feeAdmin: string
  /** The price of one execution, with one coin per supported denom. */
  feeCoinsSupported: Coin[]
}

export interface FlowConfiguration {
  /** Whether message responses are stored in the history, so that comparisons and feedback loops can read them. */
  saveResponses: boolean
  updatingDisabled: boolean
  stopOnSuccess: boolean
  stopOnFailure: boolean
  stopOnTimeout: boolean
  /** Whether the owner's account pays the fees if the flow's `feeAddress` can't. */
  walletFallback: boolean
}

/** A value that the chain reads from another chain before a run. */
export interface IcqConfig {
  connectionId: string
  chainId: string
  timeoutPolicy: TimeoutPolicy
  /** How long the other chain has to answer, in seconds with an `s`: `"30s"`. */
  timeoutDuration: string
  queryType: string
  /** The queried key, in base64. */
  queryKey: string
  /** The value, in base64. Empty until the other chain has answered. */
  response: string
}

/** Copies a value from an earlier response into a message of this flow. */
export interface FeedbackLoop {
  /** `"0"` means this flow. */
  flowId: string
  /** The index of the response, starting at 0. */
  responseIndex: number
  responseKey: string
  /** The index of the message that receives the value, starting at 0. */
  msgsIndex: number
  msgKey: string
  /** The type of the value, for example `math.Int` or `sdk.Coin`. */
  valueType: string
  /** Whether to use the difference from the previous value instead of the value. */
  differenceMode: boolean
  /** Reads the value from another chain instead of a response. */
  icqConfig: IcqConfig | null
}

/** A condition that compares a value of an earlier response with `operand`. If the result is false, the flow skips the run. */
export interface Comparison {
  flowId: string
  responseIndex: number
  responseKey: string
  valueType: string
  operator: ComparisonOperator
  operand: string
  differenceMode: boolean
  icqConfig: IcqConfig | null
}

export interface FlowConditions {
  feedbackLoops: FeedbackLoop[]
  comparisons: Comparison[]
  stopOnSuccessOf: string[]
  stopOnFailureOf: string[]
  skipOnFailureOf: string[]
  skipOnSuccessOf: string[]
  /** Whether all comparisons must be true, instead of at least one. */
  useAndForComparisons: boolean
}

/** A transaction that the chain executes automatically: on a schedule, when a condition is met, or on another chain. */
export interface Flow {
  /** The ID of the flow, a uint64. */
  id: string
  /** The bech32 address of the account that created the flow. */
  owner: string
  /** Text that the owner entered. It isn't sanitized, so never render it as HTML. */
  label: string
  /** The bech32 address that pays for executions. */
  feeAddress: string
  msgs: AnyMessage[]
  /** The time between runs, in seconds with an `s`: `"3600s"` or `"90.500s"`. `"0s"` if the flow runs only once. */
  interval: string
  /** When the flow starts, in RFC 3339 format with up to nine decimals. */
  startTime: string
  /** When the next run is due, or when the last run was due if the flow is over. */
  execTime: string
  /** The flow doesn't run after this time. */
  endTime: string
  updateHistory: string[]
  selfHostedIca: IcaConfig | null
  trustlessAgent: TrustlessAgentConfig | null
  configuration: FlowConfiguration
  conditions: FlowConditions
}

/** One execution of a flow. A flow's newest entry can still change when another chain responds. */
export interface FlowHistoryEntry {
  /** When the run was due, in RFC 3339 format. */
  scheduledExecTime: string
  /** When the run happened, in RFC 3339 format. */
  actualExecTime: string
  /** The fee that was paid. Empty if the run was skipped, or if the fee could not be collected. */
  execFee: Coin[]
  /** Whether all messages took effect. */
  executed: boolean
  timedOut: boolean
  /** Error messages of the chain. Pass them to `executionProblem` to get their cause. */
  errors: string[]
  /** The responses to the flow's messages. Only stored if `configuration.saveResponses` is set. */
  msgResponses: AnyMessage[]
  /** The raw values that were read from another chain, in base64. */
  queryResponses: string[]
  /** The sequence numbers of packets sent to another chain, as uint64. Always empty on `v1beta1`. */
  packetSequences: string[]
}

export interface ConnectionRewards {
  /** Empty on `v1beta1`, where the same rewards apply to all connections. */
  connectionId: string
  /** One amount per message class, in the base denom. */
  relayerRewards: string[]
}

export interface Params {
  /** The commission on funds that are attached to a flow, in percent. */
  flowFundsCommission: string
  /** The share of the used gas that a run pays for, in thousandths: `"5"` is 0.5 %. The burn fee is added to it. */
  flowFlexFeeMul: string
  /** The amount that is burnt per message, in the base denom. */
  burnFeePerMsg: string
  gasFeeCoins: Coin[]
  /** The maximum time between a flow's start and end, in seconds with an `s`. */
  maxFlowDuration: string
  /** The minimum time between a flow's start and end, in seconds with an `s`. */
  minFlowDuration: string
  /** The minimum interval of a flow, in seconds with an `s`. */
  minFlowInterval: string
  connectionRewards: ConnectionRewards[]
}

export interface PageInfo {
  /** The cursor of the next page, in base64. Null on the last page. */
  nextKey: string | null
  /** The number of items in the whole list. Null unless `countTotal` is set. */
  total: number | null
}

export interface FlowsPage extends PageInfo {
  flows: Flow[]
}

export interface FlowHistoryPage extends PageInfo {
  history: FlowHistoryEntry[]
}

export interface TrustlessAgentsPage extends PageInfo {
  trustlessAgents: TrustlessAgent[]
}

/** The ID of a flow, a uint64. A number must be a safe integer. */
export type FlowId = string | number | bigint

/**
 * The rules of the chain:
 *
 * - `current`: release 1.0.9 and later
 * - `1.0.7`: releases 1.0.7 and 1.0.8
 * - `1.0.5`: releases 1.0.5 and 1.0.6
 * - `legacy`: earlier releases, and `v1beta1`. They don't support `totalBurnt`
 */
export type ChainRelease = 'current' | '1.0.7' | '1.0.5' | 'legacy'

export interface HeightArgs {
  /**
   * Reads the state at this block height instead of the latest state. Browsers can't use it unless the client has `allowHeight`,
   * because the CORS settings of most nodes reject its header.
   */
  height?: number | undefined
}

export interface PageArgs {
  /** The `nextKey` of the previous page. Can't be combined with `offset`. */
  key?: string | null | undefined
  /** How many items to skip. Slower than `key`, because the node reads all skipped items. */
  offset?: number | undefined
  /** The maximum number of items on the page. Defaults to 100. */
  limit?: number | undefined
  /** Whether to return the newest items first. Defaults to false. */
  reverse?: boolean | undefined
  /** Whether to return `total`. The node then counts all items, which is slow. Ignored if `key` is set. Defaults to false. */
  countTotal?: boolean | undefined
}

export interface FlowArgs extends HeightArgs {
  id: FlowId
}

export interface FlowsArgs extends PageArgs, HeightArgs {}

export interface FlowsForOwnerArgs extends PageArgs, HeightArgs {
  /** The bech32 address of the flows' owner. */
  owner: string
}

export interface FlowHistoryArgs extends PageArgs, HeightArgs {
  id: FlowId
}

export interface IcaArgs extends HeightArgs {
  /** The bech32 address of the account's owner. */
  owner: string
  connectionId: string
}

export interface ParamsArgs extends HeightArgs {}

export interface TrustlessAgentArgs extends HeightArgs {
  agentAddress: string
}

export interface TrustlessAgentsArgs extends PageArgs, HeightArgs {}

export interface TrustlessAgentsForAdminArgs extends PageArgs, HeightArgs {
  /** The bech32 address that administers the fees of the agents. */
  feeAdmin: string
}

export interface TotalBurntArgs extends HeightArgs {}

/** The time of a block. Only this time decides whether a flow is due or over, because the reader's clock keeps running while the chain stops. */
export interface BlockTime {
  /** The time of the block, in RFC 3339 format. */
  block: string
}

export interface Block {
  height: string
  /** The time of the block, in RFC 3339 format. */
  time: string
}

/** The newest block that a node has reported, from `chainTime`. */
export interface ChainTime extends BlockTime {
  height: string
  /** When the node reported the block, in milliseconds since 1970 by the reader's clock. */
  readAt: number
}

export interface ChainTimeArgs extends HeightArgs {}

export interface Queries {
  flow: { args: FlowArgs; data: Flow }
  flows: { args: FlowsArgs; data: FlowsPage }
  flowsForOwner: { args: FlowsForOwnerArgs; data: FlowsPage }
  flowHistory: { args: FlowHistoryArgs; data: FlowHistoryPage }
  ica: { args: IcaArgs; data: string }
  params: { args: ParamsArgs; data: Params }
  trustlessAgent: { args: TrustlessAgentArgs; data: TrustlessAgent }
  trustlessAgents: { args: TrustlessAgentsArgs; data: TrustlessAgentsPage }
  trustlessAgentsForAdmin: { args: TrustlessAgentsForAdminArgs; data: TrustlessAgentsPage }
  totalBurnt: { args: TotalBurntArgs; data: Coin }
}

/** The name of a query, which is also the name of its client method. */
export type QueryName = keyof Queries

/** The queries of other modules, such as bank and authz. */
export type OtherQueryName =
  | 'chainTime'
  | 'balances'
  | 'spendableBalances'
  | 'authzGrants'
  | 'icaChannel'
  | 'connectionChannels'
  | 'clientStatus'
  | 'delegations'
  | 'unbondingDelegations'
  | 'stakingParams'
  | 'flowDryRun'
  | 'packets'

export type WebSocketConstructor = new (url: string) => WebSocketLike

/** The parts of a WebSocket that live events use. */
export interface WebSocketLike {
  onopen: ((event: never) => void) | null
  onmessage: ((event: never) => void) | null
  onerror: ((event: never) => void) | null
  onclose: ((event: never) => void) | null
  send: (data: string) => void
  close: () => void
}
