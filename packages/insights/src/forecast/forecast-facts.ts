import type { AnyMessage, ChainRelease, Coin, ExecutionProblem, Flow, Params, TrustlessAgent } from '@flow-query/core'
import type { NewestEntries } from '../health/runs.js'

export interface AuthzGrant {
  /** A `GenericAuthorization`, a `SendAuthorization` or another type, exactly as the node returns it. */
  authorization: AnyMessage
  /** In RFC 3339 format, or null if the grant never expires. */
  expiration: string | null
}

export interface IcaChannel {
  channelId: string
  /** The port of the channel: `icacontroller-<owner>`. */
  portId: string
  /** `STATE_OPEN` if messages can be sent. */
  state: string
  /** `ORDER_UNORDERED` channels stay open after a timeout, and `ORDER_ORDERED` channels close. */
  ordering: string
  /** The address of the interchain account on the other chain. */
  address: string | null
}

export function isInterchain({ selfHostedIca, trustlessAgent }: Flow): boolean {
  return Boolean(selfHostedIca?.connectionId || trustlessAgent?.agentAddress)
}

export function interchainAccountOf(
  { owner, selfHostedIca, trustlessAgent }: Flow,
  agent: TrustlessAgent | null | undefined,
): { connectionId: string; owner: string; key: string } | undefined {
  const agentAddress = trustlessAgent?.agentAddress
  const connectionId = agentAddress ? agent?.icaConfig.connectionId : selfHostedIca?.connectionId
  const controller = agentAddress || owner
  return connectionId ? { connectionId, owner: controller, key: `${connectionId}/${controller}` } : undefined
}

export interface UnbondingDelegation {
  delegatorAddress: string
  validatorAddress: string
  /** When the withdrawals complete, in RFC 3339 format, and their amounts in the base denom. */
  entries: { completionTime: string; balance: string }[]
}

export interface StakingParams {
  /** In the node's format, such as `1814400s`. */
  unbondingTime: string
  /** The maximum number of open withdrawals of a delegator from a validator. */
  maxEntries: number
}

export interface Delegation {
  validatorAddress: string
  balance: Coin
}

/** The state of accounts on one chain, where a missing address or pair is unknown, not empty. */
export interface ForecastChainFacts {
  /** By address, including locked coins. */
  balances?: { readonly [address: string]: readonly Coin[] | undefined } | undefined
  /** The spendable balances by address. If an address is missing, its coins count as spendable. */
  spendableBalances?: { readonly [address: string]: readonly Coin[] | undefined } | undefined
  /** The grants by `<granter>/<grantee>`. */
  grants?: { readonly [granterAndGrantee: string]: readonly AuthzGrant[] | undefined } | undefined
  /** Without the delegated coins, later withdrawals are unknown. */
  delegations?: { readonly [delegator: string]: readonly Delegation[] | undefined } | undefined
  unbondingDelegations?: { readonly [delegator: string]: readonly UnbondingDelegation[] | undefined } | undefined
  stakingParams?: StakingParams | undefined
}

/** The result is `notLocal` if the messages run on another chain. */
export type FlowDryRun = SucceededDryRun | FailedDryRun | { result: 'notLocal' }

export interface SucceededDryRun {
  result: 'succeeded'
  /** The gas that the messages used. A run of the flow uses a different amount, so this doesn't predict the fee. */
  gasUsed: string
  /** Whether the owner has never signed a transaction. `gasUsed` then contains the gas of storing the owner's key. */
  isFirstTransaction?: true
}

export interface FailedDryRun {
  result: 'failed'
  /** Null if the transaction fails before its first message. */
  messageIndex: number | null
  problem: ExecutionProblem
  /** The chain's reason, without its position in the source code. */
  message: string
  /** Undefined if the node doesn't return it. */
  gasUsed?: string
  isFirstTransaction?: true
}

export interface ForecastFacts extends ForecastChainFacts {
  /**
   * Whether the facts come from blocks that are far apart, because the nodes disagree or lag behind. Undefined or false if the nodes hide
   * the heights of their responses.
   */
  differentBlocks?: boolean | undefined
  /** Other flows that use the same accounts, or undefined if it is unknown whether there are any. */
  otherFlows?: readonly Flow[] | undefined
  /** The owners who have more flows than these facts contain. */
  incompleteOwners?: readonly string[] | undefined
  params: Params
  /** With rules other than those of `current` and `1.0.7`, all forecasts are unknown. */
  release: ChainRelease
  /** By connection ID. Without it, the outcome of messages on other chains is unknown. */
  chains?: { readonly [connectionId: string]: ForecastChainFacts | undefined } | undefined
}

export interface FlowForecastFacts extends ForecastFacts {
  flow: Flow
  /** The newest 20 runs are enough. */
  history?: NewestEntries | undefined
  /** The newest runs of other flows that this flow depends on, by flow ID. */
  histories?: { readonly [flowId: string]: NewestEntries | undefined } | undefined
  /** Null if the agent doesn't exist. */
  agent?: TrustlessAgent | null | undefined
  /** The channel of the flow's or the agent's interchain account, or null if it doesn't exist. */
  channel?: IcaChannel | null | undefined
  /** `Active`, `Expired` or `Frozen`. */
  clientStatus?: string | undefined
  /** Only pass a dry run if the next run is due soon, because the state of the chain changes. */
  dryRun?: FlowDryRun | undefined
}

export interface ExpectedRun {
  /** The gas of a run of another flow with the same types of messages. */
  gas?: bigint | undefined
  failedGas?: bigint | undefined
  succeeds?: boolean
  error?: string | undefined
  /** The index of the message with this error. */
  failedMessage?: number | undefined
}

export interface FlowsForecastFacts extends ForecastFacts {
  flows: readonly Flow[]
  histories?: { readonly [flowId: string]: NewestEntries | undefined } | undefined
  /** The agents by address, or null for an agent that doesn't exist. */
  agents?: { readonly [agentAddress: string]: TrustlessAgent | null | undefined } | undefined
  /** By `<connectionId>/<owner>`, where the owner can be an agent, and null if a channel doesn't exist. */
  channels?: { readonly [connectionAndOwner: string]: IcaChannel | null | undefined } | undefined
  clientStatuses?: { readonly [connectionId: string]: string | undefined } | undefined
  dryRuns?: { readonly [flowId: string]: FlowDryRun | undefined } | undefined
  /** The flows that conditions name, by ID, or null if a flow doesn't exist. Includes `flows` and `otherFlows`. */
  namedFlows?: { readonly [flowId: string]: Flow | null | undefined } | undefined
  expectedRuns?: { readonly [flowId: string]: ExpectedRun | undefined } | undefined
}
