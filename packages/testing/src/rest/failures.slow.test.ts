// How failures look on a port. `failures.test.ts` tests the rest in memory.
import { request } from 'node:http'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createLcd, flow, type Lcd } from '../index.js'
import { type ServedLcd, serveLcd } from '../serve.js'

const path = '/intento/intent/v1/flow/1'

let lcd: Lcd
let served: ServedLcd
beforeEach(async () => {
  lcd = createLcd({ flows: [flow()] })
  served = await serveLcd(lcd)
  onTestFinished(served.close)
})

const ask = (init?: RequestInit) => fetch(served.url + path, init)

test('status, body and headers replace those of the node', async () => {
  lcd.fail({ status: 429, body: '<h1>Slow down</h1>', headers: { 'Retry-After': '7' } })
  const response = await ask()
  expect([response.status, await response.text()]).toEqual([429, '<h1>Slow down</h1>'])
  expect(response.headers.get('retry-after')).toBe('7')
  expect(response.headers.get('content-type')).toBe('text/html')
})

test('hang: sends no response until the caller aborts', async () => {
  lcd.fail({ hang: true })
  const controller = new AbortController()
  const response = ask({ signal: controller.signal })
  const reason = new Error('gave up')
  setTimeout(() => controller.abort(reason), 20)
  await expect(response).rejects.toBe(reason)
})

test('stall: sends the headers and half of the body, then nothing until the caller aborts', async () => {
  lcd.fail({ stall: true })
  const controller = new AbortController()
  const response = await ask({ signal: controller.signal })
  expect(response.status).toBe(200)
  const reader = response.body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toMatch(/^\{"flow":/)
  const rest = reader?.read()
  const reason = new Error('gave up')
  setTimeout(() => controller.abort(reason), 20)
  await expect(rest).rejects.toBe(reason)
})

test('cut: drops the connection in the middle of the body', async () => {
  lcd.fail({ cut: true })
  const response = await ask()
  expect(response.status).toBe(200)
  expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0)
  await expect(response.text()).rejects.toBeInstanceOf(TypeError)
})

test('refuse: refuses the connection', async () => {
  lcd.fail({ refuse: true })
  await expect(ask()).rejects.toBeInstanceOf(TypeError)
})

test('slow: delays the response, and an aborted request does not wait for it', async () => {
  lcd.fail({ slow: 30 })
  expect((await ask()).status).toBe(200)
  lcd.fail({ slow: 3_600_000 })
  await expect(ask({ signal: AbortSignal.timeout(20) })).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('padding: stops generating when the client stops reading', async () => {
  lcd.fail({ padding: 1e12 })
  const reader = (await ask()).body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('"flow"')
  await reader?.cancel()
})

test('padding: is compressed for clients that accept gzip', async () => {
  lcd.fail({ padding: 20_000_000 })
  const { received, encoding } = await new Promise<{ received: number; encoding: unknown }>((resolve, reject) => {
    const options = { port: served.port, host: '127.0.0.1', path, headers: { 'accept-encoding': 'gzip' } }
    const sent = request(options, async answer => {
      let received = 0
      for await (const piece of answer) received += piece.length
      resolve({ received, encoding: answer.headers['content-encoding'] })
    })
    sent.on('error', reject).end()
  })
  expect(encoding).toBe('gzip')
  expect(received).toBeLessThan(40_000)
  expect((await (await ask()).text()).length).toBeGreaterThan(20_000_000)
})
