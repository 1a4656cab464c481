import { platform } from './platform.js'
import type { Connection, Peer } from './rpc/rpc.js'

const CONNECTING = 0
const OPEN = 1
const CLOSING = 2
const CLOSED = 3

/** Where a node's RPC has its websocket, in a request's target. */
export const WEBSOCKET_PATH = /^\/websocket\/?(\?|$)/

/** What a connection tells when it is over: of a `CloseEvent`, which not every runtime has. */
interface Closing {
  code: number
  reason: string
  wasClean: boolean
}

/** As the browser's own, as far as text goes. */
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

/** A `WebSocket` that connects in memory. Whatever the origin, a path that ends in `/websocket` reaches the node. */
export function createWebSocket(accept: (peer: Peer) => Connection | null): MemoryWebSocketConstructor {
  return class extends EventTarget implements MemoryWebSocket {
    static readonly CONNECTING = CONNECTING
    static readonly OPEN = OPEN
    static readonly CLOSING = CLOSING
    static readonly CLOSED = CLOSED
    readonly CONNECTING = CONNECTING
    readonly OPEN = OPEN
    readonly CLOSING = CLOSING
    readonly CLOSED = CLOSED
    readonly url: string
    readonly bufferedAmount = 0
    readonly protocol = ''
    readonly extensions = ''
    binaryType: BinaryType = 'blob'
    onopen: MemoryWebSocket['onopen'] = null
    onmessage: MemoryWebSocket['onmessage'] = null
    onerror: MemoryWebSocket['onerror'] = null
    onclose: MemoryWebSocket['onclose'] = null
    #state: number = CONNECTING
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
      if (this.#state === CONNECTING) throw new DOMException('Still in CONNECTING state.', 'InvalidStateError')
      if (this.#state !== OPEN) return
      const text = typeof data === 'string' ? data : new platform.TextDecoder().decode(data)
      queueMicrotask(() => this.#connection?.receive(text))
    }

    close(code?: number, reason = ''): void {
      if (code !== undefined && code !== 1000 && !(code >= 3000 && code <= 4999))
        throw new DOMException(`The close code must be 1000, or from 3000 to 4999: ${code}.`, 'InvalidAccessError')
      if (new platform.TextEncoder().encode(reason).length > 123)
        throw new DOMException('The close reason must not be longer than 123 bytes.', 'SyntaxError')
      if (this.#state === CLOSING || this.#state === CLOSED) return
      if (this.#state === CONNECTING) {
        this.#state = CLOSING
        queueMicrotask(() => this.#fail())
        return
      }
      this.#state = CLOSING
      this.#leave()
      queueMicrotask(() => this.#finish({ code: code ?? 1005, reason, wasClean: true }))
    }

    #connect({ pathname }: URL): void {
      if (this.#state !== CONNECTING) return
      const peer: Peer = {
        send: text => queueMicrotask(() => this.#receive(text)),
        cut: () => queueMicrotask(() => this.#finish(BROKEN)),
      }
      this.#connection = /\/websocket\/?$/.test(pathname) ? accept(peer) : null
      if (!this.#connection) {
        this.#fail()
        return
      }
      this.#state = OPEN
      this.dispatchEvent(new Event('open'))
    }

    #receive(text: string): void {
      if (this.#state === OPEN) this.dispatchEvent(new MessageEvent('message', { data: text, origin: this.url }))
    }

    #fail(): void {
      this.#state = CLOSED
      this.dispatchEvent(new Event('error'))
      this.dispatchEvent(Object.assign(new Event('close'), BROKEN))
    }

    #leave(): void {
      this.#connection?.end()
      this.#connection = null
    }

    #finish(closing: Closing): void {
      if (this.#state === CLOSED) return
      this.#leave()
      this.#state = CLOSED
      this.dispatchEvent(Object.assign(new Event('close'), closing))
    }
  }
}

const BROKEN: Closing = { code: 1006, reason: '', wasClean: false }

function urlOf(url: string | URL): URL {
  const given = String(url)
  if (!URL.canParse(given) || !/^wss?:/.test(given) || given.includes('#'))
    throw new DOMException(`A websocket's URL starts with ws: or wss: and has no fragment: ${given}`, 'SyntaxError')
  return new URL(given)
}
