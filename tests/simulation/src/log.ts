import { createHash } from 'node:crypto'

/** What happened in a simulation. Its hash shows whether a replay did the same. */
export class Log {
  readonly #start = Date.now()
  readonly #hash = createHash('sha256')
  readonly #steps: string[] = []
  readonly #lines: string[] = []

  /** Records a step that a failing simulation prints. */
  step(text: string): void {
    this.#steps.push(this.#record(text))
  }

  /** Records something that only the hash contains, because it happens often. */
  detail(text: string): void {
    this.#record(text)
  }

  newest(count: number): readonly string[] {
    return this.#steps.slice(-count)
  }

  /** Everything, for finding the cause of a failure. */
  get lines(): readonly string[] {
    return this.#lines
  }

  hash(): string {
    return this.#hash.copy().digest('hex')
  }

  #record(text: string): string {
    const line = `${((Date.now() - this.#start) / 1_000).toFixed(3).padStart(8)} s  ${text}`
    this.#hash.update(`${line}\n`)
    this.#lines.push(line)
    return line
  }
}
