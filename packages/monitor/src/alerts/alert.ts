import { createHash } from 'node:crypto'

/**
 * The kinds of alerts:
 *
 * - `flow.failing`: the newest result of a flow is a failure
 * - `flow.stopped`: a flow stopped early for a reason that its owner didn't choose
 * - `flow.will_fail`: a run will certainly fail
 * - `flow.low_funds`: the money of a flow lasts for only a few runs or hours
 * - `node.unreachable`: the node doesn't answer
 * - `node.silent`: the node answers, but its newest block is old
 */
export type AlertKind =
  | 'flow.failing'
  | 'flow.stopped'
  | 'flow.will_fail'
  | 'flow.low_funds'
  | 'node.unreachable'
  | 'node.silent'

/**
 * Why an alert was resolved:
 *
 * - `recovered`: the problem is gone
 * - `failed`: the predicted run has failed
 * - `stopped`: the flow has stopped, which has its own alert
 * - `over`: the flow ended a day ago, so nothing can be done anymore
 * - `gone`: the flow is no longer monitored
 */
export type ResolvedReason = 'recovered' | 'failed' | 'stopped' | 'over' | 'gone'

/** A problem that began or ended, as the data of a webhook message contains it. */
export interface Alert {
  /** The ID of the problem. Its two alerts, `open` and `resolved`, have the same ID. */
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
  /** Details and a fix, in sentences. Null without details. */
  text: string | null
  /** Only set if the alert is resolved. */
  reason?: ResolvedReason
}

/** Returns an ID that only depends on these parts, so that a restarted or second monitor uses the same one. */
export function idOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27)
}
