import type { FlowEvent } from '../events.js'

/** Frames within this many milliseconds are handled together, because a block can cause several. */
const frameInterval = 10

export class EventBatch {
  readonly #onBatch: (events: readonly FlowEvent[]) => void
  #events: FlowEvent[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(onBatch: (events: readonly FlowEvent[]) => void) {
    this.#onBatch = onBatch
  }

  get isEmpty(): boolean {
    return this.#events.length === 0
  }

  add(events: readonly FlowEvent[]): void {
    this.#events = this.#events.concat(events)
    this.#timer ??= setTimeout(() => this.#onBatch(this.take()), frameInterval)
  }

  take(): readonly FlowEvent[] {
    const events = this.#events
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#events = []
    return events
  }
}
