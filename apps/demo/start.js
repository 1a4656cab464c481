import { createFlowClient, v1, v1beta1 } from '@flow-query/core'
import { createLcd } from '@flow-query/testing'
import { serveLcd } from '@flow-query/testing/serve'
import { serveDocs } from './docs.js'
import { serveExplorer } from './explorer.js'
import { onFreePort } from './ports.js'
import { serveStartPage } from './start-page.js'

/**
 * @typedef {object} DemoOptions
 * @property {import('./explorer.js').ExplorerName[]} [names] which explorers; React's by default
 * @property {string} [lcdUrl] a node to show; without it a chain in memory is put on a port
 * @property {string} [rpcUrl] that node's RPC, for live updates
 * @property {import('@flow-query/testing').Lcd} [lcd] the chain in memory; a lively one by default
 * @property {string} [docs] the folder of the built documentation, which the pages then link
 * @property {number} [port] of the first page, 4173 by default; the next one where it is taken, 0 for any
 * @property {number} [lcdPort] of the chain in memory, 1317 by default; likewise
 * @property {string} [host] 127.0.0.1 by default: nobody else can reach it
 *
 * @typedef {object} Demo
 * @property {string | null} startUrl the page that links the explorers, where there are several
 * @property {{ name: import('./explorer.js').ExplorerName, url: string }[]} explorers
 * @property {string | null} docsUrl
 * @property {string} lcdUrl
 * @property {string | null} rpcUrl
 * @property {import('@flow-query/testing').Lcd | null} lcd the chain in memory, if there is one
 * @property {() => Promise<void>} close ends all of it at once
 */

/**
 * The explorers on ports of this machine, and a node for them to show.
 *
 * @param {DemoOptions} options
 * @returns {Promise<Demo>}
 * @throws {UrlError} for an `lcdUrl` or `rpcUrl` that no node can have
 */
export async function startDemo(options = {}) {
  const { names = ['react'], port = 4173, lcdPort = 1317, host = '127.0.0.1' } = options
  const given = options.lcdUrl === undefined ? null : checkUrl('LCD_URL', options.lcdUrl, 'https://lcd.example.org')
  const lcd = given ? null : (options.lcd ?? createLcd())
  const givenRpc = options.rpcUrl === undefined ? null : checkUrl('RPC_URL', options.rpcUrl, 'https://rpc.example.org')
  /** @type {import('./serve.js').Served[]} */
  const servers = []
  const close = async () => {
    await Promise.all(servers.map(server => server.close()))
  }
  try {
    if (lcd) servers.push(await onFreePort(lcdPort, port => serveLcd(lcd, { port, host })))
    const lcdUrl = given ?? servers[0]?.url ?? ''
    // The chain in memory has both on one port.
    const rpcUrl = given ? givenRpc : lcdUrl
    const docs = options.docs
    const docsServer = docs ? await onFreePort(port && port + 10, port => serveDocs(docs, { port, host })) : null
    if (docsServer) servers.push(docsServer)
    const docsUrl = docsServer?.url ?? null
    /** @type {Demo['explorers']} */
    const explorers = []
    // The start page comes first, and has to know the addresses of the others.
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

/** An address that no node can have; the message says why. */
export class UrlError extends Error {}

/**
 * @param {string} name
 * @param {string} text
 * @param {string} example
 * @returns {string}
 */
export function checkUrl(name, text, example) {
  const say = (/** @type {string} */ problem) =>
    new UrlError(`${name} is “${text}”, ${problem}. It should look like ${example}`)
  const url = parsed(text)
  if (!url) throw say('which is no address')
  if (!/^https?:$/.test(url.protocol)) throw say(`but a node is read over http:// or https://, not ${url.protocol}//`)
  if (url.username || url.password) throw say('which holds a user name or a password; browsers refuse that')
  if (url.search || url.hash) throw say('but the address of a node has no ? or # part')
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
 * Why a node does not answer as one with flows does; null where it does.
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
