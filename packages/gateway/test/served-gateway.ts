import { createLcd, type Lcd, type LcdOptions } from '@flow-query/testing'
import { afterEach, expect } from 'vitest'
import { WebSocket } from 'ws'
import { waitFor } from '../../../tests/setup/wait-for.js'
import { startWithLimits } from '../src/gateway.js'
import type { Gateway, GatewayOptions } from '../src/index.js'
import { patience } from './patience.js'

const started: Gateway[] = []
afterEach(async () => {
  for (const gateway of started.splice(0)) await gateway.close()
})

/** Starts a gateway in front of in-memory nodes. It is closed after the test. */
export async function startWith(
  lcds: Lcd | readonly Lcd[],
  options: Partial<GatewayOptions> = {},
  limits: Partial<Parameters<typeof startWithLimits>[1]> = {},
): Promise<Gateway> {
  const nodes = [lcds].flat()
  const [first] = nodes as [Lcd]
  const gateway = await startWithLimits(
    {
      lcd: nodes.map((_, index) => `https://node-${index}.test`),
      rpc: first.rpc,
      WebSocket: first.WebSocket,
      fetch: (url, init) => (nodes[Number(/node-(\d+)/.exec(String(url))?.[1])] as Lcd).fetch(url, init),
      retries: 0,
      shutdownTimeout: 100,
      timeout: 300_000,
      ...options,
    },
    { ...patience, ...limits },
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
  return { lcd, ...readerOf(gateway.url) }
}

/** Waits until the gateway receives the node's events. */
export async function eventsArrive(gateway: Pick<Gateway, 'url'>): Promise<void> {
  await waitFor(async () => expect(await hasEvents(gateway)).toBe(true))
}

/** Returns whether the gateway receives the node's events. It only accepts WebSockets after that. */
export function hasEvents({ url }: Pick<Gateway, 'url'>): Promise<boolean> {
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

export function readerOf(url: string) {
  const get = async (path: string, headers: Record<string, string> = {}): Promise<Reply> => {
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
    url,
    get,
    /** Waits until a response has this text. */
    until: (path: string, text: string | RegExp) =>
      waitFor(async () => {
        const reply = await get(path)
        if (!(typeof text === 'string' ? reply.text.includes(text) : text.test(reply.text)))
          throw new Error(`${path} has no ${text}: ${reply.text.slice(0, 500)}`)
        return reply
      }),
  }
}
