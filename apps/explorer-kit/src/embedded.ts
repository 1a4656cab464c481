import type { WebSocketConstructor, WebSocketLike } from '@flow-query/core/live'
import type { Endpoint } from './endpoint.js'

/** The chain inside the page has addresses too, which nothing else answers to. */
const embeddedUrl = 'http://demo.invalid'

type Chain = import('@flow-query/testing').Lcd

let loading: Promise<Chain> | undefined

/** What a client needs to read from an endpoint. The chain inside the page is loaded when it is first asked. */
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
  loading ??= import('@flow-query/testing').then(({ createLcd }) => createLcd())
  return loading.catch(error => {
    loading = undefined
    throw error
  })
}

const embeddedFetch: typeof fetch = async (input, init) => (await chain()).fetch(input, init)

/** A connection to the chain inside the page, which comes about when that is loaded. */
class EmbeddedWebSocket implements WebSocketLike {
  onopen: WebSocketLike['onopen'] = null
  onmessage: WebSocketLike['onmessage'] = null
  onerror: WebSocketLike['onerror'] = null
  onclose: WebSocketLike['onclose'] = null
  #socket: WebSocketLike | undefined
  #closed = false

  constructor(url: string) {
    // Where the chain cannot be loaded, whoever asks it something hears why, and this stays silent.
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
