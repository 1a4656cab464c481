import { safely } from '../errors.js'
import type { LiveStatus } from '../events.js'

export interface LiveFlowsOptions {
  /**
   * The polling interval in milliseconds. Observed queries are refetched at this interval while no events arrive and the page is
   * visible. No polling by default.
   */
  fallbackInterval?: number | undefined
  /**
   * Runs `update`, which changes several queries, and then notifies their observers once. Pass `notifyManager.batch` of TanStack Query, so
   * that a page never shows two states of one flow. By default, each query notifies its observers separately.
   */
  batch?: ((update: () => void) => void) | undefined
  /** Called with the current status before `liveFlows` returns, and whenever the status changes. */
  onStatus?: ((status: LiveStatus) => void) | undefined
  /** Aborting the signal stops all callbacks and requests. */
  signal: AbortSignal
}

/** The status on the server, and before a component mounts. */
export const initialLiveStatus: LiveStatus = { state: 'stopped', error: null }

export class LiveUsers {
  readonly #users = new Set<LiveFlowsOptions>()
  #shown = initialLiveStatus

  get isEmpty(): boolean {
    return this.#users.size === 0
  }

  get shortestInterval(): number | undefined {
    const intervals = [...this.#users].flatMap(({ fallbackInterval }) => fallbackInterval ?? [])
    return intervals.length > 0 ? Math.min(...intervals) : undefined
  }

  batch(update: () => void): void {
    const user = [...this.#users].find(({ batch }) => batch)
    if (user?.batch) user.batch(update)
    else update()
  }

  add(user: LiveFlowsOptions): void {
    this.#users.add(user)
  }

  remove(user: LiveFlowsOptions): void {
    this.#users.delete(user)
  }

  show(status: LiveStatus, newcomer: LiveFlowsOptions | undefined): void {
    const hasChanged = status.state !== this.#shown.state || status.error !== this.#shown.error
    this.#shown = status
    // A callback can remove other users.
    for (const user of hasChanged ? [...this.#users] : [newcomer])
      if (user && this.#users.has(user)) safely(() => user.onStatus?.(status))
  }
}
