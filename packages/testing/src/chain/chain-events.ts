import type { Packet } from './packets.js'
import type { Flow, HistoryEntry } from './state.js'

interface FlowEvent {
  /** Height of the block that it is in. */
  height: number
  /** The flow as it was then. */
  flow: Flow
}

/** Something that a node tells those who listen to the events of its chain. */
export type ChainEvent = FlowEvent &
  (
    | { kind: 'created' | 'updated' }
    /** With the entry as it was written then, and the packet that was sent. */
    | { kind: 'executed'; entry: HistoryEntry; packet: Packet | null }
    /** Another chain answered: well without an `error`. It may have come too late to be `written` anywhere. */
    | { kind: 'answered'; packet: Packet; error?: string; written: boolean }
    | { kind: 'timedOut'; packet: Packet }
  )

export type ChainEventListener = (events: readonly ChainEvent[]) => void

/** The events of a chain, for those who listen. */
export interface ChainEvents {
  /** Keeps an event until `deliver`. */
  add: (event: ChainEvent) => void
  /** Hands what was added to every listener, in one piece. */
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
