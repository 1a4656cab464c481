/** Reads the body of a response as text, so that the caller can stop at any number of bytes. */
export class TextReader {
  /** The number of bytes that have been read, after decompression. */
  bytes = 0
  readonly #response: Response
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  readonly #decoder: TextDecoder | undefined
  #isDone = false

  constructor(response: Response) {
    this.#response = response
    // Some custom `fetch` functions don't support streams, and jsdom in Jest has no `TextDecoder`.
    if (!response.body || !globalThis.TextDecoder) return
    this.#reader = response.body.getReader()
    this.#decoder = new TextDecoder()
  }

  /** Returns the next part of the text, or undefined at the end. */
  async read(): Promise<string | undefined> {
    if (this.#isDone) return undefined
    if (!this.#reader || !this.#decoder) {
      this.#isDone = true
      // biome-ignore lint/plugin: without a stream, the size of the body is only known afterwards
      const text = await this.#response.text()
      this.bytes = text.length
      return text
    }
    const { done, value } = await this.#reader.read()
    if (!done) this.bytes += value.byteLength
    this.#isDone = done
    return done ? this.#decoder.decode() : this.#decoder.decode(value, { stream: true })
  }

  cancel(): void {
    this.#reader?.cancel().catch(() => {})
  }
}

/** Returns the body of a response as text, or null if it has more than `maxBytes` bytes. */
export async function readText(response: Response, maxBytes: number): Promise<string | null> {
  const reader = new TextReader(response)
  let text = ''
  for (;;) {
    const part = await reader.read()
    if (part === undefined) return text
    if (reader.bytes > maxBytes) {
      reader.cancel()
      return null
    }
    text += part
  }
}
