import type { FlowQueryError } from '../errors.js'
import type { LiveStatus } from '../events.js'
import type { Flow } from '../types.js'

export interface FlowMirrorStatus {
  readonly loaded: number
  /** The total number of flows, or null while it is unknown. */
  readonly total: number | null
  readonly live: LiveStatus['state']
  /** Why flows can't be read or events don't arrive, or null. */
  readonly error: FlowQueryError | null
}

/** All flows of a chain or of an owner, kept up to date in memory. */
export interface FlowMirror {
  /** Resolves when all flows are loaded. Rejects only if the mirror is closed before that. */
  readonly ready: Promise<void>
  /** The flows by id, in order of their ids. Empty until `ready`. A flow that hasn't changed stays the same object. */
  readonly flows: ReadonlyMap<string, Flow>
  /**
   * The block height up to which `flows` contains all changes. It is a few blocks behind the chain, because some runs emit no event. Null
   * until `ready`, and if the node doesn't report heights.
   */
  readonly height: number | null
  readonly status: FlowMirrorStatus
  /**
   * Returns the flows that may have changed after a block. Returns undefined if the block is older than the mirror or isn't on this chain
   * yet.
   */
  readonly changedSince: (height: number) => Flow[] | undefined
  /**
   * Waits until `flows` contains the changes of all events so far. Resolves to false if that takes longer than `timeout`, in
   * milliseconds.
   */
  readonly settled: (timeout: number) => Promise<boolean>
  /** Calls `listener` with each batch of new and changed flows after `ready`. */
  readonly subscribe: (listener: (changed: readonly Flow[]) => void) => () => void
  /** Ends all requests. */
  readonly close: () => void
}
