import { type DemoOptions, startDemo } from '@flow-query/demo'
import { createLcd, type Lcd, type LcdOptions } from '@flow-query/testing'
import { type ServedLcd, type ServeOptions, serveLcd } from '@flow-query/testing/serve'
import { test as base, expect, type Page, type Request } from '@playwright/test'

export { expect }

type ExplorerName = NonNullable<DemoOptions['names']>[number]

/** What a project or a test may choose. */
export interface Explorer {
  /** Which of the explorers is tried. */
  explorer: ExplorerName
  /** Whether a node may fail: the browser then says so on its console, and nothing else may stand there. */
  nodeFails: boolean
}

/** A node that a test holds in its hands. */
export interface Node {
  readonly lcd: Lcd
  readonly url: string
  /** Dies, with every connection to it. */
  die: () => Promise<void>
  /** Is there again, at the same address. */
  revive: () => Promise<void>
}

export interface Fixtures extends Pick<Explorer, 'nodeFails'> {
  /** What the pages wait for. */
  inFlight: Set<Request>
  /** Starts a node; it ends with the test. */
  startNode: (options?: LcdOptions & Omit<ServeOptions, 'port' | 'host'>) => Promise<Node>
  /** Opens a page of the explorer that reads from a node, as a shared link would. */
  open: (node: Node, path?: string) => Promise<void>
  /** Lets time pass, for a page whose clock is installed and for its node alike. */
  pass: (node: Node, milliseconds: number) => Promise<void>
}

interface WorkerFixtures extends Pick<Explorer, 'explorer'> {
  /** The built explorer on a port, with a node of its own that knows no flow. */
  site: { url: string; lcdUrl: string }
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  explorer: ['react', { option: true, scope: 'worker' }],
  nodeFails: [false, { option: true }],

  site: [
    async ({ explorer }, use) => {
      const demo = await startDemo({ names: [explorer], port: 0, lcdPort: 0, lcd: createLcd({ flows: [] }) })
      await use({ url: demo.explorers[0]?.url ?? '', lcdUrl: demo.lcdUrl })
      await demo.close()
    },
    { scope: 'worker' },
  ],

  baseURL: ({ site }, use) => use(site.url),

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its parameter.
  inFlight: ({}, use) => use(new Set()),

  // Nothing on the console, and nothing asked of anybody but this machine. Nodes outlive the pages that ask them.
  context: async ({ context, inFlight, nodeFails, startNode: _ }, use) => {
    const heard: string[] = []
    context.on('console', message => heard.push(message.text()))
    context.on('weberror', error => heard.push(String(error.error().stack ?? error.error())))
    context.on('requestfinished', request => inFlight.delete(request))
    context.on('requestfailed', request => inFlight.delete(request))
    context.on('request', request => {
      inFlight.add(request)
      if (/^https?:\/\/(?!127\.0\.0\.1[:/])/.test(request.url())) heard.push(`asked ${request.url()}`)
    })
    await use(context)
    const unexpected = nodeFails
      ? heard.filter(text => !/^(Failed to load resource: |WebSocket connection to )/.test(text))
      : heard
    expect(unexpected, 'what the browser said').toEqual([])
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its parameter.
  startNode: async ({}, use) => {
    const servers = new Set<ServedLcd>()
    await use(async ({ latency = 0, ...options } = {}) => {
      const lcd = createLcd(options)
      let server = await serveLcd(lcd, { latency })
      servers.add(server)
      return {
        lcd,
        url: server.url,
        async die() {
          servers.delete(server)
          await server.close()
        },
        async revive() {
          server = await serveLcd(lcd, { latency, port: server.port })
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

  pass: ({ page, inFlight }, use) =>
    use(async ({ lcd }, milliseconds) => {
      for (let left = milliseconds; left > 0; left -= step) {
        // An answer takes no time, whatever the machine takes for it: none is late because of a leap.
        await expect.poll(() => inFlight.size, { intervals: [1, 2, 5, 10, 20, 50] }).toBe(0)
        lcd.advance(Math.min(step, left))
        await page.clock.fastForward(Math.min(step, left))
      }
    }),
})

/** Milliseconds: shorter than any timeout. */
const step = 9_000

/** The ids of the flows in a list, from the top. */
export function listedIds(page: Page): Promise<(string | null)[]> {
  return page.getByTestId('flow-row').evaluateAll(rows => rows.map(row => row.getAttribute('data-id')))
}

/** What one of the queries was asked, as paths, oldest first. */
export function asked({ lcd }: Node, query: Lcd['requests'][number]['query']): string[] {
  return lcd.requests.filter(request => request.query === query).map(request => request.target)
}
