import { beforeEach, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { createLcd as createNode, type Lcd, type LcdOptions, type LoggedRequest } from '../../../testing/src/index.js'
import { findRelease } from '../../../testing/src/releases.js'
import { findRoute, routesOf } from '../../../testing/src/rest/routes.js'
import { type MemoryGateway, startInMemory } from '../memory.js'
import { excluded } from './excluded.js'

// The alias in vitest.config.ts replaces `@flow-query/testing` with this file.
export * from '../../../testing/src/index.js'

// jsdom replaces these classes, so Fastify would treat a `Buffer` as an object and send it as JSON.
globalThis.Uint8Array = Object.getPrototypeOf(Buffer)
globalThis.ArrayBuffer = Object.getPrototypeOf(Uint8Array.from([]).buffer).constructor

beforeEach(({ task, skip }) => {
  const name = `${task.suite?.name ?? ''} ${task.name}`
  const [reason] = excluded.find(([, ...tests]) => tests.some(test => test.test(name))) ?? []
  if (reason) skip(reason)
  // The gateway has timers too, and they can't be distinguished from those of the client.
  vi.getTimerCount = () => 0
})

/** Creates an in-memory node that tests read through a gateway, with its REST API and its events. */
export function createLcd(given?: LcdOptions): Lcd {
  const options = withVersion(given)
  const lcd = createNode(options)
  const requests: LoggedRequest[] = []
  const sockets = new Set<WebSocket>()
  /** Whether the newest block has been read. */
  let wasRead = false
  let started: Promise<MemoryGateway> | undefined
  /** Starts the gateway with the first request or connection. */
  function gateway(): Promise<MemoryGateway> {
    started ??= startInMemory({
      lcd: lcd.url,
      service: options.service,
      rpc: lcd.rpc,
      fetch: (...request) => {
        wasRead = true
        return lcd.fetch(...request)
      },
      WebSocket: lcd.WebSocket,
      retries: 0,
      timeout: 300_000,
    })
    return started
  }
  const throughGateway: typeof fetch = async (input, init) => {
    const { url, method, headers } = input instanceof Request ? input : { url: input, method: 'GET', headers: {} }
    const { pathname, search } = new URL(url)
    requests.push({
      method: init?.method ?? method,
      target: pathname + search,
      headers: Object.fromEntries(new Headers(init?.headers ?? headers)),
      ...(init?.body ? { body: String(init.body) } : {}),
      query: queryOf(pathname, options),
    })
    const { fetch } = await gateway()
    return fetch(input, init)
  }
  class ThroughGateway {
    onopen: ((event: never) => unknown) | null = null
    onmessage: ((event: never) => unknown) | null = null
    onerror: ((event: never) => unknown) | null = null
    onclose: ((event: never) => unknown) | null = null
    #socket: WebSocket | undefined
    #isClosed = false
    constructor(url: string | URL) {
      void this.#connect(url)
    }
    async #connect(url: string | URL) {
      const { WebSocket } = await gateway()
      if (this.#isClosed) return
      const socket = new WebSocket(url)
      this.#socket = socket
      socket.onopen = event => {
        sockets.add(socket)
        this.onopen?.(event as never)
      }
      socket.onmessage = event => this.onmessage?.(event as never)
      socket.onerror = event => this.onerror?.(event as never)
      socket.onclose = event => {
        sockets.delete(socket)
        this.onclose?.(event as never)
      }
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
    requests: { value: requests },
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
