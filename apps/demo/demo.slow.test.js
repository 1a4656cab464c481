import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { waitFor } from '../../tests/setup/wait-for.js'
import { checkUrl, startDemo } from './start.js'

/** @type {(() => unknown)[]} */
const cleanUps = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

/** @param {import('./start.js').DemoOptions} options */
async function start(options) {
  const demo = await startDemo(options)
  cleanUps.push(demo.close)
  return demo
}

/** Occupies a port. */
async function occupy(port = 0) {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  cleanUps.push(() => server.close())
  return /** @type {import('node:net').AddressInfo} */ (server.address()).port
}

/** Creates a folder for temporary files. */
function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'demo-'))
  cleanUps.push(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Starts a webhook, and returns its URL and the messages that it got. */
async function startWebhook() {
  /** @type {any[]} */
  const messages = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    messages.push(JSON.parse(body))
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUps.push(() => server.close())
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return { url: `http://127.0.0.1:${port}/hook`, messages }
}

/** @param {string} url @param {object} body */
async function post(url, body) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return response.json()
}

/** @param {Record<string, string>} env */
function run(env) {
  const child = spawn(process.execPath, ['demo.js'], { cwd: import.meta.dirname, env: { ...process.env, ...env } })
  const seen = { output: '' }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (seen.output += data))
  const exit = once(child, 'close').then(([code, signal]) => code ?? signal)
  // SIGKILL would leave the temporary folder of the monitor.
  cleanUps.push(() => {
    child.kill('SIGTERM')
    return exit
  })
  let hasEnded = false
  exit.then(() => {
    hasEnded = true
  })
  /** @param {RegExp} pattern @returns {Promise<RegExpExecArray>} */
  const says = async pattern => {
    for (;;) {
      const found = pattern.exec(seen.output)
      if (found) return found
      if (hasEnded) throw new Error(`The demo ended without the text ${pattern}: ${seen.output}`)
      await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), exit])
    }
  }
  return { child, exit, says, seen }
}

test('serves a node, and inserts its URL into the page', async () => {
  const { url, lcdUrl } = await start({ port: 0, lcdPort: 0 })
  const html = await (await fetch(url)).text()
  expect(html).toContain(`<meta name="flow-query:lcd" content="${lcdUrl}"`)
  expect(html).toContain(`<meta name="flow-query:rpc" content="${lcdUrl}"`)
  const response = await fetch(`${lcdUrl}/intento/intent/v1/flows?pagination.limit=1`)
  expect(response.status).toBe(200)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
})

test('inserts the LCDs of other chains into the page if they belong to the node', async () => {
  const chains = 'connection-0=https://hub.test connection-1=https://osmosis.test'
  const { url } = await start({ port: 0, lcdUrl: 'https://lcd.test', chains })
  expect(await (await fetch(url)).text()).toContain(`<meta name="flow-query:chains" content="${chains}"`)
  const embedded = await start({ port: 0, lcdPort: 0, chains })
  const page = await (await fetch(embedded.url)).text()
  const [, host] = /<meta name="flow-query:chains" content="connection-0=(http:[^"]+)"/.exec(page) ?? []
  expect((await fetch(`${host}/cosmos/staking/v1beta1/params`)).status).toBe(200)
  await expect(start({ port: 0, lcdUrl: 'https://lcd.test', chains: 'https://hub.test' })).rejects.toThrow(
    'CHAINS is invalid',
  )
  await expect(start({ port: 0, lcdUrl: 'https://lcd.test', chains: 'connection-0=hub' })).rejects.toThrow('valid URL')
})

test('serves the documentation if it has been built, and links to it', async () => {
  const docs = temporaryFolder()
  for (const name of ['index', 'live', '404']) writeFileSync(join(docs, `${name}.html`), `This is ${name}.`)
  const { url, docsUrl } = await start({ port: 0, lcdPort: 0, docs })
  expect(await (await fetch(url)).text()).toContain(`<meta name="flow-query:docs" content="${docsUrl}"`)
  const responses = await Promise.all(['/', '/live.html', '/live', '/nowhere'].map(path => fetch(`${docsUrl}${path}`)))
  expect(await Promise.all(responses.map(response => response.text()))).toEqual([
    'This is index.',
    'This is live.',
    'This is live.',
    'This is 404.',
  ])
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 404])

  const { url: without, docsUrl: none } = await start({ port: 0, lcdPort: 0 })
  expect(none).toBeNull()
  expect(await (await fetch(without)).text()).toContain('<meta name="flow-query:docs" content=""')
})

