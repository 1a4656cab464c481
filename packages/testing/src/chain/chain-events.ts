import type { Packet } from './packets.js'
import type { Flow, HistoryEntry } from './state.js'

interface FlowEvent {
  /** The height of the event's block. */
  height: number
  /** The flow at the time of the event. */
  flow: Flow
}

/** An event that a node reports to subscribers. */
export type ChainEvent = FlowEvent &
  (
    | { kind: 'created' | 'updated' }
    /** The new entry, and the packet that was sent. */
    | { kind: 'executed'; entry: HistoryEntry; packet: Packet | null }
    /**
     * The response to a packet. Without `error`, it succeeded. `written` is false if it arrived too late to change the
     * history.
     */
    | { kind: 'acknowledged'; packet: Packet; error?: string; written: boolean }
    | { kind: 'timedOut'; packet: Packet }
  )

export type ChainEventListener = (events: readonly ChainEvent[]) => void

/** Collects the events of a chain and passes them to listeners. */
export interface ChainEvents {
  /** Queues an event until `deliver`. */
  add: (event: ChainEvent) => void
  /** Passes all queued events to each listener in a single batch. */
  deliver: () => void
  subscribe: (listener: ChainEventListener) => () => void
}

export function createChainEvents(): ChainEvents {
  const listeners = new Set<ChainEventListener>()
  let pending: ChainEvent[] = []
  return {
    add(event) {
      if (listeners.size > 0) pending.push(event)
    },
    deliver() {
      if (pending.length === 0) return
      const events = pending
      pending = []
      for (const listener of listeners) listener(events)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
