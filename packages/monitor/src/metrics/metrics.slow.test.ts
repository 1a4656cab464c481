import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLcd } from '@flow-query/testing'
import { expect, onTestFinished, test } from 'vitest'
import { waitFor } from '../../../../tests/setup/wait-for.js'
import { startMetrics } from './metrics.js'

function chain() {
  const lcd = createLcd({ flows: [{}, {}] })
  return { lcd: lcd.url, fetch: lcd.fetch }
}

async function start() {
  const metrics = await startMetrics(chain(), { port: 0, interval: 50 })
  onTestFinished(metrics.close)
  return metrics
}

test('serves the metrics of the chain and of the process in the format of Prometheus', async () => {
  const { url } = await start()
  const text = await waitFor(async () => {
    const response = await fetch(url)
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const text = await response.text()
    expect(text).toMatch(/^intento_flows_complete 1$/m)
    return text
  })
  expect(text).toMatch(/^intento_flows\{.*\} 2$/m)
  expect(text).toMatch(/^process_cpu_seconds_total /m)
})

test('a flow that does not exist is an error, and ends the server', async () => {
  const urls: string[] = []
  const options = { port: 0, flows: ['999999'], onListening: (url: string) => void urls.push(url) }
  await expect(startMetrics(chain(), options)).rejects.toMatchObject({ kind: 'notFound' })
  for (const url of urls) await expect(fetch(url)).rejects.toThrow()
  expect(urls).toHaveLength(1)
})

test('a port in use is an error', async () => {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await expect(startMetrics(chain(), { port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  server.close()
})

test('serves /healthz and explains other paths and methods', async () => {
  const metrics = await start()
  const get = async (path: string, method = 'GET') => (await fetch(new URL(path, metrics.url), { method })).status
  expect(await Promise.all([get('/healthz'), get('/'), get('/metrics', 'POST'), get('/metrics?x=1')])).toEqual([
    200, 404, 405, 200,
  ])
})

test('close ends the server', async () => {
  const metrics = await start()
  await metrics.close()
  await expect(fetch(metrics.url)).rejects.toThrow()
})
