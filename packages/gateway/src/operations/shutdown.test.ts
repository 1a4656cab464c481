import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { waitFor } from '../../../../tests/setup/wait-for.js'
import { serverOptions } from '../limits/limits.js'
import { registerHealth } from './health.js'
import { endConnectionsWhileStopping, type ShutdownOptions, shutDown } from './shutdown.js'

async function start() {
  const app = Fastify(serverOptions())
  const sockets = new WebSocketServer({ server: app.server })
  const state = { isStopping: false, isUpstreamClosed: false }
  let answer = () => {}
  const answered = new Promise<void>(resolve => {
    answer = resolve
  })
  const requested = vi.fn()
  registerHealth(app, { hasNode: () => true, hasCache: () => false, isStopping: () => state.isStopping })
  endConnectionsWhileStopping(app, () => state.isStopping)
  app.get('/slow', async () => {
    requested()
    await answered
    return { status: 'answered' }
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const stop = (options: Pick<ShutdownOptions, 'delay' | 'timeout'> & Partial<ShutdownOptions>) =>
    shutDown({
      apps: [app],
      stopAdvertising: () => {
        state.isStopping = true
      },
      closeClients(code, reason) {
        for (const client of sockets.clients) client.close(code, reason)
      },
      closeUpstream: () => {
        state.isUpstreamClosed = true
      },
      ...options,
    })
  return { url, state, answer, requested, stop }
}

test('fails /readyz before it closes anything, and still answers requests after that', async () => {
  const { url, state, stop } = await start()
  const seen: unknown[] = []
  const stopped = stop({
    delay: 0,
    timeout: 60_000,
    async closeClients() {
      const readiness = await fetch(`${url}/readyz`)
      seen.push(readiness.status, await readiness.json(), readiness.headers.get('connection'))
      seen.push((await fetch(`${url}/healthz`)).status, state.isUpstreamClosed)
    },
  })
  expect(await stopped).toBe(true)
  expect(seen).toEqual([503, { status: 'stopping' }, 'close', 200, false])
  await expect(fetch(`${url}/healthz`)).rejects.toThrow()
})

test('answers requests in progress before it ends', async () => {
  const { url, state, answer, requested, stop } = await start()
  const response = fetch(`${url}/slow`)
  await waitFor(() => expect(requested).toHaveBeenCalled())
  const stopped = stop({ delay: 0, timeout: 60_000 })
  await waitFor(() => expect(fetch(`${url}/healthz`)).rejects.toThrow())
  expect(state.isUpstreamClosed).toBe(false)
  answer()
  expect(await (await response).json()).toEqual({ status: 'answered' })
  expect(await stopped).toBe(true)
  expect(state.isUpstreamClosed).toBe(true)
})

test('closes WebSocket clients with code 1001', async () => {
  const { url, stop } = await start()
  const client = new WebSocket(url.replace('http', 'ws'))
  await new Promise(resolve => client.once('open', resolve))
  const closed = new Promise(resolve => client.once('close', resolve))
  expect(await stop({ delay: 0, timeout: 60_000 })).toBe(true)
  expect(await closed).toBe(1001)
})

test('destroys connections that are still open after the timeout', async () => {
  const { url, state, requested, stop } = await start()
  const response = fetch(`${url}/slow`)
  const failed = expect(response).rejects.toThrow()
  await waitFor(() => expect(requested).toHaveBeenCalled())
  expect(await stop({ delay: 0, timeout: 200 })).toBe(false)
  await failed
  expect(state.isUpstreamClosed).toBe(true)
})
