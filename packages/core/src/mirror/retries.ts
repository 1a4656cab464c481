const firstRetry = 1_000
const longestRetry = 30_000

export class Retries {
  readonly #load: () => void
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(load: () => void) {
    this.#load = load
  }

  failed(): void {
    this.cancel()
    this.#timer = setTimeout(this.#load, Math.min(firstRetry * 2 ** this.#failures++, longestRetry))
  }

  succeeded(): void {
    this.#failures = 0
  }

  cancel(): void {
    clearTimeout(this.#timer)
  }
}
