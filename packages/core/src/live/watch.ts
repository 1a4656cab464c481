import type { FlowClient } from '../client.js'
import type { LiveStatus } from './connection.js'
import type { FlowEvent } from './frames.js'
import { listen } from './listen.js'

export interface WatchFlowsOptions {
  /** Called with the events of one block, each once, when a query already reads their outcome. */
  onEvents: (events: readonly FlowEvent[]) => void
  /** Called with the present status before `watchFlows` returns, then with each new one. */
  onStatus?: ((status: LiveStatus) => void) | undefined
  /** Ends it: nothing is called any more. */
  signal?: AbortSignal | undefined
}

/**
 * Tells what happens to the flows of a chain, as its blocks are made.
 *
 * There is one connection for any number of watchers of a node, opened with the first and closed when the `signal` of the
 * last is aborted. When it breaks it is made anew, after half a second at first and half a minute at most; events of the
 * meantime are lost, so whoever keeps a copy of what the node says reads it again at each `connected`.
 *
 * What a callback throws is an uncaught error of its own, and disturbs nothing else.
 *
 * @example
 * watchFlows(client, { onEvents: events => console.log(events), signal })
 *
 * @throws {FlowQueryError} `argument` where the client's `rpc` is none, or no URL, and where there is no WebSocket. All else
 * is told by `onStatus`: `network` where there is no connection, `timeout` where the node is silent, `unsupported` and
 * `node` where it refuses, `decode` where it sends what is no frame
 */
export function watchFlows(client: Pick<FlowClient, 'rpc' | 'WebSocket'>, options: WatchFlowsOptions): void {
  const { onEvents, onStatus, signal } = options
  listen(client, signal, { onEvents, onStatus: status => onStatus?.(status) })
}
