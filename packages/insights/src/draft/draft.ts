import type { AnyMessage, Coin, FlowConditions, FlowConfiguration, TrustlessAgentConfig } from '@flow-query/core'

/**
 * A flow that doesn't exist yet: a `MsgSubmitFlow` with camelCase names. Its values are those of the message, and its `msgs` keep the
 * node's format.
 */
export interface FlowDraft {
  /** The bech32 address of the account that signs. Empty if it isn't known yet. */
  owner: string
  /** At most 50 bytes. */
  label: string
  msgs: AnyMessage[]
  /** The time between the start and the end, in Go's notation: `"3600s"`, `"1h30m"`. Convert it with {@link parseDuration}. */
  duration: string
  /** The time between runs, in Go's notation. `"0s"` or empty if the flow runs only once. */
  interval: string
  /** When the flow starts, in seconds since 1970. `"0"` means as soon as the chain has accepted it. */
  startAt: string
  /** The coins that the owner pays into the flow's fee account. */
  feeFunds: Coin[]
  configuration: FlowConfiguration
  /** The connection to the chain where the owner's interchain account executes `msgs`. Empty if they are executed on this chain. */
  connectionId: string
  trustlessAgent: TrustlessAgentConfig | null
  conditions: FlowConditions
}
