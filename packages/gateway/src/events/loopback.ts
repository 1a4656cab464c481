import type { WebSocketConstructor, WebSocketLike } from '@flow-query/core/live'
import { readRequest, success } from './jsonrpc.js'

/** Connects parts of the same process to the gateway's connection to the node. */
export interface Loopback {
  /** A WebSocket that receives all frames of the node, whatever its URL. It opens when the gateway is connected. */
  readonly WebSocket: WebSocketConstructor
  readonly connected: () => void
  readonly interrupted: () => void
  readonly forward: (text: string) => void
}

/** `nodeStatus` returns the node's response to `status` as JSON text. */
export function createLoopback(nodeStatus: () => Promise<string>): Loopback {
  const sockets = new Set<LoopbackSocket>()
  let isConnected = false

  class LoopbackSocket implements WebSocketLike {
    onopen: ((event: object) => void) | null = null
    onmessage: ((event: { data: string }) => void) | null = null
    onerror: ((event: object) => void) | null = null
    onclose: ((event: { code: number; reason: string }) => void) | null = null

    constructor() {
      sockets.add(this)
      if (isConnected) queueMicrotask(() => this.onopen?.({}))
    }

    /** Confirms a subscription or a health check. Core uses the same ids for all its connections, so frames have the right ones. */
    send(text: string): void {
      const request = readRequest(text)
      if (!request) return
      const respond = (result: string) => this.onmessage?.({ data: success(request.id, result) })
      if (request.method === 'status')
        void nodeStatus()
          .catch(() => '{}')
          .then(respond)
      else queueMicrotask(() => respond('{}'))
    }

    close(): void {
      sockets.delete(this)
    }
  }

  return {
    WebSocket: LoopbackSocket,
    connected() {
      isConnected = true
      for (const socket of [...sockets]) socket.onopen?.({})
    },
    interrupted() {
      isConnected = false
      for (const socket of [...sockets]) socket.onclose?.({ code: 1012, reason: 'events were interrupted' })
    },
    forward(text) {
      for (const socket of [...sockets]) socket.onmessage?.({ data: text })
    },
  }
}
