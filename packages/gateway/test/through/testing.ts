import { flowSubscriptions } from '@flow-query/core/live'
import { afterAll, beforeEach, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createLcd as createNode, type Lcd, type LcdOptions, type LoggedRequest } from '../../../testing/src/index.js'
import { findRelease } from '../../../testing/src/releases.js'
import { findRoute, routesOf } from '../../../testing/src/rest/routes.js'
import { startWithLimits } from '../../src/gateway.js'
import type { Gateway } from '../../src/index.js'
import { chainPaths } from '../gateway.js'
import { patience } from '../patience.js'
import { excluded } from './excluded.js'
import { settle, traffic } from './settle.js'

// The alias in vitest.config.ts replaces `@flow-query/testing` with this file.
export * from '../../../testing/src/index.js'

/** Some tests replace the global `fetch` with that of the node. */
const networkFetch = globalThis.fetch
const gateways = new Set<Promise<Gateway>>()

// jsdom replaces these classes, so Fastify would treat a `Buffer` as an object and send it as JSON.
globalThis.Uint8Array = Object.getPrototypeOf(Buffer)
globalThis.ArrayBuffer = Object.getPrototypeOf(Uint8Array.from([]).buffer).constructor

beforeEach(({ task, skip }) => {
  const name = `${task.suite?.name ?? ''} ${task.name}`
  const [reason] = excluded.find(([, tests]) => tests.test(name)) ?? []
  if (reason) skip(reason)
})

// Tests with fake timers advance them. Requests over the network need real time before and after each step.
vi.advanceTimersByTimeAsync = async milliseconds => {
  let isOver = false
  await settle()
  setTimeout(() => {
    isOver = true
  }, milliseconds)
  while (!isOver) {
    await vi.advanceTimersToNextTimerAsync()
    await settle()
  }
  return vi
}

// The gateway runs in the same process, and its timers can't be distinguished from those of the client.
vi.getTimerCount = () => 0

// Some nodes are shared by several tests.
afterAll(async () => {
  const started = await Promise.all(gateways)
  gateways.clear()
  await Promise.all(started.map(gateway => gateway.close()))
})

