// Node.js hashes, compresses and reads files in threads, and delivers messages later. The virtual clock must not advance in the meantime.
import { MessagePort } from 'node:worker_threads'
import zlib from 'node:zlib'

let running = 0
let isCounting = false

/** Returns whether a thread works for the test, or a message between two ports has not arrived. */
export function isThreadWorking() {
  return isHashing() || process.getActiveResourcesInfo().some(name => name.startsWith('FSReq') || name === 'CloseReq')
}

/** Like `isThreadWorking`, for tests that read no files. It takes no time. */
export function isHashing() {
  return running > 0
}

/** Counts the hashes that are running, and the messages, and compresses without threads. */
export function countThreads() {
  // The test files of a worker share this module.
  if (isCounting) return
  isCounting = true
  const digest = crypto.subtle.digest.bind(crypto.subtle)
  crypto.subtle.digest = (...parameters) => {
    running++
    return digest(...parameters).finally(() => running--)
  }
  compressAtOnce(zlib.createGzip())
  compressAtOnce(zlib.createBrotliCompress())
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
 * Makes all streams of a class, and the functions that use them, compress and decompress without threads.
 *
 * @param {import('node:stream').Transform} stream
 */
function compressAtOnce(stream) {
  const handle = /** @type {any} */ (stream)._handle
  const prototype = Object.getPrototypeOf(handle)
  stream.destroy()
  if (prototype.isAtOnce) return
  const callbacks = new WeakMap()
  const { init } = prototype
  Object.assign(prototype, {
    isAtOnce: true,
    init(/** @type {unknown[]} */ ...parameters) {
      callbacks.set(
        this,
        parameters.find(one => typeof one === 'function'),
      )
      return init.apply(this, parameters)
    },
    write(/** @type {unknown[]} */ ...parameters) {
      const { onerror } = this
      let hasFailed = false
      this.onerror = (/** @type {unknown[]} */ ...error) => {
        hasFailed = true
        onerror.apply(this, error)
      }
      this.writeSync(...parameters)
      this.onerror = onerror
      if (!hasFailed) process.nextTick(() => callbacks.get(this).call(this))
    },
  })
}
