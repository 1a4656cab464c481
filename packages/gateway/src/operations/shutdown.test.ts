import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { settle, until } from '../../../../tests/setup/until.js'
import { memoryServer } from '../../test/memory-server.js'
import { serverOptions } from '../limits/limits.js'
import { registerHealth } from './health.js'
import { endConnectionsWhileStopping, type ShutdownOptions, shutDown } from './shutdown.js'

const url = 'http://gateway.test'

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
  await until(Promise.resolve(app.ready()))
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
  return { ...memoryServer(app.server), state, answer, requested, stop }
}

test('fails /readyz before it closes anything, and still answers requests after that', async () => {
  const { fetch, state, stop } = await start()
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
  expect(await until(stopped)).toBe(true)
  expect(seen).toEqual([503, { status: 'stopping' }, 'close', 200, false])
  await expect(fetch(`${url}/healthz`)).rejects.toThrow()
})

test('answers requests in progress before it ends', async () => {
  const { fetch, state, answer, requested, stop } = await start()
  const response = fetch(`${url}/slow`)
  await settle()
  expect(requested).toHaveBeenCalled()
  const stopped = stop({ delay: 0, timeout: 60_000 })
  await until(() => expect(fetch(`${url}/healthz`)).rejects.toThrow())
  expect(state.isUpstreamClosed).toBe(false)
  answer()
  expect(await (await response).json()).toEqual({ status: 'answered' })
  expect(await until(stopped)).toBe(true)
  expect(state.isUpstreamClosed).toBe(true)
})

test('closes WebSocket clients with code 1001', async () => {
  const { WebSocket, stop } = await start()
  const client = new WebSocket(url.replace('http', 'ws'))
  await new Promise(resolve => client.once('open', resolve))
  const closed = new Promise(resolve => client.once('close', resolve))
  expect(await until(stop({ delay: 0, timeout: 60_000 }))).toBe(true)
  expect(await closed).toBe(1001)
})

test('destroys connections that are still open after the timeout', async () => {
  const { fetch, state, requested, stop } = await start()
  const response = fetch(`${url}/slow`)
  const failed = expect(response).rejects.toThrow()
  await settle()
  expect(requested).toHaveBeenCalled()
  expect(await until(stop({ delay: 0, timeout: 200 }))).toBe(false)
  await failed
  expect(state.isUpstreamClosed).toBe(true)
})
