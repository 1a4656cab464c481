import { startDemo } from '@flow-query/demo'
import { type Gateway, startGateway } from '@flow-query/gateway'
import { createLcd, type Lcd, type LcdOptions } from '@flow-query/testing'
import { type ServedLcd, type ServeOptions, serveLcd } from '@flow-query/testing/serve'
import { test as base, expect, type Page, type WebSocket } from '@playwright/test'

export { expect }

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
  /** Stops the node and closes all its connections. */
  die: () => Promise<void>
  /** Starts the node again at the same URL. */
  revive: () => Promise<void>
}

export interface Fixtures extends Options {
  /** The pending requests of all pages, and their pending calls on WebSockets. */
  inFlight: Set<unknown>
  /** Starts a node. It stops at the end of the test. */
  startNode: (options?: LcdOptions & Omit<ServeOptions, 'port' | 'host'>) => Promise<Node>
  /** Opens a page of the explorer with a node as its endpoint. */
  open: (node: Node, path?: string) => Promise<void>
  /**
   * Pauses the time of a page whose clock is installed, and waits for pending responses. Then the page sends no requests on its own.
   * `page.clock.resume()` ends the pause.
   */
  freeze: () => Promise<void>
  /** Advances the time of a page whose clock is installed, and of a node unless it is null. */
  pass: (node: Node | null, milliseconds: number) => Promise<void>
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
      const demo = await startDemo({ port: 0, lcdPort: 0, lcd: createLcd({ flows: [] }) })
      await use({ url: demo.url, lcdUrl: demo.lcdUrl })
      await demo.close()
    },
    { scope: 'worker' },
  ],

  baseURL: ({ site }, use) => use(site.url),

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its parameter.
  inFlight: ({}, use) => use(new Set()),

  // A test fails if a page writes to the console, or sends a request to another machine. This fixture depends on `startNode`, so
  // that the pages close before the nodes stop.
  context: async ({ context, inFlight, nodeFails, startNode: _ }, use) => {
    const messages: string[] = []
    context.on('console', message => messages.push(message.text()))
    context.on('weberror', error => messages.push(String(error.error().stack ?? error.error())))
    context.on('page', page => page.on('websocket', socket => trackCalls(socket, inFlight)))
    context.on('requestfinished', request => inFlight.delete(request))
    context.on('requestfailed', request => inFlight.delete(request))
    context.on('request', request => {
      inFlight.add(request)
      if (/^https?:\/\/(?!127\.0\.0\.1[:/])/.test(request.url())) messages.push(`request to ${request.url()}`)
    })
    await use(context)
    // A gateway that is closing responds without CORS headers.
    const unexpected = nodeFails
      ? messages.filter(text => !/^(Failed to load resource: |WebSocket connection to |Access to fetch at )/.test(text))
      : messages
    expect(unexpected, 'messages on the console').toEqual([])
  },

  startNode: async ({ gateway }, use) => {
    const serve = gateway ? serveWithGateway : serveLcd
    const servers = new Set<Server>()
    await use(async ({ latency = 0, ...options } = {}) => {
      const lcd = createLcd(options)
      // The browser logs "not found" on the console, so the connection of most tests exists on all nodes.
      lcd.accounts.connections['connection-0'] ??= { client_id: '07-tendermint-0' }
      lcd.accounts.clients['07-tendermint-0'] ??= 'Active'
      let server = await serve(lcd, { latency })
      servers.add(server)
      return {
        lcd,
        url: server.url,
        async die() {
          servers.delete(server)
          await server.close()
        },
        async revive() {
          server = await serve(lcd, { latency, port: server.port })
          servers.add(server)
        },
      }
    })
    await Promise.all(Array.from(servers, server => server.close()))
  },

  open: ({ page }, use) =>
    use(async ({ url }, path = '/flows') => {
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}lcd=${encodeURIComponent(url)}`)
    }),

  freeze: ({ page, inFlight }, use) =>
    use(async () => {
      // A clock can't be paused at a time that has passed, and a busy machine takes less than a minute for these calls.
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
      await expect.poll(() => inFlight.size).toBe(0)
    }),

  pass: ({ page, inFlight }, use) =>
    use(async (node, milliseconds) => {
      for (let left = milliseconds; left > 0; left -= step) {
        // Waits for pending responses, so that no request times out because the clock advances.
        await expect.poll(() => inFlight.size, { intervals: [1, 2, 5, 10, 20, 50] }).toBe(0)
        node?.lcd.advance(Math.min(step, left))
        await page.clock.fastForward(Math.min(step, left))
      }
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

/** Adds each JSON-RPC call on a WebSocket to a set until its response arrives. */
function trackCalls(socket: WebSocket, inFlight: Set<unknown>): void {
  const own = new Set<string>()
  const callOf = ({ payload }: { payload: string | Buffer }) => `${socket.url()} ${JSON.parse(`${payload}`).id}`
  socket.on('framesent', frame => {
    own.add(callOf(frame))
    inFlight.add(callOf(frame))
  })
  socket.on('framereceived', frame => inFlight.delete(callOf(frame)))
  socket.on('close', () => {
    for (const call of own) inFlight.delete(call)
  })
}

/** The maximum step in milliseconds. It is much shorter than all timeouts, because a request can start just before a step. */
const step = 4_000

/** Opens a page with a node and its RPC, and waits for the live connection. */
export async function openLive(page: Page, { url }: Node, path: string): Promise<void> {
  await page.goto(`${path}?lcd=${encodeURIComponent(url)}&rpc=${encodeURIComponent(url)}`)
  await expect(page.getByTestId('live-mark')).toHaveAttribute('data-connection', 'connected')
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
