// Node.js hashes, compresses and reads files in threads, and delivers messages later. The virtual clock must not advance in the meantime.
import { syncBuiltinESMExports } from 'node:module'
import { MessagePort } from 'node:worker_threads'
import zlib from 'node:zlib'

let running = 0

/** Returns whether a thread works for the test, or a message between two ports has not arrived. */
export function isThreadWorking() {
  return running > 0 || process.getActiveResourcesInfo().some(name => name.startsWith('FSReq'))
}

/** Counts the hashes and compressions that are running, and the messages. */
export function countThreads() {
  const digest = crypto.subtle.digest.bind(crypto.subtle)
  crypto.subtle.digest = (...parameters) => {
    running++
    return digest(...parameters).finally(() => running--)
  }
  for (const name of ['gzip', 'gunzip', 'brotliCompress', 'brotliDecompress'])
    countCalls(/** @type {any} */ (zlib), name)
  syncBuiltinESMExports()
  countMessages()
}

/** A message arrives in the next turn of the event loop. */
function countMessages() {
  const { postMessage } = MessagePort.prototype
  MessagePort.prototype.postMessage = function (...parameters) {
    running++
    setImmediate(() => setImmediate(() => running--))
    postMessage.apply(this, parameters)
  }
}

/**
 * @param {Record<string, (...parameters: unknown[]) => unknown>} module
 * @param {string} name a function whose last parameter is a callback
 */
function countCalls(module, name) {
  const original = module[name]
  module[name] = (...parameters) => {
    const callback = parameters.pop()
    running++
    return original?.(...parameters, (...results) => {
      running--
      callback(...results)
    })
  }
}
