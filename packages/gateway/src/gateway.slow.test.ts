import { createLcd } from '@flow-query/testing'
import { expect, onTestFinished, test } from 'vitest'
import { type GatewayOptions, startGateway } from './index.js'

// Only real ports show where a gateway listens, and that it frees them.

async function start(options: Partial<GatewayOptions> = {}) {
  const { url, fetch } = createLcd()
  const gateway = await startGateway({ lcd: url, fetch, ...options })
  onTestFinished(() => gateway.close())
  return gateway
}

test('listens on a port, and on another one for /metrics, until it is closed', async () => {
  const { url, metricsUrl, close } = await start({ metricsPort: 0 })
  expect(new URL(metricsUrl).port).not.toBe(new URL(url).port)
  const statuses = async (path: string) => {
    const responses = await Promise.all([url, metricsUrl].map(base => fetch(new URL(path, base))))
    return responses.map(({ status }) => status)
  }
  expect(await statuses('/intento/intent/v1/params')).toEqual([200, 404])
  expect(await statuses('/metrics')).toEqual([501, 200])
  await close()
  for (const base of [url, metricsUrl]) await expect(fetch(base)).rejects.toThrow('fetch failed')
})

test('if the port of the metrics is in use, nothing keeps running', async () => {
  const other = await start()
  const metricsPort = Number(new URL(other.url).port)
  await expect(start({ metricsPort })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