/** Creates an in-memory node that tests read through a gateway, with its REST API and its events. */
export function createLcd(given?: LcdOptions): Lcd {
  const options = withVersion(given)
  const lcd = createNode(options)
  const { fetch: nodeFetch, WebSocket: NodeWebSocket } = lcd
  const requests: LoggedRequest[] = []
  const sockets = new Set<WebSocket>()
  /** Whether the newest block has been read. */
  let wasRead = false
  let started: Promise<Gateway> | undefined
  /** Resolves when the gateway receives events, or when its first connection has failed. Clients connect after that. */
  let upstreamTried = () => {}
  const upstream = new Promise<void>(resolve => {
    upstreamTried = resolve
  })
  /** The connection of the gateway to the node. */
  class Upstream extends NodeWebSocket {
    #responses = 0
    constructor(url: string | URL) {
      super(url)
      this.addEventListener('close', () => upstreamTried())
      this.addEventListener('message', () => {
        traffic.changed()
        if (++this.#responses === flowSubscriptions.length) upstreamTried()
      })
    }
  }
  const gateway = () => {
    started ??= startWithLimits(
      {
        lcd: lcd.url,
        service: options?.service,
        rpc: lcd.rpc,
        fetch: (...request) => {
          traffic.changed()
          wasRead = true
          return nodeFetch(...request)
        },
        WebSocket: Upstream,
        retries: 0,
        shutdownTimeout: 0,
        timeout: 300_000,
      },
      patience,
    )
    gateways.add(started)
    return started
  }
  const throughGateway: typeof fetch = async (input, init) => {
    const { url, method, headers } = input instanceof Request ? input : { url: input, method: 'GET', headers: {} }
    const { pathname, search } = new URL(url)
    const sent = Object.fromEntries(new Headers(init?.headers ?? headers))
    requests.push({
      method: init?.method ?? method,
      target: pathname + search,
      headers: sent,
      ...(init?.body ? { body: String(init.body) } : {}),
      query: queryOf(pathname, options),
    })
    // Compression runs in threads, and `settle` can't distinguish a thread that waits for a processor from a timer. Only collections are
    // always compressed.
    const encoding = pathname === '/flow-query/collection' ? 'gzip' : 'identity'
    const request = { ...init, headers: { ...sent, 'accept-encoding': encoding } }
    const response = await traffic.during(gateway().then(({ url }) => networkFetch(url + pathname + search, request)))
    void traffic.during(response.clone().arrayBuffer()).catch(() => {})
    return response
  }
  /** Connects to the gateway, which starts with the first connection. */
  class ThroughGateway {
    onopen: ((event: never) => unknown) | null = null
    onmessage: ((event: never) => unknown) | null = null
    onerror: ((event: never) => unknown) | null = null
    onclose: ((event: never) => unknown) | null = null
    #socket: WebSocket | undefined
    #isClosed = false
    constructor() {
      void traffic.during(this.#connect())
    }
    async #connect() {
      const { url } = await gateway()
      await upstream
      if (this.#isClosed) return
      const socket = new WebSocket(`${url.replace('http', 'ws')}/websocket`)
      this.#socket = socket
      await new Promise<void>(resolve => {
        socket.onopen = event => {
          sockets.add(socket)
          traffic.opened(socket)
          resolve()
          this.onopen?.(event as never)
        }
        socket.onmessage = event => {
          traffic.changed()
          this.onmessage?.(event as never)
        }
        socket.onerror = event => this.onerror?.(event as never)
        socket.onclose = event => {
          traffic.closed(socket)
          sockets.delete(socket)
          resolve()
          this.onclose?.(event as never)
        }
      })
    }
    send(text: string): void {
      this.#socket?.send(text)
    }
    close(): void {
      this.#isClosed = true
      if (this.#socket) sockets.delete(this.#socket)
      this.#socket?.close()
    }
  }
  /** Changes the chain in the next block if the newest one was read, because a block of a real chain never changes. */
  const inNewBlock =
    <Args extends unknown[], Result>(change: (...args: Args) => Result) =>
    (...args: Args): Result => {
      if (wasRead) lcd.advance(507)
      wasRead = false
      return change(...args)
    }
  return Object.create(lcd, {
    addFlow: { value: inNewBlock(lcd.addFlow) },
    updateFlow: { value: inNewBlock(lcd.updateFlow) },
    execute: { value: inNewBlock(lcd.execute) },
    answer: { value: inNewBlock(lcd.answer) },
    deposit: { value: inNewBlock(lcd.deposit) },
    fetch: { value: throughGateway },
    WebSocket: { value: ThroughGateway },
    // Tests of commands read the node over a port, so its own log has their requests. It also has those for the chain, which the
    // gateway sends at any time.
    requests: {
      get: () => (requests.length > 0 ? requests : lcd.requests.filter(({ target }) => !chainPaths.includes(target))),
    },
    sockets: { get: () => sockets.size },
  })
}

/** Returns the options of a node that serves the version of the project, unless the test chooses one. */
function withVersion(options: LcdOptions = {}): LcdOptions {
  const version = process.env.THROUGH_VERSION === 'v1beta1' ? 'v1beta1' : 'v1'
  return options.release === undefined ? { version, ...options } : options
}

function queryOf(path: string, options: LcdOptions = {}): LoggedRequest['query'] {
  const { service = 'intento', alsoServes } = options
  const [first, second, version, ...rest] = path.slice(1).split('/').map(decodeURIComponent)
  if (first !== service || second !== 'intent') return null
  const release = findRelease(alsoServes !== undefined && version === alsoServes ? { version: alsoServes } : options)
  return release.version === version ? (findRoute(routesOf(release), rest)?.route.name ?? null) : null
}
