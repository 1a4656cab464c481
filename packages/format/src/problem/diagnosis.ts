import type { Coin, FlowStatus, TrustlessAgent } from '@flow-query/core'
import type { UnclearRun } from '@flow-query/insights'
import type { Packet } from '@flow-query/insights/forecast'
import type { Denoms } from '../amount.js'

/** Optional facts about a flow that make the advice more precise. */
export interface ExplainOptions {
  /** The symbols and decimals of denoms. Defaults to `knownDenoms`. */
  denoms?: Denoms | undefined
  /** The flow's status, from core's `flowStatus`. Defaults to `active`. */
  status?: FlowStatus | undefined
  /** The flow's trustless agent, or null if the agent doesn't exist. */
  agent?: Pick<TrustlessAgent, 'feeConfig'> | null | undefined
  feeBalance?: readonly Coin[] | undefined
  /** The runs whose messages may have taken effect on another chain, from core's `unclearRuns`. */
  unclear?: readonly UnclearRun[] | undefined
  /** The results of the packets of these runs, from core's `readPackets`. */
  packets?: readonly Packet[] | undefined
  /** The channel of the flow's interchain account, as `/ibc/core/channel/v1/connections/{id}/channels` returns it. */
  channel?: { state: string; ordering: string } | undefined
}

/** A problem without its title: the facts, and what helps. */
export interface ProblemDetails {
  facts?: string
  /** A step outside of the flow, such as `Fund this account`. */
  fix?: string
  /** A change to the flow. If updating is disabled, the user has to create a new flow. */
  change?: string
  warning?: string
  isFinal?: true
  isAboutPacket?: true
}

export interface Diagnosis extends ProblemDetails {
  title: string
}

export function isOver({ status }: ExplainOptions): boolean {
  return status === 'completed' || status === 'stopped'
}
