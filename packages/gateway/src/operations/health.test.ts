import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerHealth } from './health.js'

function appWith(state: { hasNode: boolean; hasCache: boolean; isStopping: boolean }) {
  const app = Fastify()
  registerHealth(app, {
    hasNode: () => state.hasNode,
    hasCache: () => state.hasCache,
    isStopping: () => state.isStopping,
  })
  return app
}

test.each([
  [{ hasNode: true, hasCache: false, isStopping: false }, 200, 'ready'],
  [{ hasNode: false, hasCache: true, isStopping: false }, 200, 'stale'],
  [{ hasNode: false, hasCache: false, isStopping: false }, 503, 'unavailable'],
  [{ hasNode: true, hasCache: true, isStopping: true }, 503, 'stopping'],
])('/readyz: %j is %i %s', async (state, code, status) => {
  const response = await appWith(state).inject('/readyz')
  expect(response.statusCode).toBe(code)
  expect(response.json()).toEqual({ status })
  expect(response.headers['cache-control']).toBe('no-store')
})

test('/healthz: returns 200 although no node answers and the gateway is stopping', async () => {
  const response = await appWith({ hasNode: false, hasCache: false, isStopping: true }).inject('/healthz')
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({ status: 'ok' })
})

test.each(['/healthz', '/readyz'])('%s: HEAD requests get the status without a body', async url => {
  const response = await appWith({ hasNode: true, hasCache: true, isStopping: false }).inject({ method: 'HEAD', url })
  expect([response.statusCode, response.body]).toEqual([200, ''])
})
