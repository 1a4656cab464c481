import { checkAddress } from './arguments.js'
import type { FlowClient } from './client.js'
import { checkInteger } from './errors.js'
import { Mirror } from './mirror/mirror.js'
import type { FlowMirror } from './mirror/types.js'

export type { FlowMirror, FlowMirrorStatus } from './mirror/types.js'

export interface MirrorFlowsOptions {
  /** The bech32 address of an owner. Defaults to all owners. */
  owner?: string | undefined
  /** The polling interval while no events arrive, in milliseconds. Defaults to 10,000. */
  pollInterval?: number | undefined
  /** Aborting the signal closes the mirror. */
  signal?: AbortSignal | undefined
}

/**
 * Loads all flows of a chain, or of one owner, and keeps them up to date.
 *
 * The mirror uses {@link liveFlows} with a separate `QueryClient`, so install `@tanstack/query-core`. While nothing changes, it only reads
 * all flows again once an hour.
 *
 * Without events, it polls for new and due flows, and reads all flows every five minutes.
 *
 * @example
 * const mirror = mirrorFlows(client, { signal })
 * await mirror.ready
 * mirror.subscribe(changed => console.log(changed.map(({ id }) => id)))
 *
 * @throws {FlowQueryError} with kind `argument` if `owner` is not an address or `pollInterval` not a positive integer. All other errors go to `status.error`
 */
export function mirrorFlows(client: FlowClient, options: MirrorFlowsOptions = {}): FlowMirror {
  const { owner, pollInterval = 10_000, signal } = options
  if (owner !== undefined) checkAddress('owner', owner)
  checkInteger('pollInterval', pollInterval, 1, 10_000)
  return new Mirror(client, owner, pollInterval, signal)
}
