/**
 * Everything here is plain JSON as the node sent it, renamed to camelCase and nothing else:
 * uint64, amounts, times and durations stay strings, so that none is rounded and a cache
 * survives `JSON.stringify`. `toBigInt`, `toDate` and `toMilliseconds` convert.
 */

/** An amount of one denom. `amount` is an integer in the base denom (`"1000"` uinto is 0.001 INTO). */
export interface Coin {
  denom: string
  amount: string
}

/** Any Cosmos message or message response, exactly as the node prints it (snake_case, nested at will). */
export interface AnyMessage {
  '@type': string
  [field: string]: unknown
}

/** A string that may be one of `Known`; a node newer than this package may send others. */
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

export type TimeoutPolicy = Open<'REJECT_QUERY_RESPONSE' | 'RETRY_QUERY_REQUEST' | 'EXECUTE_QUERY_CALLBACK'>

/** Where an interchain account is controlled from: a port (`icacontroller-<owner>`) on a connection. */
export interface IcaConfig {
  portId: string
  connectionId: string
}

/** What a flow says of the trustless agent that executes it. */
export interface TrustlessAgentConfig {
  agentAddress: string
  /** The most the owner pays per execution, one coin per accepted denom. */
  feeLimit: Coin[]
  connectionId: string
}

/** Somebody's interchain account that executes others' flows for a fee (`v1beta1`: hosted account). */
export interface TrustlessAgent {
  agentAddress: string
  icaConfig: IcaConfig
  feeConfig: TrustlessAgentFeeConfig
}

export interface TrustlessAgentFeeConfig {
  /** The address that may change the fee, and gets it. */
  feeAdmin: string
  /** What an execution costs, in each denom that it can be paid in. */
  feeCoinsSupported: Coin[]
}

export interface FlowConfiguration {
  /** Keep message responses in the history, where comparisons and feedback loops can read them. */
  saveResponses: boolean
  updatingDisabled: boolean
  stopOnSuccess: boolean
  stopOnFailure: boolean
  stopOnTimeout: boolean
  /** Take fees from the owner's balance when the flow's own fee address runs dry. */
  walletFallback: boolean
}

/** A key read from another chain's store before an execution. */
export interface IcqConfig {
  connectionId: string
  chainId: string
  timeoutPolicy: TimeoutPolicy
  /** Seconds with an `s`: `"30s"`. */
  timeoutDuration: string
  /** `store/bank/key` and the like. */
  queryType: string
  /** Base64. */
  queryKey: string
  /** Base64; empty until the other chain answered. */
  response: string
}

/** Puts a value of an earlier response into a message of this flow. */
export interface FeedbackLoop {
  /** The flow whose response is read; `"0"` is this one. */
  flowId: string
  responseIndex: number
  responseKey: string
  msgsIndex: number
  msgKey: string
  valueType: string
  differenceMode: boolean
  icqConfig: IcqConfig | null
}

/** Lets an execution happen only when a value of an earlier response compares as said. */
export interface Comparison {
  /** The flow whose response is read; `"0"` is this one. */
  flowId: string
  responseIndex: number
  responseKey: string
  valueType: string
  operator: ComparisonOperator
  operand: string
  differenceMode: boolean
  icqConfig: IcqConfig | null
}

/** The four lists hold flow ids. */
export interface FlowConditions {
  feedbackLoops: FeedbackLoop[]
  comparisons: Comparison[]
  stopOnSuccessOf: string[]
  stopOnFailureOf: string[]
  skipOnFailureOf: string[]
  skipOnSuccessOf: string[]
  /** All comparisons must hold, instead of any. */
  useAndForComparisons: boolean
}

/** A transaction that the chain runs by itself. */
export interface Flow {
  /** uint64. */
  id: string
  owner: string
  /** Whatever the owner typed: show it as text, never as markup. */
  label: string
  /** The address that pays for executions. */
  feeAddress: string
  msgs: AnyMessage[]
  /** Seconds with an `s`: `"3600s"`, `"90.500s"`; `"0s"` for a single execution. */
  interval: string
  /** RFC 3339, up to nine decimals, as the other times. */
  startTime: string
  /** The next execution while there is one, the last after that. */
  execTime: string
  endTime: string
  /** When the owner changed the flow. */
  updateHistory: string[]
  /** The interchain account that the owner controls, where the flow uses one. */
  selfHostedIca: IcaConfig | null
  /** The agent that executes the flow, where it uses one. */
  trustlessAgent: TrustlessAgentConfig | null
  configuration: FlowConfiguration
  conditions: FlowConditions
}

