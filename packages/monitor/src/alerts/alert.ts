import { createHash } from 'node:crypto'

/** The problem that an alert is about. The guide to alerts describes each kind. */
export type AlertKind =
  | 'flow.failing'
  | 'flow.stopped'
  | 'flow.will_fail'
  | 'flow.low_funds'
  | 'node.unreachable'
  | 'node.silent'

/**
 * Why an alert was resolved. `over` means that the flow ended a day ago, and `gone` that it is no longer monitored or that the chain was
 * reset.
 */
export type ResolvedReason = 'recovered' | 'failed' | 'stopped' | 'over' | 'gone'

/** A problem that began or ended, as the data of a webhook message contains it. */
export interface Alert {
  /** The ID of the problem, which its two alerts `open` and `resolved` share. */
  id: string
  kind: AlertKind
  status: 'open' | 'resolved'
  /** When the alert was raised, in RFC 3339 format. */
  at: string
  /** Null for alerts about the node. */
  flow: { id: string; label: string; owner: string } | null
  /** The number of the first failed run, the run that will fail, or the first run without money. Null if it is unknown. */
  run: number | null
  /** The cause, as core names it, for example `insufficientFunds` or `feeBalanceTooLow`. */
  cause: string | null
  /** The problem in one line, without the name of the flow. */
  title: string
  /** Details and a fix, in sentences. */
  text: string | null
  /** Whether the flow has stopped, or will stop with this run, so that a new flow is needed. */
  stops: boolean
  /** Only set if the alert is resolved. */
  reason?: ResolvedReason
}

/** The incidents that subscribers must know. */
export interface KnownIncidents {
  open: readonly Alert[]
  /** The alerts that ended recently, by ID. */
  ended: ReadonlyMap<string, Alert>
}

/** Returns an ID that only depends on these parts. */
export function idOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27)
}
