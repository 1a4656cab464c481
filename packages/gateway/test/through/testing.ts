import { afterEach, beforeEach } from 'vitest'
import { WebSocket } from 'ws'
import { createLcd as createNode, type Lcd, type LcdOptions } from '../../../testing/src/index.js'
import { startGateway } from '../../src/index.js'

// The alias in vitest.config.ts replaces `@flow-query/testing` with this file.
export * from '../../../testing/src/index.js'

/** Some tests replace the global `fetch` with that of the node. */
const networkFetch = globalThis.fetch
const gateways = new Set<ReturnType<typeof startGateway>>()

/** These tests of core count the requests of a node, which the gateway saves. */
const countsRequests =
  /the version of a node is found once|the version is determined again|endpoints can have different versions|two clients do not share/

beforeEach(({ task, skip }) => {
  if (countsRequests.test(task.name)) skip('The gateway saves requests that this test counts.')
})

afterEach(async () => {
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