/** One execution of a flow. The newest may still change: an answer from another chain comes later. */
export interface FlowHistoryEntry {
  scheduledExecTime: string
  actualExecTime: string
  /** Empty when nothing was tried. */
  execFee: Coin[]
  executed: boolean
  timedOut: boolean
  errors: string[]
  /** Kept only with `configuration.saveResponses`. */
  msgResponses: AnyMessage[]
  /** Base64 of the raw value stored on the other chain. */
  queryResponses: string[]
  /** uint64 each; always empty on `v1beta1`. */
  packetSequences: string[]
}

export interface ConnectionRewards {
  /** Empty on `v1beta1`, where the rewards hold for every connection. */
  connectionId: string
  /** One amount per message class, in the base denom. */
  relayerRewards: string[]
}

/** The parameters of the Intent module. */
export interface Params {
  /** Percent of the funds attached to a flow (100 = 1x). */
  flowFundsCommission: string
  /** Promille of the gas used, on top of the burn fee. */
  flowFlexFeeMul: string
  /** In the base denom. */
  burnFeePerMsg: string
  /** The price of gas in each denom that fees can be paid in. */
  gasFeeCoins: Coin[]
  maxFlowDuration: string
  minFlowDuration: string
  minFlowInterval: string
  connectionRewards: ConnectionRewards[]
}

/** What every page says about the list it was taken from. */
export interface PageInfo {
  /** Base64; null on the last page. */
  nextKey: string | null
  /** The size of the whole list; null when the node did not count (see `countTotal`). */
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

/** A uint64. A number must be a safe integer. */
export type FlowId = string | number | bigint

export interface HeightArgs {
  /**
   * Read the state at this block height instead of the newest. Refused in pages, unless the client allows it: nodes' CORS
   * does not let the header through.
   */
  height?: number | undefined
}

export interface PageArgs {
  /** The `nextKey` of the page before. Not with `offset`. */
  key?: string | null | undefined
  /** Slower than `key`: the node walks over what it skips. */
  offset?: number | undefined
  /** Items on the page, 100 by default. */
  limit?: number | undefined
  /** Newest first. */
  reverse?: boolean | undefined
  /** Fills `total`; only without `key`. The node counts its whole store for it. */
  countTotal?: boolean | undefined
}

export interface FlowArgs extends HeightArgs {
  id: FlowId
}

export interface FlowsArgs extends PageArgs, HeightArgs {}

export interface FlowsForOwnerArgs extends PageArgs, HeightArgs {
  /** A bech32 address. */
  owner: string
}

export interface FlowHistoryArgs extends PageArgs, HeightArgs {
  id: FlowId
}

export interface IcaArgs extends HeightArgs {
  /** A bech32 address. */
  owner: string
  /** `connection-0` and the like. */
  connectionId: string
}

export interface ParamsArgs extends HeightArgs {}

export interface TrustlessAgentArgs extends HeightArgs {
  /** A bech32 address. */
  agentAddress: string
}

export interface TrustlessAgentsArgs extends PageArgs, HeightArgs {}

export interface TrustlessAgentsForAdminArgs extends PageArgs, HeightArgs {
  /** A bech32 address. */
  feeAdmin: string
}

export interface TotalBurntArgs extends HeightArgs {}

/** The queries of the interface: what each is asked with, and what it answers. */
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

export type QueryName = keyof Queries

/** A WebSocket class: the DOM's, or one like it, as of the `ws` package. */
export type WebSocketConstructor = new (url: string) => WebSocketLike

/** What is needed of a WebSocket. */
export interface WebSocketLike {
  onopen: ((event: never) => void) | null
  onmessage: ((event: never) => void) | null
  onerror: ((event: never) => void) | null
  onclose: ((event: never) => void) | null
  send: (data: string) => void
  close: () => void
}
