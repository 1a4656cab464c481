import { Socket } from 'node:net'

/** How many bytes each side can receive before the other side has to wait, like the buffers of an operating system. */
const bufferSize = 65_536

/** Returns the two ends of a connection in memory. */
export function socketPair(address: string): { client: MemorySocket; server: MemorySocket } {
  const client = new MemorySocket({ address: '127.0.0.1', allowHalfOpen: false })
  const server = new MemorySocket({ address, allowHalfOpen: true })
  client.connectTo(server)
  server.connectTo(client)
  return { client, server }
}

/** A socket whose other end is in the same process. Its timeouts use the global `setTimeout`. */
export class MemorySocket extends Socket {
  override readonly remoteAddress: string
  override readonly remotePort = 50_000
  override readonly remoteFamily = 'IPv4'
  #peer: MemorySocket | undefined
  #timer: NodeJS.Timeout | undefined
  /** Continues with the next write of the other end, as soon as there is room for it. */
  #whenRead: ((error?: Error) => void) | undefined
  #hasEnded = false

  constructor({ address, allowHalfOpen }: { address: string; allowHalfOpen: boolean }) {
    const options = { allowHalfOpen, readableHighWaterMark: bufferSize }
    super(options)
    this.remoteAddress = address
  }

  connectTo(peer: MemorySocket): void {
    this.#peer = peer
  }

  override setTimeout(milliseconds: number, callback?: () => void): this {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (milliseconds > 0 && !this.destroyed) this.#timer = setTimeout(() => this.emit('timeout'), milliseconds)
    if (callback && milliseconds > 0) this.once('timeout', callback)
    else if (callback) this.removeListener('timeout', callback)
    return this
  }

  override _read(): void {
    const next = this.#whenRead
    this.#whenRead = undefined
    next?.()
  }

  override _write(chunk: Chunk, encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#postponeTimeout()
    const bytes = bytesOf({ chunk, encoding })
    // Like over a network, the bytes arrive later.
    process.nextTick(() => this.#peer?.receive(bytes, done))
  }

  override _writev(writes: { chunk: Chunk; encoding: BufferEncoding }[], done: (error?: Error) => void): void {
    this._write(Buffer.concat(writes.map(bytesOf)), 'utf8', done)
  }

  override _final(done: () => void): void {
    process.nextTick(() => this.#peer?.receive(null, () => {}))
    process.nextTick(done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.setTimeout(0)
    const fail = this.#whenRead
    this.#whenRead = undefined
    process.nextTick(() => (fail ? fail(connectionReset()) : this.#peer?.receive(null, () => {})))
    super._destroy(error, done)
  }

  receive(bytes: Buffer | null, done: (error?: Error) => void): void {
    const wasEnded = this.#hasEnded
    this.#hasEnded ||= bytes === null
    if (this.destroyed) done(connectionReset())
    else if (wasEnded || this.push(bytes) || bytes === null) done()
    else this.#whenRead = done
    // Sockets of Node.js emit the end too if the stream is paused.
    if (bytes === null && !this.destroyed) this.read(0)
    this.#postponeTimeout()
  }

  #postponeTimeout(): void {
    this.#timer?.refresh()
  }
}

type Chunk = Buffer | string

function bytesOf({ chunk, encoding }: { chunk: Chunk; encoding: BufferEncoding }): Buffer {
  return typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk
}

function connectionReset(): Error {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
}
