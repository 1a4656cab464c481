import type { WebSocketConstructor, WebSocketLike } from '../src/types.js'

/** A WebSocket whose server is the test. */
export class PlayedSocket implements WebSocketLike {
  onopen: ((event: object) => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onerror: ((event: object) => void) | null = null
  onclose: ((event: object) => void) | null = null
  readonly url: string
  closed = false
  readonly sent: { id: number; method: string; params: { query?: string } }[] = []

  constructor(url: string) {
    this.url = url
  }

  send(data: string): void {
    this.sent.push(JSON.parse(data))
  }

  close(): void {
    this.closed = true
  }

  receive(frame: unknown): void {
    this.onmessage?.({ data: typeof frame === 'string' ? frame : JSON.stringify(frame) })
  }

  acknowledge(...ids: number[]): void {
    for (const id of ids) this.receive({ jsonrpc: '2.0', id, result: {} })
  }

  /** Opens the socket and confirms all subscriptions. */
  connect(): void {
    this.onopen?.({})
    this.acknowledge(1, 2, 3, 4, 5)
  }
}

/** Creates a WebSocket class that records its instances, oldest first. */
export function playedSockets(): {
  WebSocket: WebSocketConstructor
  sockets: PlayedSocket[]
  last: () => PlayedSocket
} {
  const sockets: PlayedSocket[] = []
  class WebSocket extends PlayedSocket {
    constructor(url: string) {
      super(url)
      sockets.push(this)
    }
  }
  return {
    WebSocket,
    sockets,
    last() {
      const socket = sockets.at(-1)
      if (!socket) throw new Error('No WebSocket has been created')
      return socket
    },
  }
}

/** Creates a frame with these event attributes, in the format of a node. */
export function frameOf(height: number, attributes: Record<string, string[]>): object {
  const executed = 'flow-triggered.flow-id' in attributes
  return {
    jsonrpc: '2.0',
    id: executed ? 1 : 2,
    result: {
      query: '',
      data: executed
        ? { type: 'tendermint/event/NewBlockEvents', value: { height: `${height}`, events: [], num_txs: '0' } }
        : { type: 'tendermint/event/Tx', value: { TxResult: { height: `${height}`, tx: '', result: {} } } },
      events: attributes,
    },
  }
}
