import { createFlowClient, v1, v1beta1 } from '@flow-query/core'
import { createDemoHost, createDemoLcd, demoHostConnection } from '@flow-query/testing/demo'
import { serveLcd } from '@flow-query/testing/serve'
import { serveApp } from './app.js'
import { serveDocs } from './docs.js'
import { onFreePort } from './ports.js'

/**
 * @typedef {object} DemoOptions
 * @property {import('./apps.js').AppName} [app] The default is the Flow Explorer.
 * @property {string} [lcdUrl] The LCD of a node. By default, the demo serves an in-memory chain.
 * @property {string} [rpcUrl] The RPC of this node, for live updates.
 * @property {string} [chains] The LCDs of other chains: `connection-0=https://lcd.other.example`, separated by spaces. Only used with `lcdUrl`. The demo chain has its own.
 * @property {import('@flow-query/testing').Lcd} [lcd] The in-memory chain. The default has many kinds of flows.
 * @property {string} [docs] The folder of the documentation, built or as Markdown, if the app should link to it.
 * @property {string} [monitor] The URL of a monitor that offers subscriptions to alerts about the chain.
 * @property {boolean} [startsMonitor] Whether to start such a monitor for the Flow Explorer, unless `monitor` is set. Requires the built package. The default is false.
 * @property {number} [monitorPort] The port of the started monitor, or 0 for any free port. The default is 9470 or the next free port.
 * @property {(text: string) => void} [onProblem] Called with a problem of the started monitor, in one sentence. Without the monitor, the demo still works.
 * @property {number} [port] The port of the app, or 0 for any free port. The default is 4173 or the next free port.
 * @property {number} [lcdPort] The port of the in-memory chain. The default is 1317 or the next free port.
 * @property {number} [latency] The delay of each response and WebSocket message of the in-memory chain, in milliseconds. The default is 0.
 * @property {string} [host] The default is 127.0.0.1, which only this machine can reach.
 *
 * @typedef {object} Demo
 * @property {string} url
 * @property {string | null} docsUrl
 * @property {string} lcdUrl
 * @property {string | null} rpcUrl
 * @property {string | null} monitorUrl
 * @property {import('@flow-query/testing').Lcd | null} lcd The in-memory chain, or null if `lcdUrl` is set.
 * @property {() => Promise<void>} close Stops all servers.
 */

/**
 * Starts a server for an app, and for two in-memory nodes of connected chains unless `lcdUrl` is set.
 *
 * @param {DemoOptions} options
 * @returns {Promise<Demo>}
 * @throws {UrlError} if `lcdUrl`, `rpcUrl` or `chains` is invalid
 */
export async function startDemo(options = {}) {
  const { app = 'explorer', port = 4173, lcdPort = 1317, latency = 0, host: address = '127.0.0.1' } = options
  const given = options.lcdUrl === undefined ? null : checkUrl('LCD_URL', options.lcdUrl, 'https://lcd.example.org')
  const lcd = given ? null : (options.lcd ?? createDemoLcd())
  const givenRpc = options.rpcUrl === undefined ? null : checkUrl('RPC_URL', options.rpcUrl, 'https://rpc.example.org')
  /** @type {import('./serve.js').Served[]} */
  const servers = []
  const close = async () => {
    await Promise.all(servers.map(server => server.close()))
  }
  try {
    if (lcd) servers.push(await onFreePort(lcdPort, port => serveLcd(lcd, { port, host: address, latency })))
    const lcdUrl = given ?? servers[0]?.url ?? ''
    // The in-memory chain serves both on one port.
    const rpcUrl = given ? givenRpc : lcdUrl
    const host = lcd && !options.lcd ? createDemoHost(lcd) : null
    const hostServer =
      host && (await onFreePort(lcdPort && lcdPort + 1, port => serveLcd(host, { port, host: address, latency })))
    if (hostServer) servers.push(hostServer)
    const chains = hostServer ? `${demoHostConnection}=${hostServer.url}` : given ? otherChains(options.chains) : null
    const { docs, startsMonitor = false, monitorPort = 9470, onProblem = () => {} } = options
    const docsServer = docs
      ? await onFreePort(port && port + 10, port => serveDocs(docs, { port, host: address }))
      : null
    if (docsServer) servers.push(docsServer)
    const docsUrl = docsServer?.url ?? null
    let monitorUrl = options.monitor ?? null
    // The monitor needs the URL of the app, so it starts later.
    const urls = () => ({ lcd: lcdUrl, rpc: rpcUrl, chains, docs: docsUrl, monitor: monitorUrl })
    const served = await onFreePort(port, port => serveApp(app, { urls, port, host: address }))
    servers.push(served)
    if (startsMonitor && app === 'explorer' && monitorUrl === null) {
      const chainId = lcd ? 'demo' : undefined
      const chain = { lcd: lcdUrl, rpc: rpcUrl, chainId, explorer: served.url, host: address, onProblem }
      const monitor = await startMonitor(chain, monitorPort)
      if (monitor) {
        servers.push(monitor)
        monitorUrl = monitor.url
      }
    }
    return { url: served.url, docsUrl, lcdUrl, rpcUrl, monitorUrl, lcd, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Loads the code of the monitor, which only the Flow Explorer needs, and starts it. Returns null if that fails.
 *
 * @param {Omit<Parameters<typeof import('./monitor.js').startMonitor>[0], 'port'>} chain
 * @param {number} firstPort
 */
async function startMonitor(chain, firstPort) {
  try {
    const monitor = await import('./monitor.js')
    return await onFreePort(firstPort, port => monitor.startMonitor({ ...chain, port }))
  } catch (error) {
    chain.onProblem(`The monitor could not start: ${error instanceof Error ? error.message : error}`)
    return null
  }
}

/**
 * Checks the URLs of other chains.
 *
 * @param {string} [text]
 * @returns {string | null}
 * @throws {UrlError}
 */
function otherChains(text) {
  const pairs = text?.trim().split(/\s+/).filter(Boolean) ?? []
  for (const pair of pairs) {
    const [, connection, url = ''] = /^([^=]+)=(.*)$/.exec(pair) ?? []
    if (!connection)
      throw new UrlError(
        `CHAINS is invalid: “${pair}”. Use connection-0=https://lcd.other.example, separated by spaces`,
      )
    checkUrl('CHAINS', url, 'https://lcd.other.example')
  }
  return pairs.join(' ') || null
}

/** An invalid URL. The message explains the problem. */
export class UrlError extends Error {}

/**
 * Checks the URL of a node, and removes trailing slashes.
 *
 * @param {string} name the environment variable
 * @param {string} text
 * @param {string} example
 * @returns {string}
 * @throws {UrlError}
 */
export function checkUrl(name, text, example) {
  const error = (/** @type {string} */ problem) =>
    new UrlError(`${name} ${problem}: “${text}”. Use a URL such as ${example}`)
  const url = parsed(text)
  if (!url) throw error('is not a valid URL')
  if (!/^https?:$/.test(url.protocol)) throw error('must start with http:// or https://')
  if (url.username || url.password) throw error('must not contain a user name or password, because browsers reject it')
  if (url.search || url.hash) throw error('must not contain a query (?) or fragment (#)')
  return url.href.replace(/\/+$/, '')
}

/** @param {string} text */
function parsed(text) {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/**
 * Returns why an app can't use a node, or null if it can.
 *
 * @param {string} lcd
 * @returns {Promise<string | null>}
 */
export async function problemOf(lcd) {
  try {
    await createFlowClient({ lcd, versions: [v1, v1beta1], timeout: 5_000, retries: 0 }).params()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
