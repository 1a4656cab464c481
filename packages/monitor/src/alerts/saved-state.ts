import { MonitorError, reasonOf, type StateStore } from './state-file.js'
import type { MonitorState } from './state-schema.js'

/** How often the state is written without changes, in milliseconds, because it contains the time of the last evaluation. */
const saveInterval = 300_000

export interface SavedStateOptions {
  store: StateStore
  onNote: (text: string) => void
  clock: () => number
}

export class SavedState {
  current: MonitorState
  readonly #options: SavedStateOptions
  #storedMessages: ReadonlySet<string>
  #saving = Promise.resolve()
  #savedAt = 0
  #isSaved = true

  constructor(state: MonitorState, options: SavedStateOptions) {
    this.current = state
    this.#options = options
    this.#storedMessages = messageIds(state)
  }

  get isSaved(): boolean {
    return this.#isSaved
  }

  containsMessage(id: string): boolean {
    return this.#storedMessages.has(id)
  }

  isOutdated(time: number): boolean {
    return time - this.#savedAt >= saveInterval || time < this.#savedAt
  }

  save(): Promise<void> {
    this.#saving = this.#saving.catch(() => {}).then(() => this.#write())
    return this.#saving
  }

  async #write(): Promise<void> {
    const { store, onNote, clock } = this.#options
    const ids = messageIds(this.current)
    try {
      await store.save(this.current)
      if (!this.#isSaved) onNote('The state file can be written again.')
      this.#isSaved = true
    } catch (error) {
      if (error instanceof MonitorError) throw error
      // Without a state file, alerts repeat after a restart. Repeats are better than missing alerts.
      if (this.#isSaved) onNote(`The state file can't be written: ${reasonOf(error as Error)}. Alerts are still sent.`)
      this.#isSaved = false
    }
    this.#savedAt = clock()
    this.#storedMessages = ids
  }
}

function messageIds({ outbox }: MonitorState): Set<string> {
  return new Set(outbox.messages.map(({ id }) => id))
}
