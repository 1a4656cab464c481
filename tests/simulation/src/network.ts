import type { WebSocketConstructor, WebSocketLike } from '@flow-query/core'
import type { Answer } from '@flow-query/testing'
import type { Log } from './log.js'
import type { Random } from './random.js'

/** A server at an address such as `node-0.test`. */
export interface Server {
  /** Answers a request, or throws what a failing `fetch` throws. */
  readonly answer: (url: URL, init: RequestInit) => Promise<Answer>
  readonly WebSocket: WebSocketConstructor | undefined
}

/** The faults of a server, and of the connections to it. */
export interface Faults {
  /** Refuses connections. */
  refuses: boolean
  /** Never answers, and sends nothing on open sockets. */
  hangs: boolean
  /** The longest additional time of a request and of a message, in milliseconds. */
  delay: number
  /** The share of requests that are answered with `status`. */
  rejects: number
  status: 429 | 502 | 503
  /** The share of responses that get lost after the server has done what the request says. */
  loses: number
  /** The share of bodies that end in the middle. */
  truncates: number
  /** The share of messages that arrive damaged. */
  garbles: number
  /** The share of messages that arrive twice. */
  repeats: number
}

export const noFaults: Readonly<Faults> = {
  refuses: false,
  hangs: false,
  delay: 0,
  rejects: 0,
  status: 502,
  loses: 0,
  truncates: 0,
  garbles: 0,
  repeats: 0,
}

export interface Host {
  readonly name: string
  server: Server
  readonly faults: Faults
  readonly sockets: Set<SimulatedSocket>
}

/** A finished request. */
interface Exchange {
  readonly client: string
  readonly host: string
  readonly url: URL
  readonly startedAt: number
  readonly answer: Answer
}

export interface NetworkObserver {
  /** Called when a request reaches a server. */
  readonly onRequest?: (client: string, host: string, url: URL) => void
  readonly onResponse?: (exchange: Exchange) => void
  /** Called when a response arrives at the client. */
  readonly onArrival?: (client: string, host: string, init: RequestInit) => void
  /** Called when a server sends a message, before it arrives. */
  readonly onMessage?: (client: string, host: string, text: string) => void
}

/** Responses have these headers in a browser, and those in `access-control-expose-headers`. */
const readableHeaders = ['cache-control', 'content-language', 'content-type', 'expires', 'last-modified', 'pragma']

/** Connects clients and servers in memory. Requests and messages take a random time. */
export class Network {
  readonly hosts = new Map<string, Host>()
  readonly requests = new Map<string, number>()
  readonly #random: Random
  readonly #log: Log
  readonly #observers: NetworkObserver[] = []
  readonly #inFlight = new Set<string>()
  #lastRequest = 0

  constructor(random: Random, log: Log) {
    this.#random = random
    this.#log = log
  }

