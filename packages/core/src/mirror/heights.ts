import { SupportedHeight } from '../chain-head.js'

const unnoticedFor = 15_000
const recent = 60_000

interface SeenHeight {
  readonly height: number
  readonly at: number
}

/** Without stale rows, a mirror contains all changes until about 15 seconds ago, because runs without an event are noticed late. */
export class Heights {
  /** The heights that a second response or an event has supported. */
  #seen: SeenHeight[] = []
  /** The highest heights of recent responses, highest first. Any of them can be wrong. */
  #reported: SeenHeight[] = []
  #supported = new SupportedHeight()
  #announced = 0
  /** How many loads in a row were completely from before the known height. */
  #lowLoads = 0
  #complete: number | null = null
  #oldest: number | null = null
  #lowest = Number.POSITIVE_INFINITY
  #highest = 0
  #isLoading = false
  #isConnecting = false
  /** The block that all rows must have reached, because earlier events were missed. 0 if all rows have reached it. */
  #required = 0

  get complete(): number | null {
    return this.#complete
  }

  /** No change can be from a later block. It can be too high, so that it is never too low. */
  get newest(): number {
    return Math.max(this.#believed, this.#reported[0]?.height ?? 0)
  }

  get isBehind(): boolean {
    return this.#isConnecting || this.#required > 0 || this.isSuspicious
  }

  /** Whether the last load may come from a node that lags far behind. */
  get isSuspicious(): boolean {
    return this.#lowLoads > 0
  }

  covers(height: number): boolean {
    const reached = Math.max(this.#believed, this.#complete ?? 0)
    return this.#oldest !== null && height >= this.#oldest && height <= reached
  }

  responseArrived(height: number | null): void {
    if (height === null) return
    this.#lowest = Math.min(this.#lowest, height)
    this.#highest = Math.max(this.#highest, height)
    const at = Date.now()
    const higher = this.#reported.filter(one => one.height > height && one.at > at - recent)
    this.#reported = [...higher, { height, at }]
    this.#supported.observe(height)
    this.#believe(Math.max(this.#supported.highest, Math.min(height, this.#announced)))
    // The height of a single response can be too high.
    if (this.#complete !== null && this.#complete > this.#believed)
      this.#complete = Math.min(this.#complete, Math.max(height, this.#believed))
  }

  eventArrived(height: number): void {
    this.#announced = height
    this.#believe(Math.min(height, this.newest))
  }

  get #believed(): number {
    return this.#seen.at(-1)?.height ?? 0
  }

  #believe(height: number): void {
    if (height <= this.#believed) return
    this.#seen.push({ height, at: Date.now() })
    while (isOldEnough(this.#seen[1])) this.#seen.shift()
  }

  connectionChanged(isConnected: boolean): void {
    this.#isConnecting = isConnected
  }

  /** Events before this block were missed. Returns whether all rows must be read again. */
  require(height: number): boolean {
    this.#isConnecting = false
    // The remaining responses of a running load can be older too.
    this.#required = this.#isLoading || this.#lowest < height ? height : 0
    return this.#required > 0
  }

  /** A gateway includes all changes before the request, although it reports an earlier block. */
  gatewayResponded(): void {
    this.#required = 0
  }

  loadStarted(): void {
    this.#isLoading = true
    // A first load that failed continues, and keeps the rows that it has read.
    if (this.#complete === null) return
    this.#lowest = Number.POSITIVE_INFINITY
    this.#highest = 0
  }

  /** Returns false if some rows may be older than before, because a node lags behind. */
  loadSucceeded(): boolean {
    this.#isLoading = false
    if (!Number.isFinite(this.#lowest)) {
      this.#required = 0
      return true
    }
    // A single load can come from a node that lags behind.
    const isLow = this.#complete !== null && this.#highest < this.#complete
    this.#lowLoads = isLow ? this.#lowLoads + 1 : 0
    if (this.#lowLoads === 1) return false
    if (isLow) {
      this.#lowLoads = 0
      this.#seen = []
      this.#reported = []
      this.#supported = new SupportedHeight()
      this.#announced = 0
      this.#complete = null
      this.#oldest = null
    }
    const goesBack = this.#complete !== null && this.#lowest < this.#complete
    if (goesBack) return false
    // Even if events were missed, the rows contain all changes up to the oldest response.
    this.#complete = this.#lowest
    this.#oldest ??= this.#lowest
    if (this.#lowest < this.#required) return false
    this.#required = 0
    return true
  }

  settled(): void {
    if (this.#required > 0) return
    const known = this.#seen.findLast(isOldEnough)
    if (this.#complete !== null && known) this.#complete = Math.max(this.#complete, known.height)
  }
}

function isOldEnough(seen: SeenHeight | undefined): boolean {
  return seen !== undefined && seen.at <= Date.now() - unnoticedFor
}
