import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { address, createClock, createLcd, type Lcd } from '@flow-query/testing'
import { serveLcd } from '@flow-query/testing/serve'
import { test as base, expect } from '@playwright/test'

export { expect }

/** What a project or a test may choose. */
export interface SiteOptions {
  /** Which of the sites, below `apps`. */
  folder: string
  /** The status of a page whose node fails. */
  badNode: number
  /** Whether a page has a status of errors: the browser then says so on its console, and nothing else may stand there. */
  failing: boolean
}

interface WorkerFixtures extends Pick<SiteOptions, 'folder' | 'badNode'> {
  /** The node that the site reads from. Its clock stands: nothing runs but by a test. */
  lcd: Lcd & { readonly url: string }
  site: { url: string }
}

interface Fixtures extends Pick<SiteOptions, 'failing'> {
  /** What the node is asked from the beginning of the test on. */
  asked: () => Asked[]
  /** A flow that is not due before long, of an owner of its own unless one is given. */
  addFlow: (label: string, owner?: string) => { id: string; owner: string }
}

interface Asked {
  query: Lcd['requests'][number]['query']
  by: 'browser' | 'server'
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  folder: ['next', { option: true, scope: 'worker' }],
  badNode: [500, { option: true, scope: 'worker' }],
  failing: [false, { option: true }],

  lcd: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its parameter.
    async ({}, use) => {
      const lcd = createLcd({ flows: [later('The first flow')], clock: createClock('2026-11-21T12:00:00Z').now })
      const served = await serveLcd(lcd)
      await use(Object.create(lcd, { url: { value: served.url } }))
      await served.close()
    },
    { scope: 'worker' },
  ],

  site: [
    async ({ folder, lcd }, use) => {
      const port = await freePort()
      const process = start(join(import.meta.dirname, '..', '..', folder), port, lcd.url)
      const said: string[] = []
      process.stderr?.on('data', data => said.push(String(data)))
      const url = `http://127.0.0.1:${port}`
      await expect(async () => {
        if (process.exitCode !== null) throw new Error(`The site has ended: ${said.join('')}`)
        expect((await fetch(url)).status).toBe(200)
      }).toPass({ timeout: 60_000 })
      await use({ url })
      await stop(process)
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  baseURL: ({ site }, use) => use(site.url),

  // Nothing on the console, and nothing asked of anybody but this machine.
  context: async ({ context, lcd, failing }, use) => {
    const heard: string[] = []
    context.on('console', message => heard.push(message.text()))
    context.on('weberror', error => heard.push(String(error.error().stack ?? error.error())))
    context.on('request', request => {
      if (/^https?:\/\/(?!127\.0\.0\.1[:/])/.test(request.url())) heard.push(`asked ${request.url()}`)
    })
    await use(context)
    lcd.recover()
    const unexpected = failing ? heard.filter(text => !/^(Failed to load resource: |Error: )/.test(text)) : heard
    expect(unexpected, 'what the browser said').toEqual([])
  },

  asked: ({ lcd }, use) => {
    const last = lcd.requests.at(-1)
    // A page is of another origin than the node, and says so.
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

/** So late that no page asks for it because it is due. */
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

/** As its README says, with the environment that each of the frameworks wants. */
function start(folder: string, port: number, lcd: string): ChildProcess {
  return spawn('npm', ['run', '--silent', 'start'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    // A group of its own, which ends as one: npm starts others.
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
