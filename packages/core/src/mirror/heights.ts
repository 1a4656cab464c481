const unnoticedFor = 15_000

interface SeenHeight {
  readonly height: number
  readonly at: number
}

/** Without stale rows, a mirror contains all changes until about 15 seconds ago, because runs without an event are noticed late. */
export class Heights {
  #seen: SeenHeight[] = []
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

  get newest(): number {
    return this.#seen.at(-1)?.height ?? 0
  }

  get isBehind(): boolean {
    return this.#isConnecting || this.#required > 0
  }

  covers(height: number): boolean {
    return this.#oldest !== null && height >= this.#oldest && height <= this.newest
  }

  responseArrived(height: number | null): void {
    if (height === null) return
    this.#lowest = Math.min(this.#lowest, height)
    this.#highest = Math.max(this.#highest, height)
    if (height <= this.newest) return
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
    const isReset = this.#complete !== null && this.#highest < this.#complete
    if (isReset) {
      this.#seen = [{ height: this.#highest, at: Date.now() }]
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