test('serves the documentation as simple pages if it has not been built', async () => {
  const docs = fileURLToPath(new URL('../../docs', import.meta.url))
  const { docsUrl } = await start({ port: 0, lcdPort: 0, docs })
  const read = async (/** @type {string} */ path) => {
    const response = await fetch(`${docsUrl}${path}`)
    return { status: response.status, text: await response.text() }
  }
  expect((await read('/')).text).toContain('<a href="/guides/live">')
  for (const app of ['react', 'vue', 'svelte']) {
    const questions = readFileSync(new URL(`../${app}/src/questions.ts`, import.meta.url), 'utf8')
    for (const [, guide = ''] of questions.matchAll(/guide: '(.+?)'/g)) {
      const [path = '', anchor] = guide.split('#')
      const { status, text } = await read(`/${path}`)
      expect([guide, status]).toEqual([guide, path.startsWith('api/') ? 404 : 200])
      expect(text).toContain(path.startsWith('api/') ? 'npm run docs -- build' : '<h1')
      if (anchor) expect(text).toContain(`id="${anchor}"`)
    }
  }
  expect(await read('/nowhere')).toMatchObject({ status: 404, text: expect.stringContaining('Page not found') })
  expect((await read('/guides/live.md')).text).toContain('<pre><code')
  expect((await read('/overview.png')).status).toBe(200)
})

test('compresses files, and caches all files except the page', async () => {
  const { url } = await start({ port: 0, lcdPort: 0 })
  const html = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
  expect(html.headers.get('content-encoding')).toBe('gzip')
  expect(html.headers.get('cache-control')).toBe('no-cache')
  const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec(await html.text()) ?? []
  const file = await fetch(url + script, { headers: { 'accept-encoding': 'gzip, br' } })
  expect(file.headers.get('content-encoding')).toBe('br')
  expect(file.headers.get('cache-control')).toContain('immutable')
  expect(file.headers.get('content-type')).toContain('javascript')
  const plain = await fetch(url + script, { headers: { 'accept-encoding': 'identity' } })
  expect(plain.headers.get('content-encoding')).toBeNull()
})

test('serves the page at all URLs, except for files', async () => {
  const { url } = await start({ port: 0, lcdPort: 0 })
  for (const path of ['/flows/14?execution=3', '/owners/into1xyz', '/nowhere', '/index.html', '/%2e%2e/package.json']) {
    const response = await fetch(url + path)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
  }
  const [script = ''] = /\/assets\/[^"]+\.js/.exec(await (await fetch(url)).text()) ?? []
  const response = await fetch(url + script)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringContaining('javascript')])
  expect((await fetch(`${url}/assets/none.js`)).status).toBe(404)
  expect((await fetch(`${url}/favicon.svg`)).headers.get('content-type')).toContain('svg')
  expect((await fetch(`${url}/service-worker.js`)).headers.get('content-type')).toContain('javascript')
})

test('uses the next port if a port is in use', async () => {
  const [port, lcdPort] = [await occupy(), await occupy()]
  const { url, lcdUrl } = await start({ port, lcdPort })
  expect(Number(new URL(url).port)).toBeGreaterThan(port)
  expect(Number(new URL(lcdUrl).port)).toBeGreaterThan(lcdPort)
  expect((await fetch(url)).status).toBe(200)
})

test('does not start a node if it gets the URL of one', async () => {
  const other = await start({ port: 0, lcdPort: 0 })
  const { url, lcd, lcdUrl } = await start({ port: 0, lcdUrl: `${other.lcdUrl}/` })
  expect([lcd, lcdUrl]).toEqual([null, other.lcdUrl])
  const html = await (await fetch(url)).text()
  expect(html).toContain(`<meta name="flow-query:lcd" content="${other.lcdUrl}"`)
  expect(html).toContain('<meta name="flow-query:rpc" content=""')
})

test('inserts the LCD and the RPC of another node into the page', async () => {
  const { url, rpcUrl } = await start({ port: 0, lcdUrl: 'http://lcd.invalid', rpcUrl: 'http://rpc.invalid/' })
  expect(rpcUrl).toBe('http://rpc.invalid')
  expect(await (await fetch(url)).text()).toContain('<meta name="flow-query:rpc" content="http://rpc.invalid"')
  await expect(start({ port: 0, lcdUrl: 'http://lcd.invalid', rpcUrl: 'nonsense' })).rejects.toThrow(
    'RPC_URL is not a valid URL: “nonsense”',
  )
})

test.each(/** @type {const} */ (['react', 'vue', 'svelte']))('inserts the node into the demo app in %s', async app => {
  const { url } = await start({ app, port: 0, lcdUrl: 'http://lcd.invalid', rpcUrl: 'http://rpc.invalid' })
  const html = await (await fetch(url)).text()
  expect(html).toContain('<meta name="flow-query:lcd" content="http://lcd.invalid"')
  expect(html).toContain('<meta name="flow-query:rpc" content="http://rpc.invalid"')
})

test('close stops all servers', async () => {
  const { url, lcdUrl, close } = await start({ port: 0, lcdPort: 0 })
  await fetch(url)
  await close()
  await expect(fetch(url)).rejects.toThrow()
  await expect(fetch(lcdUrl)).rejects.toThrow()
})

