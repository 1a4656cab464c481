import type { WebSocketLike } from '@flow-query/core/live'

/** A connection to an RPC that rejects subscriptions because it has reached its limit of WebSocket clients. */
export class FullRpc implements WebSocketLike {
  onopen: WebSocketLike['onopen'] = null
  onmessage: ((event: never) => void) | null = null
  onerror: WebSocketLike['onerror'] = null
  onclose: WebSocketLike['onclose'] = null

  constructor() {
    queueMicrotask(() => this.onopen?.(new Event('open') as never))
  }

  send(): void {
    const data = JSON.stringify({ jsonrpc: '2.0', id: 1, error })
    queueMicrotask(() => this.onmessage?.(new MessageEvent('message', { data }) as never))
  }

  close(): void {
    queueMicrotask(() => this.onclose?.(new Event('close') as never))
  }
}

const error = { code: -32603, message: 'Internal error', data: 'max_subscription_clients 100 reached' }
