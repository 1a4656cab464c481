import { invalidArgument } from '../errors.js'
import type { FlowEvent, LiveStatus } from '../events.js'
import { type EventsOptions, eventsOf } from './rpc-events.js'

export interface WatchFlowsOptions {
  /** Called with the new events of a block. Queries that you send from then on include the outcome of these events. */
  onEvents: (events: readonly FlowEvent[]) => void
  /** Called with the current status before `watchFlows` returns, and whenever the status changes. */
  onStatus?: ((status: LiveStatus) => void) | undefined
  /** Aborting the signal stops all callbacks. */
  signal?: AbortSignal | undefined
}

/**
 * Reports the events of all flows on a chain, block by block.
 *
 * All calls for the same node share one connection. A lost connection is reopened after half a second, with backoff up to 30 seconds.
 * Events during the interruption are lost. If you keep a copy of the chain's data, read it again whenever `onStatus` reports
 * `connected`. After a block with more than 10,000 events, `onStatus` also reports `connected`, and `onEvents` isn't called.
 *
 * @example
 * watchFlows(client, { onEvents: events => console.log(events), signal })
 *
 * @throws {FlowQueryError} with kind `argument` if the client's `rpc` is missing or not a URL, or if there is no WebSocket. All
 * other errors go to `onStatus`: `network` if the connection fails, `timeout` if the node doesn't respond, `unsupported`, `node`
 * or `rateLimited` if it rejects a request, and `decode` if it sends an invalid frame
 */
export function watchFlows(client: EventsOptions, { onEvents, onStatus, signal }: WatchFlowsOptions): void {
  const events = eventsOf(client)
  if (!events) throw invalidArgument('rpc', client.rpc, 'a URL such as http://localhost:26657')
  events.listen({ onEvents, onStatus: status => onStatus?.(status) }, signal)
}