  /** The requests without a response. */
  get inFlight(): readonly string[] {
    return [...this.#inFlight]
  }

  get openSockets(): number {
    return [...this.hosts.values()].reduce((sum, { sockets }) => sum + sockets.size, 0)
  }

  /** Returns whether a client has a connection on which nothing arrives anymore. */
  hasDeadSocket(client: string): boolean {
    return this.#socketsOf(client).some(({ isDead }) => isDead)
  }

  isConnected(client: string, host: string): boolean {
    return this.#socketsOf(client).some(socket => socket.host === host)
  }

  observe(observer: NetworkObserver): void {
    this.#observers.push(observer)
  }

  add(name: string, server: Server): Host {
    const host: Host = { name, server, faults: { ...noFaults }, sockets: new Set() }
    this.hosts.set(name, host)
    return host
  }

  /** Breaks all open sockets of a server. */
  cut(host: Host): void {
    for (const socket of [...host.sockets]) socket.cut()
  }

  fetchOf(client: string, { isBrowser = false } = {}): typeof fetch {
    return async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input)
      const id = `${++this.#lastRequest} ${client} ${url.host}${url.pathname}${url.search}`
      this.#inFlight.add(id)
      this.requests.set(client, (this.requests.get(client) ?? 0) + 1)
      try {
        const { status, headers, body } = await this.#send(client, url, init ?? {})
        this.#log.detail(`${id}: ${status}`)
        const isCut = this.#random.chance(this.#hostOf(url).faults.truncates)
        return new Response(isCut ? cutBody(body) : body || null, {
          status,
          headers: isBrowser ? readable(headers) : headers,
        })
      } catch (error) {
        this.#log.detail(`${id}: ${error instanceof Error ? error.message : error}`)
        throw error
      } finally {
        this.#inFlight.delete(id)
      }
    }
  }

  socketOf(client: string): WebSocketConstructor {
    const network = this
    return class extends SimulatedSocket {
      constructor(url: string) {
        super(url, {
          client,
          host: network.#hostOf(new URL(url)),
          random: network.#random,
          onMessage: (host, text) => {
            for (const { onMessage } of network.#observers) onMessage?.(client, host, text)
          },
        })
      }
    }
  }

  async #send(client: string, url: URL, init: RequestInit): Promise<Answer> {
    const startedAt = Date.now()
    const signal = init.signal ?? undefined
    const host = this.#hostOf(url)
    const { faults } = host
    await pause(this.#latency(host), signal)
    if (faults.refuses) throw failure('ECONNREFUSED')
    if (faults.hangs) await pause(Number.POSITIVE_INFINITY, signal)
    for (const { onRequest } of this.#observers) onRequest?.(client, host.name, url)
    if (this.#random.chance(faults.rejects)) {
      const headers = { 'content-type': 'text/html', ...(this.#random.chance(0.3) && { 'retry-after': '2' }) }
      return { status: faults.status, headers, body: '<html><body>Try again later</body></html>' }
    }
    const answer = await host.server.answer(url, init)
    for (const { onResponse } of this.#observers) onResponse?.({ client, host: host.name, url, startedAt, answer })
    await pause(this.#latency(host), signal)
    if (faults.refuses || this.#random.chance(faults.loses)) throw failure('ECONNRESET')
    for (const { onArrival } of this.#observers) onArrival?.(client, host.name, init)
    return answer
  }

  #socketsOf(client: string): SimulatedSocket[] {
    return [...this.hosts.values()].flatMap(({ sockets }) => [...sockets]).filter(socket => socket.client === client)
  }

  #latency({ faults }: Host): number {
    return this.#random.int(0, this.#random.chance(0.1) ? 500 : 30) + this.#random.int(0, faults.delay)
  }

  #hostOf({ host }: URL): Host {
    const found = this.hosts.get(host)
    if (!found) throw new Error(`There is no server at ${host}.`)
    return found
  }
}

interface SocketOptions {
  readonly client: string
  readonly host: Host
  readonly random: Random
  readonly onMessage: (host: string, text: string) => void
}

/** A WebSocket whose messages take a random time but keep their order. */
class SimulatedSocket implements WebSocketLike {
  onopen: ((event: never) => void) | null = null
  onmessage: ((event: never) => void) | null = null
  onerror: ((event: never) => void) | null = null
  onclose: ((event: never) => void) | null = null
  /** After the server was unreachable, the connection is dead, although neither end knows. */
  isDead = false
  readonly #options: SocketOptions
  readonly #timers = new Set<ReturnType<typeof setTimeout>>()
  #inner: WebSocketLike | undefined
  #isClosed = false
  #lastDelivery = 0

  constructor(url: string, options: SocketOptions) {
    this.#options = options
    options.host.sockets.add(this)
    this.#later(() => this.#connect(url))
  }

  get client(): string {
    return this.#options.client
  }

  get host(): string {
    return this.#options.host.name
  }

  send(data: string): void {
    if (this.#isClosed || this.isDead) return
    this.#later(() => this.#inner?.send(data))
  }

  close(): void {
    this.#end()
  }

  cut(): void {
    const wasOpen = !this.#isClosed
    this.#end()
    if (wasOpen) call(this.onclose, { code: 1006, reason: '' })
  }

  #connect(url: string): void {
    const { faults, server } = this.#options.host
    if (faults.hangs) return
    if (faults.refuses || !server.WebSocket) {
      this.#fail()
      return
    }
    const inner = new server.WebSocket(url)
    this.#inner = inner
    inner.onopen = () => this.#later(() => call(this.onopen, {}))
    inner.onmessage = ({ data }: { data: unknown }) => this.#receive(`${data}`)
    inner.onerror = () => {}
    inner.onclose = ({ code = 1006, reason = '' }: { code?: number; reason?: string }) => {
      this.#inner = undefined
      this.#later(() => {
        const wasOpen = !this.#isClosed
        this.#end()
        if (wasOpen) call(this.onclose, { code, reason })
      })
    }
  }

  #receive(text: string): void {
    const { host, random, onMessage } = this.#options
    const { faults } = host
    onMessage(host.name, text)
    if (faults.hangs) this.isDead = true
    if (this.isDead) return
    const isGarbled = random.chance(faults.garbles)
    const data = isGarbled ? text.slice(0, random.int(0, text.length)) : text
    const times = random.chance(faults.repeats) ? 2 : 1
    for (let count = 0; count < times; count++) this.#later(() => call(this.onmessage, { data }))
  }

  #fail(): void {
    const wasOpen = !this.#isClosed
    this.#end()
    if (!wasOpen) return
    call(this.onerror, {})
    call(this.onclose, { code: 1006, reason: '' })
  }

  #end(): void {
    this.#isClosed = true
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#options.host.sockets.delete(this)
    const inner = this.#inner
    this.#inner = undefined
    if (!inner) return
    inner.onopen = null
    inner.onmessage = null
    inner.onclose = null
    inner.close()
  }

  #later(act: () => void): void {
    const { host, random } = this.#options
    const at = Math.max(this.#lastDelivery, Date.now() + random.int(0, 30) + random.int(0, host.faults.delay))
    this.#lastDelivery = at
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      if (!this.#isClosed) act()
    }, at - Date.now())
    this.#timers.add(timer)
  }
}

function call(handler: ((event: never) => void) | null, event: object): void {
  handler?.(event as never)
}

function failure(code: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })
}

function cutBody(body: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(body)
  let isSent = false
  return new ReadableStream({
    pull(controller) {
      if (isSent) controller.error(new TypeError('terminated'))
      else controller.enqueue(bytes.slice(0, Math.ceil(bytes.length / 2)))
      isSent = true
    },
  })
}

function readable(headers: Answer['headers']): Answer['headers'] {
  const exposed = (headers['access-control-expose-headers'] ?? '').toLowerCase().split(/\s*,\s*/)
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => readableHeaders.includes(name) || exposed.includes(name)),
  )
}

/** Waits, or forever if the time is infinite. */
function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const done = () => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }
    const timer = Number.isFinite(milliseconds) ? setTimeout(done, milliseconds) : undefined
    signal?.addEventListener('abort', stop, { once: true })
  })
}
