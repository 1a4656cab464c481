import { createFlowClient, v1, v1beta1 } from '@flow-query/core'
import { createDemoLcd } from '@flow-query/testing/demo'
import { serveLcd } from '@flow-query/testing/serve'
import { serveDocs } from './docs.js'
import { serveExplorer } from './explorer.js'
import { onFreePort } from './ports.js'
import { serveStartPage } from './start-page.js'

/**
 * @typedef {object} DemoOptions
 * @property {import('./explorer.js').ExplorerName[]} [names] The explorers. The default is React.
 * @property {string} [lcdUrl] The LCD of a node. By default, the demo serves an in-memory chain.
 * @property {string} [rpcUrl] The RPC of this node, for live updates.
 * @property {import('@flow-query/testing').Lcd} [lcd] The in-memory chain. The default has many kinds of flows.
 * @property {string} [docs] The folder of the built documentation, if the pages should link to it.
 * @property {number} [port] The port of the first page, or 0 for any free port. The default is 4173 or the next free port.
 * @property {number} [lcdPort] The port of the in-memory chain. The default is 1317 or the next free port.
 * @property {string} [host] The default is 127.0.0.1, which only this machine can reach.
 *
 * @typedef {object} Demo
 * @property {string | null} startUrl The page that links to the explorers, or null if there is only one.
 * @property {{ name: import('./explorer.js').ExplorerName, url: string }[]} explorers
 * @property {string | null} docsUrl
 * @property {string} lcdUrl
 * @property {string | null} rpcUrl
 * @property {import('@flow-query/testing').Lcd | null} lcd The in-memory chain, or null if `lcdUrl` is set.
 * @property {() => Promise<void>} close Stops all servers.
 */

/**
 * Starts servers for the explorers, and for an in-memory node unless `lcdUrl` is set.
 *
 * @param {DemoOptions} options
 * @returns {Promise<Demo>}
 * @throws {UrlError} if `lcdUrl` or `rpcUrl` is invalid
 */
export async function startDemo(options = {}) {
  const { names = ['explorer'], port = 4173, lcdPort = 1317, host = '127.0.0.1' } = options
  const given = options.lcdUrl === undefined ? null : checkUrl('LCD_URL', options.lcdUrl, 'https://lcd.example.org')
  const lcd = given ? null : (options.lcd ?? createDemoLcd())
  const givenRpc = options.rpcUrl === undefined ? null : checkUrl('RPC_URL', options.rpcUrl, 'https://rpc.example.org')
  /** @type {import('./serve.js').Served[]} */
  const servers = []
  const close = async () => {
    await Promise.all(servers.map(server => server.close()))
  }
  try {
    if (lcd) servers.push(await onFreePort(lcdPort, port => serveLcd(lcd, { port, host })))
    const lcdUrl = given ?? servers[0]?.url ?? ''
    // The in-memory chain serves both on one port.
    const rpcUrl = given ? givenRpc : lcdUrl
    const docs = options.docs
    const docsServer = docs ? await onFreePort(port && port + 10, port => serveDocs(docs, { port, host })) : null
    if (docsServer) servers.push(docsServer)
    const docsUrl = docsServer?.url ?? null
    /** @type {Demo['explorers']} */
    const explorers = []
    // The start page has the first port, but starts last because it contains the URLs of the explorers.
    const several = names.length > 1
    for (const name of names) {
      const first = several && port ? port + 1 : port
      const explorer = await onFreePort(first, port =>
        serveExplorer(name, { lcd: lcdUrl, rpc: rpcUrl, docs: docsUrl, port, host }),
      )
      servers.push(explorer)
      explorers.push({ name, url: explorer.url })
    }
    const startPage = several
      ? await onFreePort(port, port => serveStartPage(explorers, { lcd: lcdUrl, docs: docsUrl, port, host }))
      : null
    if (startPage) servers.push(startPage)
    return { startUrl: startPage?.url ?? null, explorers, docsUrl, lcdUrl, rpcUrl, lcd, close }
  } catch (error) {
    await close()
    throw error
  }
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
 * Returns why an explorer can't use a node, or null if it can.
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
