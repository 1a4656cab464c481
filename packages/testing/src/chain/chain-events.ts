import type { Packet } from './packets.js'
import type { Flow, HistoryEntry } from './state.js'

interface FlowEvent {
  height: number
  flow: Flow
}

export type ChainEvent = FlowEvent &
  (
    | { kind: 'created' | 'updated' }
    | { kind: 'executed'; entry: HistoryEntry; packet: Packet | null }
    /** Without `error`, it succeeded. `written` is false if it arrived too late to change the history. */
    | { kind: 'acknowledged'; packet: Packet; error?: string; written: boolean }
    | { kind: 'timedOut'; packet: Packet }
  )

export type ChainEventListener = (events: readonly ChainEvent[]) => void

export interface ChainEvents {
  add: (event: ChainEvent) => void
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
