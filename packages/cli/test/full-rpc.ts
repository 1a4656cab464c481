import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

/** Serves an RPC that rejects subscriptions because it has reached its limit of WebSocket clients. */
export async function fullRpc(): Promise<{ url: string; close: () => void }> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise(resolve => server.once('listening', resolve))
  const error = { code: -32603, message: 'Internal error', data: 'max_subscription_clients 100 reached' }
  server.on('connection', socket => {
    socket.on('message', () => socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, error })))
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of server.clients) socket.terminate()
      server.close()
    },
  }
}