test('starts a monitor, and a webhook gets messages about the flow that often fails', async () => {
  const temporary = temporaryFolder()
  vi.stubEnv('TMPDIR', temporary)
  cleanUps.push(() => vi.unstubAllEnvs())
  const { url, lcd, monitorUrl, close } = await start({ port: 0, lcdPort: 0, startsMonitor: true, monitorPort: 0 })
  expect(await (await fetch(url)).text()).toContain(`<meta name="flow-query:monitor" content="${monitorUrl}"`)
  const page = await fetch(`${monitorUrl}/subscriptions`, { headers: { origin: url } })
  expect(page.headers.get('access-control-allow-origin')).toBe(url)

  const webhook = await startWebhook()
  const flow = lcd?.state.flows.find(({ label }) => label === 'DCA ATOM every minute')?.id
  const channel = { type: 'webhook', url: webhook.url }
  const { token } = await post(`${monitorUrl}/subscriptions`, { target: { flow }, channel })
  const { code } = webhook.messages[0].data
  await post(`${monitorUrl}/subscriptions/${token}/confirm`, { code })
  const types = () => webhook.messages.map(({ type }) => type)
  // Its next two runs, and the responses of the other chain.
  for (const expected of ['flow.failing', 'flow.failing.resolved']) {
    lcd?.advance(60_000)
    await waitFor(() => expect(types()).toContain(expected))
  }
  expect(webhook.messages.at(-1).data).toMatchObject({ url: `${url}/flows/${flow}` })

  await close()
  await expect(fetch(`${monitorUrl}/healthz`)).rejects.toThrow()
  expect(readdirSync(temporary)).toEqual([])
})

test('starts the monitor on the next port if the port is in use', async () => {
  const monitorPort = await occupy()
  const { monitorUrl } = await start({ port: 0, lcdPort: 0, startsMonitor: true, monitorPort })
  expect(Number(new URL(monitorUrl ?? '').port)).toBeGreaterThan(monitorPort)
  expect((await fetch(`${monitorUrl}/healthz`)).status).toBe(200)
})

test('serves the page without a monitor if there is no place for temporary files', async () => {
  vi.stubEnv('TMPDIR', join(temporaryFolder(), 'missing'))
  cleanUps.push(() => vi.unstubAllEnvs())
  /** @type {string[]} */
  const problems = []
  const onProblem = (/** @type {string} */ text) => problems.push(text)
  const { url, monitorUrl } = await start({ port: 0, lcdPort: 0, startsMonitor: true, onProblem })
  expect([monitorUrl, problems]).toEqual([null, [expect.stringMatching(/^The monitor could not start: ENOENT/)]])
  expect(await (await fetch(url)).text()).toContain('<meta name="flow-query:monitor" content=""')
})

test('starts no monitor for a demo app, or if it gets the URL of one', async () => {
  const options = { port: 0, lcdPort: 0, startsMonitor: true }
  expect((await start({ ...options, app: 'react' })).monitorUrl).toBeNull()
  expect((await start({ ...options, monitor: 'https://alerts.test' })).monitorUrl).toBe('https://alerts.test')
})

test('prints the URL of the monitor and of a flow that fails, and removes all files when it is interrupted', async () => {
  const temporary = temporaryFolder()
  const { child, exit, says } = run({ TMPDIR: temporary, LCD_URL: '', MONITOR_URL: '' })
  const [, api] = await says(/API for alerts +(http:\S+)/)
  expect((await fetch(`${api}/healthz`)).status).toBe(200)
  const [, flow = ''] = await says(/To get an alert, open (\S+)/)
  expect((await fetch(flow)).status).toBe(200)
  expect(readdirSync(temporary)).toHaveLength(1)
  child.kill('SIGINT')
  expect(await exit).toBe(0)
  expect(readdirSync(temporary)).toEqual([])
})

test.each([
  ['nonsense', /not a valid URL: “nonsense”.*https:\/\/lcd\.example\.org/],
  ['ftp://lcd.example.org', /http:\/\/ or https:\/\/: “ftp:\/\//],
  ['localhost:1317', /http:\/\/ or https:\/\/: “localhost:/],
  ['https://me:secret@lcd.example.org', /user name or password/],
  ['https://lcd.example.org/?x=1', /query \(\?\)/],
])('rejects LCD_URL=%s with an explanation', (text, problem) => {
  expect(() => checkUrl('LCD_URL', text, 'https://lcd.example.org')).toThrow(problem)
})

test('prints an error and exits with status 1 if LCD_URL is invalid', async () => {
  const { exit, seen } = run({ LCD_URL: 'nonsense' })
  expect(await exit).toBe(1)
  expect(seen.output).toContain('LCD_URL is not a valid URL: “nonsense”')
  expect(seen.output).not.toContain('at ')
})

test('prints a warning and serves the page if the node at LCD_URL does not respond', async () => {
  const port = await occupy()
  await cleanUps.pop()?.()
  const { says } = run({ LCD_URL: `http://127.0.0.1:${port}` })
  const [, url = ''] = await says(/Flow Explorer.*?(http:\S+)/)
  await says(/Warning: http:\/\/127\.0\.0\.1:\d+.*could not be read/)
  expect((await fetch(url)).status).toBe(200)
})
