import { startDemo } from '@flow-query/demo'
import { type Gateway, startGateway } from '@flow-query/gateway'
import { createClock, createLcd, type Lcd, type LcdOptions } from '@flow-query/testing'
import { type ServedLcd, type ServeOptions, serveLcd } from '@flow-query/testing/serve'
import type { Page } from '@playwright/test'
import { test as base, expect, start } from '../../setup/browser-test.js'

export { expect, start }

/** The options of a project or a test. */
export interface Options {
  /** Whether pages read all nodes through a gateway. */
  gateway: boolean
  /** Whether requests may fail. The browser logs failed requests on the console, so these messages are allowed. */
  nodeFails: boolean
}

/** An in-memory node that a test controls. */
export interface Node {
  readonly lcd: Lcd
  readonly url: string
  /** Whether the node creates no blocks while the time of the page passes. */
  isHalted: boolean
  /** Stops the node and closes all its connections. */
  die: () => Promise<void>
  /** Starts the node again at the same URL. */
  revive: () => Promise<void>
}

export interface Fixtures extends Options {
  /** Starts a node whose time is the time of the page. It stops at the end of the test. */
  startNode: (options?: LcdOptions & Omit<ServeOptions, 'port' | 'host'> & { lcd?: Lcd }) => Promise<Node>
  /** Opens a page of the explorer with a node as its endpoint. */
  open: (node: Node, path?: string) => Promise<void>
}

interface WorkerFixtures {
  /** The built explorer on a port, and a node without flows. */
  site: { url: string; lcdUrl: string }
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  gateway: [false, { option: true }],
  nodeFails: [false, { option: true }],

  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its parameter.
    async ({}, use) => {
      const demo = await startDemo({
        port: 0,
        lcdPort: 0,
        lcd: createLcd({ flows: [], clock: createClock(start).now }),
      })
      await use({ url: demo.url, lcdUrl: demo.lcdUrl })
      await demo.close()
    },
    { scope: 'worker' },
  ],

  baseURL: ({ site }, use) => use(site.url),

  // A test fails if a page writes to the console, or sends a request to another machine. This fixture depends on `startNode`, so
  // that the pages close before the nodes stop.
  context: async ({ context, nodeFails, startNode: _ }, use) => {
    const messages: string[] = []
    context.on('console', message => messages.push(message.text()))
    context.on('weberror', error => messages.push(String(error.error().stack ?? error.error())))
    context.on('request', request => {
      if (/^https?:\/\/(?!127\.0\.0\.1[:/])/.test(request.url())) messages.push(`request to ${request.url()}`)
    })
    await use(context)
    // A gateway that is closing responds without CORS headers.
    const unexpected = nodeFails
      ? messages.filter(text => !/^(Failed to load resource: |WebSocket connection to |Access to fetch at )/.test(text))
      : messages
    expect(unexpected, 'messages on the console').toEqual([])
  },

  startNode: async ({ gateway, clocks }, use) => {
    const serve = gateway ? serveWithGateway : serveLcd
    const servers = new Set<Server>()
    await use(async ({ latency = 0, lcd: demo, ...options } = {}) => {
      const lcd = demo ?? createLcd({ clock: createClock(start).now, ...options })
      // The browser logs "not found" on the console, so the connection of most tests exists on all nodes.
      lcd.accounts.connections['connection-0'] ??= { client_id: '07-tendermint-0' }
      lcd.accounts.clients['07-tendermint-0'] ??= 'Active'
      let server = await serve(lcd, { latency })
      servers.add(server)
      const node: Node = {
        lcd,
        url: server.url,
        isHalted: false,
        async die() {
          servers.delete(server)
          await server.close()
        },
        async revive() {
          server = await serve(lcd, { latency, port: server.port })
          servers.add(server)
        },
      }
      clocks.add(milliseconds => {
        if (!node.isHalted) lcd.advance(milliseconds)
      })
      return node
    })
    await Promise.all(Array.from(servers, server => server.close()))
  },

  open: ({ page }, use) =>
    use(async ({ url }, path = '/flows') => {
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}lcd=${encodeURIComponent(url)}`)
    }),
})

type Server = Pick<ServedLcd, 'url' | 'port' | 'close'>

/** Serves a node and a gateway that pages read instead. They stop together. */
async function serveWithGateway(lcd: Lcd, { port, ...options }: ServeOptions): Promise<Server> {
  const node = await serveLcd(lcd, options)
  const gateway: Gateway = await startGateway({ lcd: node.url, rpc: node.rpc, port, shutdownTimeout: 500 })
  return {
    url: gateway.url,
    port: Number(new URL(gateway.url).port),
    async close() {
      await gateway.close()
      await node.close()
    },
  }
}

/** Opens a page with a node and its RPC, and waits for the live connection. */
export async function openLive(page: Page, { url }: Node, path: string): Promise<void> {
  await page.goto(`${path}?lcd=${encodeURIComponent(url)}&rpc=${encodeURIComponent(url)}`)
  await expect(page.getByTestId('live-mark')).toHaveAttribute('data-connection', 'connected')
}

/** Returns a condition for URLs: whether a URL has this path and this search. The endpoint in the URL doesn't matter. */
export function at(path: string): (url: URL) => boolean {
  return ({ pathname, searchParams }) => {
    const search = new URLSearchParams(searchParams)
    for (const name of ['lcd', 'rpc']) search.delete(name)
    return path === (search.size ? `${pathname}?${search}` : pathname)
  }
}

/** Returns the ids of the flows in a list, from top to bottom. */
export function listedIds(page: Page): Promise<(string | null)[]> {
  return page.getByTestId('flow-row').evaluateAll(rows => rows.map(row => row.getAttribute('data-id')))
}

/** Returns the number of flows that the browser has stored for a chain whose flows are all loaded. */
export function storedFlows(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>(resolve => {
        const opening = indexedDB.open('flow-explorer')
        // The page creates the database when it stores something.
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onerror = event => {
          event.preventDefault()
          resolve(0)
        }
        opening.onsuccess = () => {
          const all = opening.result.transaction('collections').objectStore('collections').getAll()
          all.onsuccess = () => {
            const head = all.result.find(value => value.collection?.complete)
            opening.result.close()
            resolve(head ? head.collection.loaded : 0)
          }
        }
      }),
  )
}
