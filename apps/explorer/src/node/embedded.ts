import type { WebSocketConstructor, WebSocketLike } from '@flow-query/core'
import type { Endpoint } from './endpoint'

/** A client needs a URL, even for the embedded chain. No server has this URL. */
const embeddedUrl = 'http://demo.invalid'

type Chain = import('@flow-query/testing').Lcd

let loading: Promise<Chain> | undefined

/** Returns the client options for an endpoint. The code of the embedded chain is loaded on its first request. */
export function clientOptions({ lcd, rpc }: Endpoint): {
  lcd: string
  rpc?: string
  fetch?: typeof fetch
  WebSocket?: WebSocketConstructor
} {
  if (lcd === null) return { lcd: embeddedUrl, rpc: embeddedUrl, fetch: embeddedFetch, WebSocket: EmbeddedWebSocket }
  return { lcd, ...(rpc !== null && { rpc }) }
}

async function chain(): Promise<Chain> {
  loading ??= import('@flow-query/testing/demo').then(({ createDemoLcd }) => createDemoLcd())
  return loading.catch(error => {
    loading = undefined
    throw error
  })
}

const embeddedFetch: typeof fetch = async (input, init) => (await chain()).fetch(input, init)

/** A WebSocket to the embedded chain. It connects when the code of the chain is loaded. */
class EmbeddedWebSocket implements WebSocketLike {
  onopen: WebSocketLike['onopen'] = null
  onmessage: WebSocketLike['onmessage'] = null
  onerror: WebSocketLike['onerror'] = null
  onclose: WebSocketLike['onclose'] = null
  #socket: WebSocketLike | undefined
  #closed = false

  constructor(url: string) {
    // If the chain fails to load, its requests report the error.
    chain().then(
      lcd => !this.#closed && this.#connect(new lcd.WebSocket(url)),
      () => {},
    )
  }

  send(data: string): void {
    this.#socket?.send(data)
  }

  close(): void {
    this.#closed = true
    this.#socket?.close()
  }

  #connect(socket: WebSocketLike): void {
    this.#socket = socket
    socket.onopen = event => this.onopen?.(event)
    socket.onmessage = event => this.onmessage?.(event)
    socket.onerror = event => this.onerror?.(event)
    socket.onclose = event => this.onclose?.(event)
  }
}
