import type { FlowClientOptions, WebSocketConstructor, WebSocketLike } from '@flow-query/core'
import type { Endpoint } from './endpoint'

/** A client needs URLs, even for the embedded chain and the second chain that its interchain accounts are on. No server has these URLs. */
const embeddedUrl = 'http://demo.invalid'
const hostUrl = 'http://host.demo.invalid'

/** The code of the demo chain names the same connection, but it isn't loaded yet. */
const chains = { 'connection-0': { lcd: hostUrl } }

type Chain = import('@flow-query/testing').Lcd

interface Chains {
  lcd: Chain
  host: Chain
}

let loading: Promise<Chains> | undefined

/** Returns the client options for an endpoint. The code of the embedded chain is loaded on its first request. */
export function clientOptions({ lcd, rpc }: Endpoint): {
  lcd: string
  rpc?: string
  fetch?: typeof fetch
  WebSocket?: WebSocketConstructor
  chains?: FlowClientOptions['chains']
} {
  if (lcd === null)
    return { lcd: embeddedUrl, rpc: embeddedUrl, fetch: embeddedFetch, WebSocket: EmbeddedWebSocket, chains }
  return { lcd, ...(rpc !== null && { rpc }) }
}

async function load(): Promise<Chains> {
  loading ??= import('@flow-query/testing/demo').then(({ createDemoHost, createDemoLcd }) => {
    const lcd = createDemoLcd()
    return { lcd, host: createDemoHost(lcd) }
  })
  return loading.catch(error => {
    loading = undefined
    throw error
  })
}

const embeddedFetch: typeof fetch = async (input, init) => {
  const { lcd, host } = await load()
  return (String(input).startsWith(hostUrl) ? host : lcd).fetch(input, init)
}

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
    load().then(
      ({ lcd }) => !this.#closed && this.#connect(new lcd.WebSocket(url)),
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
