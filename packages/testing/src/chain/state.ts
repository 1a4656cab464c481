/** An amount in the base unit of a denom. */
export interface Coin {
  denom: string
  amount: string
}

/** A message or message response in the node's JSON. */
export interface AnyMessage {
  '@type': string
  [field: string]: unknown
}

/** The port and connection that control an interchain account. */
export interface IcaConfig {
  portId: string
  connectionId: string
  /** Only releases before 0.9.0 include this field. */
  hostConnectionId?: string
}

/** A flow's settings for the trustless agent that executes it. `v1beta1` calls the agent a hosted account. */
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
  /** The response in base64, or null before the first response. */
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

/** A flow as the node stores it. Null fields are printed as null. */
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

/** The interchain account that `owner` controls on the other chain of a connection. */
export interface InterchainAccount {
  owner: string
  connectionId: string
  address: string
}

/** An agent that executes flows of other accounts for a fee. `v1beta1` calls it a hosted account. */
export interface TrustlessAgent {
  agentAddress: string
  icaConfig: IcaConfig | null
  feeConfig: { feeAdmin: string; feeCoinsSupported: Coin[] } | null
}

/** The state of the intent module at one height, independent of the API version. */
export interface ChainState {
  height: number
  /** The time of the block at `height`, in RFC 3339 format. */
  time: string
  params: Params
  /** The flow with id `n` is at index `n - 1`. Ids have no gaps, because no flow is ever deleted. */
  flows: Flow[]
  /** Executions by flow id, oldest first. */
  history: Record<string, HistoryEntry[]>
  interchainAccounts: InterchainAccount[]
  trustlessAgents: TrustlessAgent[]
  totalBurnt: Coin
  /** The balances, grants and channels. If undefined, all accounts are empty. */
  accounts?: AccountsState
}

/**
 * The state of the modules that decide whether flows can run: bank, authz, staking and IBC. The node prints it unchanged, so
 * fields have the node's names.
 */
export interface AccountsState {
  /**
   * The balances by address. Runs only charge accounts that have an entry. An account without an entry has no coins in responses, but
   * flows run as if it had enough.
   */
  balances: Record<string, Coin[]>
  /** The spendable balances by address. Without an entry, all coins of an account can be spent. */
  spendableBalances: Record<string, Coin[]>
  /** The chain checks the grants of accounts that have a balance. */
  grants: { granter: string; grantee: string; authorization: AnyMessage; expiration: string | null }[]
  /** The channels by connection id, in the order of their ports and ids. */
  channels: Record<string, Channel[]>
  /** The hashes of the acknowledgements of received packets, by channel id and sequence. */
  acknowledgements: Record<string, Record<string, string>>
  /** The connections by connection id. */
  connections: Record<string, Connection>
  /** The status of each light client by client id: `Active`, `Expired` or `Frozen`. */
  clients: Record<string, string>
  /** The unbonding delegations by delegator, one for each validator. */
  unbondingDelegations: Record<string, Record<string, unknown>[]>
  /** The delegated amounts by delegator and validator. Without an entry for a delegator, any amount can be undelegated. */
  delegations: Record<string, Record<string, string>>
  /** The parameters of the staking module that differ from those of a new chain. */
  stakingParams: Partial<StakingParams>
  /** The accounts by address. Owners of flows and accounts with a balance have a `BaseAccount` if they have no entry. */
  authAccounts: Record<string, AuthAccount>
}

export interface StakingParams {
  unbonding_time: string
  max_validators: number
  max_entries: number
  historical_entries: number
  bond_denom: string
  min_commission_rate: string
}

export interface AuthAccount {
  '@type': string
  [field: string]: unknown
}

export interface Channel {
  port_id: string
  channel_id: string
  state: string
  counterparty?: { port_id: string; channel_id: string }
  /** The metadata of the interchain account as JSON, with its address. */
  version?: string
  [field: string]: unknown
}

export interface Connection {
  client_id: string
  [field: string]: unknown
}
