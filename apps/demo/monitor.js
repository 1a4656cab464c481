import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorFlows } from '@flow-query/monitor'
import { WebSocket } from 'ws'

/**
 * Starts a monitor with subscriptions in a temporary folder, which is removed when the monitor stops or the process ends.
 *
 * @param {object} options
 * @param {string} options.lcd
 * @param {string | null} options.rpc
 * @param {string | undefined} options.chainId the name of the chain in messages. The default is the LCD.
 * @param {string} options.explorer the URL of the explorer, whose pages may call the monitor
 * @param {number} options.port
 * @param {string} options.host
 * @param {(text: string) => void} options.onProblem called with a problem after the start, in one sentence
 * @returns {Promise<import('./serve.js').Served>}
 * @throws {Error} with `code` EADDRINUSE if the port is in use
 */
export async function startMonitor({ lcd, rpc, chainId, explorer, port, host, onProblem }) {
  const folder = mkdtempSync(join(tmpdir(), 'flow-query-demo-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', removeFolder)
  const stopping = new AbortController()
  /** @type {Promise<void>} */
  let ended = Promise.resolve()
  async function close() {
    stopping.abort()
    await ended.catch(() => {})
    process.off('exit', removeFolder)
    removeFolder()
  }
  try {
    /** @type {string} */
    const url = await new Promise((resolve, reject) => {
      ended = monitorFlows(
        // Node 20 has no global WebSocket.
        { lcd, ...(rpc && { rpc }), WebSocket },
        {
          subscriptions: {
            ...{ store: join(folder, 'subscriptions.json'), port, host, explorer, onOpen: resolve },
            // The page is the same with this name, but it has another origin.
            origins: [explorer.replace('127.0.0.1', 'localhost')],
            allowPrivate: true,
          },
          chainId,
          onNote: onProblem,
          signal: stopping.signal,
        },
      )
      ended.catch(reject)
    })
    ended.catch(error => {
      if (!stopping.signal.aborted) onProblem(`The monitor has stopped: ${error.message}`)
    })
    return { url, close }
  } catch (error) {
    await close()
    const { cause } = /** @type {Error} */ (error)
    throw cause && /** @type {NodeJS.ErrnoException} */ (cause).code === 'EADDRINUSE' ? cause : error
  }
}
