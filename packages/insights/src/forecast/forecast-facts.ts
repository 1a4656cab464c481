import type { AnyMessage, ChainRelease, Coin, ExecutionProblem, Flow, Params, TrustlessAgent } from '@flow-query/core'
import type { ResponseShape } from '@flow-query/rules'
import type { NewestEntries } from '../health/runs.js'

/** A permission that one account has granted to another. */
export interface AuthzGrant {
  /** A `GenericAuthorization`, a `SendAuthorization` or another type, exactly as the node returns it. */
  authorization: AnyMessage
  /** When the grant expires, in RFC 3339 format. Null if it never expires. */
  expiration: string | null
}

export interface IcaChannel {
  channelId: string
  /** The port of the channel: `icacontroller-<owner>`. */
  portId: string
  /** `STATE_OPEN` if messages can be sent. */
  state: string
  /** `ORDER_UNORDERED` channels stay open after a timeout. `ORDER_ORDERED` channels close. */
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
  /** The withdrawals: when they complete, in RFC 3339 format, and their amounts in the base denom. */
  entries: { completionTime: string; balance: string }[]
}

/** The chain's parameters for withdrawals of delegated coins. */
export interface StakingParams {
  /** How long a withdrawal takes, in the node's format: `1814400s`. */
  unbondingTime: string
  /** The maximum number of open withdrawals of a delegator from a validator. */
  maxEntries: number
}

export interface Delegation {
  validatorAddress: string
  balance: Coin
}

/** The state of accounts on one chain. A missing address or pair means that its state is unknown, not that it is empty. */
export interface ForecastChainFacts {
  /** The balances by address, including locked coins. */
  balances?: { readonly [address: string]: readonly Coin[] | undefined } | undefined
  /** The spendable balances by address. If an address is missing, its coins count as spendable. */
  spendableBalances?: { readonly [address: string]: readonly Coin[] | undefined } | undefined
  /** The grants by `<granter>/<grantee>`. */
  grants?: { readonly [granterAndGrantee: string]: readonly AuthzGrant[] | undefined } | undefined
  /** The delegated coins. Without them, later withdrawals are unknown. */
  delegations?: { readonly [delegator: string]: readonly Delegation[] | undefined } | undefined
  unbondingDelegations?: { readonly [delegator: string]: readonly UnbondingDelegation[] | undefined } | undefined
  stakingParams?: StakingParams | undefined
}

/** The result of a dry run: the messages succeed, one of them fails, or they run on another chain. */
export type FlowDryRun = SucceededDryRun | FailedDryRun | { result: 'notLocal' }

export interface SucceededDryRun {
  result: 'succeeded'
  /** The gas that the messages used. A run of the flow uses a different amount, so this doesn't predict the fee. */
  gasUsed: string
}

export interface FailedDryRun {
  result: 'failed'
  /** The index of the message that fails. Null if the transaction fails before its first message. */
  messageIndex: number | null
  problem: ExecutionProblem
  /** The chain's reason, without its position in the source code. */
  message: string
  /** The gas that was used until the failure. Undefined if the node doesn't return it. */
  gasUsed?: string
}

export interface ForecastFacts extends ForecastChainFacts {
  /**
   * Other flows that use the same accounts, such as the owner's other flows. If undefined, it is unknown whether there are other flows.
   */
  otherFlows?: readonly Flow[] | undefined
  /** The owners who have more flows than these facts contain. */
  incompleteOwners?: readonly string[] | undefined
  params: Params
  /** The rules of the chain. With rules other than `current` and `1.0.7`, all forecasts are unknown. */
  release: ChainRelease
  /** The state of other chains, by connection ID. Without it, the outcome of messages on other chains is unknown. */
  chains?: { readonly [connectionId: string]: ForecastChainFacts | undefined } | undefined
}

export interface FlowForecastFacts extends ForecastFacts {
  flow: Flow
  /** The flow's newest runs. Twenty are enough. */
  history?: NewestEntries | undefined
  /** The newest runs of other flows that this flow depends on, by flow ID. */
  histories?: { readonly [flowId: string]: NewestEntries | undefined } | undefined
  /** The agent that executes the flow. Null if the agent doesn't exist. */
  agent?: TrustlessAgent | null | undefined
  /** The channel of the flow's or the agent's interchain account. Null if the channel doesn't exist. */
  channel?: IcaChannel | null | undefined
  /** The status of the connection's client: `Active`, `Expired` or `Frozen`. */
  clientStatus?: string | undefined
  /** The result of a dry run. Pass it only if the next run is due soon, because the state of the chain changes. */
  dryRun?: FlowDryRun | undefined
}

export interface ExpectedRun {
  /** The gas of a run, including the gas that a run uses without messages. */
  gas?: bigint | undefined
  failedGas?: bigint | undefined
  /** The shapes of the responses to the messages, or undefined for each one whose fields are unknown. */
  responses?: readonly (ResponseShape | undefined)[] | undefined
  succeeds?: boolean
  error?: string | undefined
}

export interface FlowsForecastFacts extends ForecastFacts {
  flows: readonly Flow[]
  histories?: { readonly [flowId: string]: NewestEntries | undefined } | undefined
  /** The agents by address, or null for an agent that doesn't exist. */
  agents?: { readonly [agentAddress: string]: TrustlessAgent | null | undefined } | undefined
  /** The channels by `<connectionId>/<owner>`, where the owner can be an agent. Null if a channel doesn't exist. */
  channels?: { readonly [connectionAndOwner: string]: IcaChannel | null | undefined } | undefined
  clientStatuses?: { readonly [connectionId: string]: string | undefined } | undefined
  dryRuns?: { readonly [flowId: string]: FlowDryRun | undefined } | undefined
  expectedRuns?: { readonly [flowId: string]: ExpectedRun | undefined } | undefined
}
