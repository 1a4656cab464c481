import { isRecord, parseJson } from '../decode.js'
import { FlowQueryError } from '../errors.js'
import { type EventSource, socketUrl } from '../live/listen.js'
import { onAbort, withTimeout } from '../request/deadline.js'
import type { WebSocketConstructor } from '../types.js'

/** How long a node may take to respond, in milliseconds. */
const longestAnswer = 10_000

/**
 * Returns the newest block of the first node that responds.
 *
 * @throws if no node responds
 */
export async function readNodeHeight({ rpc, WebSocket = globalThis.WebSocket }: EventSource, signal: AbortSignal) {
  let failure: unknown
  for (const url of [rpc ?? []].flat().map(socketUrl)) {
    try {
      const late = () => new FlowQueryError('timeout', `${url} did not respond`, { url, retryable: true })
      return await withTimeout(longestAnswer, signal, late, signal => requestHeight(url, WebSocket, signal))
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

function requestHeight(url: string, WebSocket: WebSocketConstructor, signal: AbortSignal): Promise<number> {
  const socket = new WebSocket(url)
  let stopListening = () => {}
  return new Promise<number>((resolve, reject) => {
    stopListening = onAbort(signal, reject)
    socket.onopen = () => socket.send('{"jsonrpc":"2.0","id":1,"method":"status","params":{}}')
    socket.onmessage = ({ data }: { data: unknown }) => {
      const height = heightOf(data)
      if (height > 0) resolve(height)
      else reject(new FlowQueryError('decode', `${url} did not report its height`, { url }))
    }
    socket.onerror = reject
    socket.onclose = reject
  }).finally(() => {
    stopListening()
    socket.onopen = null
    socket.onmessage = null
    socket.onclose = null
    // Some implementations report an error when a socket is closed before it has opened.
    socket.onerror = () => {}
    socket.close()
  })
}

/** Returns the height in a response to `status`, or NaN. */
function heightOf(text: unknown): number {
  const message = parseJson(String(text))
  const result = isRecord(message) ? message.result : undefined
  const sync = isRecord(result) ? result.sync_info : undefined
  return Number(isRecord(sync) ? sync.latest_block_height : undefined)
}
