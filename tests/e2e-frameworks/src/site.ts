import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { address, createClock, createLcd, type Lcd } from '@flow-query/testing'
import { serveLcd } from '@flow-query/testing/serve'
import type { Page } from '@playwright/test'
import { test as base, expect } from '../../setup/browser-test.js'
import { waitLimit } from '../../setup/wait-limit.js'

export { expect }

/** Options of a Playwright project or a test. */
export interface SiteOptions {
  /** The folder of the site in `apps`. */
  folder: string
  /** The status of a page if the node returns an error. */
  errorStatus: number
  /** How many requests a proxy sends to the node before each page. */
  proxyRequests: number
  /** Whether pages return error statuses. The browser logs them to the console, which must otherwise be empty. */
  failing: boolean
}

interface WorkerFixtures extends Pick<SiteOptions, 'folder' | 'errorStatus'> {
  /** The node of the site. Its clock doesn't advance, so flows only run when a test executes them. */
  lcd: Lcd & { readonly url: string }
  site: { url: string }
}

interface Fixtures extends Pick<SiteOptions, 'proxyRequests' | 'failing'> {
  /** Returns the requests that the node has received since the test started. */
  requests: () => NodeRequest[]
  /** Adds a flow that is not due soon. Without `owner`, it gets a new owner. */
  addFlow: (label: string, owner?: string) => { id: string; owner: string }
}

interface NodeRequest {
  query: Lcd['requests'][number]['query']
  by: 'browser' | 'server'
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  // Servers have the real time, and pages compare it with their own.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern
  start: ({}, use) => use(Date.now()),
  folder: ['next', { option: true, scope: 'worker' }],
  errorStatus: [500, { option: true, scope: 'worker' }],
  proxyRequests: [0, { option: true }],
  failing: [false, { option: true }],

  lcd: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern
    async ({}, use) => {
      const lcd = createLcd({ flows: [later('First flow')], clock: createClock('2026-11-21T12:00:00Z').now })
      const served = await serveLcd(lcd)
      await use(Object.create(lcd, { url: { value: served.url } }))
      await served.close()
    },
    { scope: 'worker' },
  ],

  site: [
    async ({ folder, lcd }, use) => {
      const port = await freePort()
      const process = start(join(import.meta.dirname, '../../../apps', folder), port, lcd.url)
      const output: string[] = []
      process.stderr?.on('data', data => output.push(String(data)))
      const url = `http://127.0.0.1:${port}`
      await expect(async () => {
        if (process.exitCode !== null) throw new Error(`The site stopped: ${output.join('')}`)
        expect((await fetch(url)).status).toBe(200)
      }).toPass({ timeout: waitLimit })
      await use({ url })
      await stop(process)
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  baseURL: ({ site }, use) => use(site.url),

  // Fails a test if the browser logs anything or sends a request to another machine.
  context: async ({ context, lcd, failing }, use) => {
    const messages: string[] = []
    context.on('console', message => messages.push(message.text()))
    context.on('weberror', error => messages.push(String(error.error().stack ?? error.error())))
    context.on('request', request => {
      if (/^https?:\/\/(?!127\.0\.0\.1[:/])/.test(request.url())) messages.push(`requested ${request.url()}`)
    })
    await use(context)
    lcd.recover()
    const unexpected = failing ? messages.filter(text => !/^(Failed to load resource: |Error: )/.test(text)) : messages
    expect(unexpected, 'messages and external requests of the browser').toEqual([])
  },

  requests: ({ lcd }, use) => {
    const last = lcd.requests.at(-1)
    // The browser sends an `Origin` header, because the page and the node have different origins.
    return use(() =>
      lcd.requests
        .slice(last ? lcd.requests.indexOf(last) + 1 : 0)
        .map(({ query, headers }) => ({ query, by: headers.origin === undefined ? 'server' : 'browser' })),
    )
  },

  addFlow: ({ lcd }, use) =>
    use((label, owner = address(1_000 + lcd.state.flows.length)) => {
      const { id } = lcd.addFlow({ ...later(label), owner })
      return { id, owner }
    }),
})

/** Waits until the browser has hydrated a page without a live connection, and has sent the first requests. */
export async function waitForHydration(page: Page): Promise<void> {
  await expect(page.getByText('connecting')).toBeVisible()
  await page.clock.runFor(1_000)
  await page.waitForLoadState('networkidle')
}

/** Returns a flow whose next run is far in the future, because pages refetch flows that are due. */
function later(label: string) {
  return {
    label,
    startTime: '2100-01-01T00:00:00Z',
    execTime: '2100-01-01T01:00:00Z',
    endTime: '2101-01-01T00:00:00Z',
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Starts the site as its README describes, with the environment variables of all frameworks. */
function start(folder: string, port: number, lcd: string): ChildProcess {
  return spawn('npm', ['run', '--silent', 'start'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    // npm starts other processes. A process group stops all of them together.
    detached: true,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      LCD_URL: lcd,
      RPC_URL: lcd,
      NUXT_PUBLIC_LCD_URL: lcd,
      NUXT_PUBLIC_RPC_URL: lcd,
      PUBLIC_LCD_URL: lcd,
      PUBLIC_RPC_URL: lcd,
    },
  })
}

async function stop(site: ChildProcess): Promise<void> {
  if (site.pid === undefined || site.exitCode !== null) return
  const ended = once(site, 'exit')
  process.kill(-site.pid, 'SIGKILL')
  await ended
}
