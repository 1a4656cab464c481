import { afterAll, beforeEach } from 'vitest'
import { WebSocket } from 'ws'
import { createLcd as createNode, type Lcd, type LcdOptions } from '../../../testing/src/index.js'
import { startGateway } from '../../src/index.js'

// The alias in vitest.config.ts replaces `@flow-query/testing` with this file.
export * from '../../../testing/src/index.js'

/** Some tests replace the global `fetch` with that of the node. */
const networkFetch = globalThis.fetch
const gateways = new Set<ReturnType<typeof startGateway>>()

/** The tests that can't pass through a gateway, by reason. */
const excluded: readonly (readonly [reason: string, tests: RegExp])[] = [
  [
    'The gateway saves requests that this test counts.',
    /the version of a node is found once|the version is determined again|endpoints can have different versions|two clients do not share/,
  ],
  ['The gateway repeats an error for a second.', /the queries retry, and fail over to the next endpoint/],
  [
    'The test waits for a fixed number of tasks, but requests to the gateway use the network.',
    /up to \d+ requests run in parallel|leaving the loop aborts all requests/,
  ],
  ['The gateway runs in the same process, and it needs `Date.now`.', /loads without `Date.now`/],
  [
    'The flows come from a snapshot of the gateway instead of pages.',
    /loading stops when the last observer unmounts|loading continues if an observer unmounts|the loaded flows stay after an error|with an autoLoadLimit/,
  ],
  ['The gateway finishes a request that a client cancels.', /cancelling the query aborts its requests/],
  [
    'The test runs the program of another package, which that package may be building at the same time.',
    /accepts global options before and after|ends without an error if the reader|Ctrl-C aborts the requests|uses colors in a terminal/,
  ],
  ['The gateway sends a complete error response instead.', /a truncated response/],
]

beforeEach(({ task, skip }) => {
  const name = `${task.suite?.name ?? ''} ${task.name}`
  const [reason] = excluded.find(([, tests]) => tests.test(name)) ?? []
  if (reason) skip(reason)
})

// Some nodes are shared by several tests.
afterAll(async () => {
  const started = await Promise.all(gateways)
  gateways.clear()
  await Promise.all(started.map(gateway => gateway.close()))
})

/** Creates an in-memory node that tests read through a gateway, with its REST API and its events. */
export function createLcd(options?: LcdOptions): Lcd {
  const lcd = createNode(options)
  const { fetch: nodeFetch, WebSocket: NodeWebSocket } = lcd
  let started: ReturnType<typeof startGateway> | undefined
  const gateway = () => {
    started ??= startGateway({
      lcd: lcd.url,
      service: options?.service,
      rpc: lcd.rpc,
      fetch: nodeFetch,
      WebSocket: NodeWebSocket,
      retries: 0,
      shutdownTimeout: 0,
    })
    gateways.add(started)
    return started
  }
  const throughGateway: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return networkFetch((await gateway()).url + pathname + search, init)
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
      void gateway().then(({ url }) => {
        if (this.#isClosed) return
        const socket = new WebSocket(`${url.replace('http', 'ws')}/websocket`)
        this.#socket = socket
        socket.onopen = event => this.onopen?.(event as never)
        socket.onmessage = event => this.onmessage?.(event as never)
        socket.onerror = event => this.onerror?.(event as never)
        socket.onclose = event => this.onclose?.(event as never)
      })
    }
    send(text: string): void {
      this.#socket?.send(text)
    }
    close(): void {
      this.#isClosed = true
      this.#socket?.close()
    }
  }
  return Object.create(lcd, {
    fetch: { value: throughGateway },
    WebSocket: { value: ThroughGateway },
  })
}
