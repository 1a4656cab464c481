/** An amount of one denom, in its base unit. */
export interface Coin {
  denom: string
  amount: string
}

/** Any message or message response, as the node prints it. */
export interface AnyMessage {
  '@type': string
  [field: string]: unknown
}

/** A port on a connection: where an interchain account is controlled from. */
export interface IcaConfig {
  portId: string
  connectionId: string
  /** Only releases before 0.9.0 tell. */
  hostConnectionId?: string
}

/** What a flow says about the trustless agent (`v1beta1`: hosted account) that executes it. */
export interface TrustlessAgentConfig {
  agentAddress: string
  feeLimit: Coin[]
  connectionId: string
}

export interface Configuration {
  saveResponses: boolean
  updatingDisabled: boolean
  stopOnSuccess: boolean
  stopOnFailure: boolean
  stopOnTimeout: boolean
  walletFallback: boolean
}

export interface IcqConfig {
  connectionId: string
  chainId: string
  timeoutPolicy: string
  timeoutDuration: string
  queryType: string
  queryKey: string
  /** Base64; null while there is none. */
  response: string | null
}

export interface FeedbackLoop {
  flowId: string
  responseIndex: number
  responseKey: string
  msgsIndex: number
  msgKey: string
  valueType: string
  differenceMode: boolean
  icqConfig: IcqConfig | null
}

export interface Comparison {
  flowId: string
  responseIndex: number
  responseKey: string
  valueType: string
  operator: string
  operand: string
  differenceMode: boolean
  icqConfig: IcqConfig | null
}

export interface Conditions {
  feedbackLoops: FeedbackLoop[]
  comparisons: Comparison[]
  stopOnSuccessOf: string[]
  stopOnFailureOf: string[]
  skipOnFailureOf: string[]
  skipOnSuccessOf: string[]
  useAndForComparisons: boolean
}

/** A flow as a node keeps it. What may be null prints as null. */
export interface Flow {
  id: string
  owner: string
  label: string
  feeAddress: string
  msgs: AnyMessage[]
  interval: string
  startTime: string
  execTime: string
  endTime: string
  updateHistory: string[]
  selfHostedIca: IcaConfig | null
  trustlessAgent: TrustlessAgentConfig | null
  configuration: Configuration | null
  conditions: Conditions | null
}

/** One execution of a flow. */
export interface HistoryEntry {
  scheduledExecTime: string
  actualExecTime: string
  execFee: Coin[]
  executed: boolean
  timedOut: boolean
  errors: string[]
  msgResponses: AnyMessage[]
  queryResponses: string[]
  packetSequences: string[]
}

export interface Params {
  flowFundsCommission: string
  flowFlexFeeMul: string
  burnFeePerMsg: string
  gasFeeCoins: Coin[]
  maxFlowDuration: string
  minFlowDuration: string
  minFlowInterval: string
  connectionRewards: { connectionId: string; relayerRewards: string[] }[]
}

/** An interchain account that `owner` controls on the other end of a connection. */
export interface InterchainAccount {
  owner: string
  connectionId: string
  address: string
}

/** An agent (`v1beta1`: hosted account) that executes others' flows for a fee. */
export interface TrustlessAgent {
  agentAddress: string
  icaConfig: IcaConfig | null
  feeConfig: { feeAdmin: string; feeCoinsSupported: Coin[] } | null
}

/** All that a node knows of the intent module at one height, in no version's own form. */
export interface ChainState {
  height: number
  /** Of that height, RFC 3339. */
  time: string
  params: Params
  /** Flow `n` stands at `n - 1`: ids are dense from 1, and no flow is ever deleted. */
  flows: Flow[]
  /** By flow id, oldest first. */
  history: Record<string, HistoryEntry[]>
  interchainAccounts: InterchainAccount[]
  trustlessAgents: TrustlessAgent[]
  totalBurnt: Coin
}
