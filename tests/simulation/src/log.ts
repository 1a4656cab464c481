/** Records a simulation, so that a test can compare it with a replay. */
export class Log {
  readonly #start = Date.now()
  readonly #steps: string[] = []
  readonly #lines: string[] = []

  /** All steps, requests and messages. */
  get lines(): readonly string[] {
    return this.#lines
  }

  get steps(): readonly string[] {
    return this.#steps
  }

  /** Records a step that a failing simulation prints. */
  step(text: string): void {
    this.#steps.push(this.#record(text))
  }

  /** Records something that only the file of a failing simulation contains, because it happens often. */
  detail(text: string): void {
    this.#record(text)
  }

  #record(text: string): string {
    const line = `${((Date.now() - this.#start) / 1_000).toFixed(3).padStart(8)} s  ${text}`
    this.#lines.push(line)
    return line
  }
}
