import type { FlowQueryError } from './errors.js'

/** A change of a flow on the chain. */
export interface FlowEvent {
  /**
   * - `executed`: the flow ran, successfully or not
   * - `acknowledged`: another chain reported the result of an execution
   * - `timedOut`: another chain did not respond in time
   * - `created`, `updated`: the owner created or updated the flow
   */
  type: 'executed' | 'acknowledged' | 'timedOut' | 'created' | 'updated'
  /** The flow's id, a uint64. Null if the event doesn't name the flow, which happens for acknowledgements on `v1beta1`. */
  id: string | null
  /** The flow's owner, or null if the event doesn't contain it. If `id` is null, this is the owner or agent that sent the packet. */
  owner: string | null
  /** The height of the event's block. Queries sent to the same node after the event include its outcome. */
  height: number
  /**
   * The packets that were acknowledged or timed out. Undefined for other types of events, and if the node doesn't report the packets. On
   * `v1beta1`, only errors and timeouts have an `answer`, because successful acknowledgements don't name the flow. If several transactions
   * in a block answer packets of the flow, this is the first one.
   */
  answer?: PacketAnswer | undefined
}

/** The transaction of a relayer that reported the results of a flow's packets. */
export interface PacketAnswer {
  /** The hash of the transaction, as 64 hexadecimal digits. */
  transaction: string
  /** The packets of the flow, as in the `packetSequences` of its runs. */
  packetSequences: string[]
}

export interface LiveStatus {
  /**
   * - `connecting`: the first connection is being opened
   * - `connected`: the node has confirmed all subscriptions, and events arrive
   * - `silent`: the connection is open, but the node sends no events although flows run
   * - `reconnecting`: the connection failed. Events may be lost until the state is `connected` again
   * - `polling`: there is no connection, and queries are refetched at an interval
   * - `stopped`: there is neither a connection nor polling
   */
  state: 'connecting' | 'connected' | 'silent' | 'reconnecting' | 'polling' | 'stopped'
  error: FlowQueryError | null
}

export interface FlowEventListener {
  /** Called with the new events of one block. */
  readonly onEvents: (events: FlowEvent[]) => void
  /** When the state becomes `connected`, earlier events may have been missed. */
  readonly onStatus: (status: LiveStatus) => void
}

/** Reports the events of a chain. */
export interface FlowEventSource {
  /** Adds a listener until the signal is aborted. Calls `onStatus` with the current status before it returns. */
  readonly listen: (listener: FlowEventListener, signal?: AbortSignal) => void
  /** Returns the newest block of the node that sends the events. Rejects if the node doesn't report it. */
  readonly height: () => Promise<number>
}
