import type { LiveStatus } from './live/connection.js'
import type { FlowEvent } from './live/frames.js'
import { safely } from './callbacks.js'
import { type ListenOptions, listen } from './live/listen.js'

export type { LiveStatus } from './live/connection.js'
export type { FlowEvent } from './live/frames.js'
export type { WebSocketConstructor, WebSocketLike } from './types.js'

export interface WatchFlowsOptions extends ListenOptions {
  /** Called with each event, once, when a query already reads its outcome. */
  onEvent: (event: FlowEvent) => void
  /** Called with the present status before `watchFlows` returns, then with each new one. */
  onStatus?: ((status: LiveStatus) => void) | undefined
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
 * @throws {FlowQueryError} `argument` for an `rpc` that is no URL, and where there is no WebSocket. All else is told by
 * `onStatus`: `network` where there is no connection, `timeout` where the node is silent, `unsupported` and `node` where it
 * refuses, `decode` where it sends what is no frame
 */
export function watchFlows(options: WatchFlowsOptions): void {
  const { onEvent, onStatus, signal } = options
  listen(options, {
    onEvents(events) {
      for (const event of events) if (!signal?.aborted) safely(() => onEvent(event))
    },
    onStatus: status => onStatus?.(status),
  })
}
