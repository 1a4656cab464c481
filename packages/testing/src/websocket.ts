import { platform } from './platform.js'
import type { Connection, Peer } from './rpc/rpc.js'

const states = { connecting: 0, open: 1, closing: 2, closed: 3 } as const

/** Matches a request target that points to the RPC's WebSocket. */
export const websocketPath = /^\/websocket\/?(\?|$)/

/** Not every runtime has that class. */
interface Closing {
  code: number
  reason: string
  wasClean: boolean
}

/** Behaves like the browser's `WebSocket` for text messages. */
export interface MemoryWebSocket extends EventTarget {
  readonly url: string
  readonly readyState: number
  readonly bufferedAmount: number
  readonly protocol: string
  readonly extensions: string
  binaryType: BinaryType
  onopen: ((event: Event) => void) | null
  onmessage: ((event: MessageEvent) => void) | null
  onerror: ((event: Event) => void) | null
  onclose: ((event: CloseEvent) => void) | null
  send: (data: string | ArrayBuffer | ArrayBufferView) => void
  close: (code?: number, reason?: string) => void
  readonly CONNECTING: 0
  readonly OPEN: 1
  readonly CLOSING: 2
  readonly CLOSED: 3
}

export interface MemoryWebSocketConstructor {
  new (url: string | URL, protocols?: string | string[]): MemoryWebSocket
  readonly CONNECTING: 0
  readonly OPEN: 1
  readonly CLOSING: 2
  readonly CLOSED: 3
}

/**
 * Creates a `WebSocket` class that connects in memory. It ignores the origin and accepts paths that end in
 * `/websocket`.
 */
export function createWebSocket(accept: (peer: Peer) => Connection | null): MemoryWebSocketConstructor {
  return class extends EventTarget implements MemoryWebSocket {
    static readonly CONNECTING = states.connecting
    static readonly OPEN = states.open
    static readonly CLOSING = states.closing
    static readonly CLOSED = states.closed
    readonly CONNECTING = states.connecting
    readonly OPEN = states.open
    readonly CLOSING = states.closing
    readonly CLOSED = states.closed
    readonly url: string
    readonly bufferedAmount = 0
    readonly protocol = ''
    readonly extensions = ''
    binaryType: BinaryType = 'blob'
    onopen: MemoryWebSocket['onopen'] = null
    onmessage: MemoryWebSocket['onmessage'] = null
    onerror: MemoryWebSocket['onerror'] = null
    onclose: MemoryWebSocket['onclose'] = null
    #state: number = states.connecting
    #connection: Connection | null = null

    constructor(url: string | URL) {
      super()
      const target = urlOf(url)
      this.url = target.href
      this.addEventListener('open', event => this.onopen?.(event))
      this.addEventListener('message', event => this.onmessage?.(event as MessageEvent))
      this.addEventListener('error', event => this.onerror?.(event))
      this.addEventListener('close', event => this.onclose?.(event as CloseEvent))
      queueMicrotask(() => this.#connect(target))
    }

    get readyState(): number {
      return this.#state
    }

    send(data: string | ArrayBuffer | ArrayBufferView): void {
      if (this.#state === states.connecting) throw new DOMException('Still in CONNECTING state.', 'InvalidStateError')
      if (this.#state !== states.open) return
      const text = typeof data === 'string' ? data : new platform.TextDecoder().decode(data)
      queueMicrotask(() => this.#connection?.receive(text))
    }

    close(code?: number, reason = ''): void {
      if (code !== undefined && code !== 1000 && !(code >= 3000 && code <= 4999))
        throw new DOMException(
          `The close code must be 1000 or between 3000 and 4999, got ${code}.`,
          'InvalidAccessError',
        )
      if (new platform.TextEncoder().encode(reason).length > 123)
        throw new DOMException('The close reason must not be longer than 123 bytes.', 'SyntaxError')
      if (this.#state === states.closing || this.#state === states.closed) return
      if (this.#state === states.connecting) {
        this.#state = states.closing
        queueMicrotask(() => this.#fail())
        return
      }
      this.#state = states.closing
      this.#leave()
      queueMicrotask(() => this.#finish({ code: code ?? 1005, reason, wasClean: true }))
    }

    #connect({ pathname }: URL): void {
      if (this.#state !== states.connecting) return
      const peer: Peer = {
        send: text => queueMicrotask(() => this.#receive(text)),
        cut: () => queueMicrotask(() => this.#finish(abnormalClosure)),
      }
      this.#connection = /\/websocket\/?$/.test(pathname) ? accept(peer) : null
      if (!this.#connection) {
        this.#fail()
        return
      }
      this.#state = states.open
      this.dispatchEvent(new Event('open'))
    }

    #receive(text: string): void {
      if (this.#state === states.open) this.dispatchEvent(new MessageEvent('message', { data: text, origin: this.url }))
    }

    #fail(): void {
      this.#state = states.closed
      this.dispatchEvent(new Event('error'))
      this.dispatchEvent(Object.assign(new Event('close'), abnormalClosure))
    }

    #leave(): void {
      this.#connection?.end()
      this.#connection = null
    }

    #finish(closing: Closing): void {
      if (this.#state === states.closed) return
      this.#leave()
      this.#state = states.closed
      this.dispatchEvent(Object.assign(new Event('close'), closing))
    }
  }
}

const abnormalClosure: Closing = { code: 1006, reason: '', wasClean: false }

function urlOf(url: string | URL): URL {
  const given = String(url)
  if (!URL.canParse(given) || !/^wss?:/.test(given) || given.includes('#'))
    throw new DOMException(
      `A WebSocket URL must start with ws: or wss: and have no fragment, got ${given}.`,
      'SyntaxError',
    )
  return new URL(given)
}
