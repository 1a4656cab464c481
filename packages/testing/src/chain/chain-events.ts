import type { Flow, HistoryEntry } from './state.js'

/** Something that a chain tells those who listen to its events. */
export interface Happening {
  kind: 'created' | 'updated' | 'executed' | 'answered' | 'timedOut'
  /** Height of the block that it is in. */
  height: number
  /** As it was then. */
  flow: Flow
  /** The execution that was written, or answered. */
  entry?: HistoryEntry
}

/** Keeps what happens until it can be told, for those who listen. */
export interface Happenings {
  note: (happening: Happening) => void
  tell: () => void
  watch: (listener: (happenings: readonly Happening[]) => void) => () => void
}

export function createHappenings(): Happenings {
  const listeners = new Set<(happenings: readonly Happening[]) => void>()
  let untold: Happening[] = []
  return {
    note(happening) {
      if (listeners.size > 0) untold.push(happening)
    },
    tell() {
      if (untold.length === 0) return
      const told = untold
      untold = []
      for (const listener of listeners) listener(told)
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
