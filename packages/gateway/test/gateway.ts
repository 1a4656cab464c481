import { createLcd, type Lcd, type LcdOptions } from '@flow-query/testing'
import { afterEach, expect } from 'vitest'
import { until } from '../../../tests/setup/until.js'
import type { Limits } from '../src/gateway.js'
import type { GatewayOptions } from '../src/index.js'
import { type MemoryGateway, startInMemory } from './memory.js'
import type { MemoryServer } from './memory-server.js'

const started: MemoryGateway[] = []
afterEach(async () => {
  for (const gateway of started.splice(0)) await until(gateway.close())
})

/** Starts a gateway in front of in-memory nodes. It is closed after the test. */
export async function startWith(
  lcds: Lcd | readonly Lcd[],
  options: Partial<GatewayOptions> = {},
  limits: Limits = {},
): Promise<MemoryGateway> {
  const nodes = [lcds].flat()
  const [first] = nodes as [Lcd]
  const gateway = await until(
    startInMemory(
      {
        lcd: nodes.map((_, index) => `https://node-${index}.test`),
        rpc: first.rpc,
        WebSocket: first.WebSocket,
        fetch: (url, init) => (nodes[Number(/node-(\d+)/.exec(String(url))?.[1])] as Lcd).fetch(url, init),
        retries: 0,
        ...options,
      },
      limits,
    ),
  )
  started.push(gateway)
  return gateway
}

/** Returns the requests that a node has received, without those that identify its chain. */
export function requestsOf({ requests }: Lcd): Lcd['requests'] {
  return requests.filter(({ target }) => !chainPaths.includes(target))
}

/** The paths that identify the chain of a node. */
export const chainPaths = ['/cosmos/base/tendermint/v1beta1/node_info', '/cosmos/base/node/v1beta1/status']

/** Starts a node, and a gateway that receives its events. */
export async function startLive(lcdOptions: LcdOptions = {}, options: Partial<GatewayOptions> = {}) {
  const lcd = createLcd(lcdOptions)
  const gateway = await startWith(lcd, options)
  await eventsArrive(gateway)
  return { lcd, ...gateway, ...readerOf(gateway) }
}

type Connectable = Pick<MemoryGateway, 'url' | 'WebSocket'>

/** Waits until the gateway receives the node's events. */
export async function eventsArrive(gateway: Connectable): Promise<void> {
  await until(() => hasEvents(gateway))
}

/** Returns whether the gateway receives the node's events. It only accepts WebSockets after that. */
function hasEvents({ url, WebSocket }: Connectable): Promise<boolean> {
  return new Promise(resolve => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/websocket`)
    socket.onopen = () => {
      socket.close()
      resolve(true)
    }
    socket.onerror = () => resolve(false)
  })
}

/** A response of the gateway. */
export interface Reply {
  status: number
  headers: Headers
  text: string
  json: unknown
}

/** Returns functions that read from a gateway. */
export function readerOf({ url, fetch }: Pick<MemoryGateway, 'url' | 'fetch'>) {
  async function get(path: string, headers: Record<string, string> = {}): Promise<Reply> {
    const response = await fetch(url + path, { headers })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: text.startsWith('{') ? JSON.parse(text) : text,
    }
  }
  return {
    get,
    /** Waits until a response has this text. Fails after a second, because responses without events then expire. */
    async readUntil(path: string, text: string): Promise<Reply> {
      const end = Date.now() + 1_000
      const reply = await until(async () => {
        const next = await get(path)
        return (next.text.includes(text) || Date.now() >= end) && next
      })
      expect(reply.text).toContain(text)
      return reply
    },
  }
}

/** Sends raw bytes and returns everything that the server sent until it closed the connection. */
export function exchange({ connect }: Pick<MemoryServer, 'connect'>, ...parts: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect()
    socket.setEncoding('utf8').on('data', text => {
      received += text
    })
    // The server may reset the connection while the client is still sending.
    socket.on('error', error => ((error as NodeJS.ErrnoException).code === 'ECONNRESET' ? undefined : reject(error)))
    socket.on('close', () => resolve(received))
    for (const part of parts) if (socket.writable) socket.write(part)
  })
}
