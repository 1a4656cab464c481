import { beforeEach, expect, test } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { createClock, createLcd, flow, type Lcd } from '../index.js'

const paramsPath = '/intento/intent/v1/params'
const flowPath = '/intento/intent/v1/flow/1'

let lcd: Lcd
beforeEach(() => {
  // The clock doesn't advance, so that the height doesn't change between a response and its check.
  lcd = createLcd({ flows: [flow()], clock: createClock('2026-11-20T21:00:00Z').now })
})

const ask = (path: string, init?: RequestInit) => lcd.fetch(lcd.url + path, init)

/** Returns the start of a body, with functions to read on and to stop. */
async function arrives(response: Response) {
  const reader = response.body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  return { text: new TextDecoder().decode(value), next: async () => reader?.read(), stop: async () => reader?.cancel() }
}

test("status replaces the node's response", async () => {
  lcd.fail({ status: 503 })
  const response = await ask(paramsPath)
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({ code: 2, message: 'failed on request', details: [] })
})

test('body and headers replace those of the node', async () => {
  lcd.fail({ status: 429, body: '<h1>Slow down</h1>', headers: { 'Retry-After': '7' } })
  const response = await ask(paramsPath)
  expect(await response.text()).toBe('<h1>Slow down</h1>')
  expect(response.headers.get('retry-after')).toBe('7')
  expect(response.headers.get('content-type')).toBe('text/html')
})

test('a body that is not a string is sent as JSON with status 200', async () => {
  lcd.fail({ body: { params: null } })
  const response = await ask(paramsPath)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ params: null })
})

test('rewrite: changes the body and keeps the status and headers', async () => {
  lcd.fail({ query: 'flow', rewrite: body => ({ ...body, more: true }) })
  const response = await ask(flowPath)
  expect(await response.json()).toMatchObject({ flow: { id: '1' }, more: true })
  expect(response.headers.get('grpc-metadata-x-cosmos-block-height')).toBe(String(lcd.height))
  expect(await (await ask(paramsPath)).json()).not.toHaveProperty('more')
})

test('rewrite: sends strings unchanged, such as an error nested too deeply for many parsers', async () => {
  lcd.fail({ status: 500, body: `{"code":2,"message":${'['.repeat(100_000)}` })
  expect((await (await ask(paramsPath)).text()).length).toBeGreaterThan(100_000)
  lcd.fail({ rewrite: () => '{"params":' })
  expect(await (await ask(paramsPath)).text()).toBe('{"params":')
})

test('padding: enlarges the body without changing its JSON', async () => {
  const whole = await (await ask(flowPath)).json()
  lcd.fail({ padding: 1_000_001 })
  const text = await (await ask(flowPath)).text()
  expect(text.length).toBeGreaterThan(1_000_001)
  expect(JSON.parse(text)).toEqual(whole)
})

test('padding: stops generating when the client stops reading', async () => {
  lcd.fail({ padding: 1e12 })
  const { text, stop } = await arrives(await ask(flowPath))
  expect(text).toContain('"flow"')
  await stop()
})

test('hang: sends no response until the caller aborts', async () => {
  lcd.fail({ hang: true })
  const controller = new AbortController()
  const answer = ask(paramsPath, { signal: controller.signal })
  const reason = new Error('gave up')
  setTimeout(() => controller.abort(reason), 20)
  await expect(until(answer)).rejects.toBe(reason)
})

test('stall: sends the headers and half of the body, then nothing until the caller aborts', async () => {
  const whole = await (await ask(flowPath)).text()
  lcd.fail({ stall: true })
  const controller = new AbortController()
  const response = await ask(flowPath, { signal: controller.signal })
  expect(response.status).toBe(200)
  const { text, next } = await arrives(response)
  expect(whole.startsWith(text)).toBe(true)
  expect(text.length).toBeLessThan(whole.length)
  const rest = next()
  const reason = new Error('gave up')
  setTimeout(() => controller.abort(reason), 20)
  await expect(until(rest)).rejects.toBe(reason)
})

test('cut: drops the connection in the middle of the body', async () => {
  lcd.fail({ cut: true })
  const response = await ask(flowPath)
  expect(response.status).toBe(200)
  expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0)
  await expect(response.text()).rejects.toBeInstanceOf(TypeError)
  const { text, next } = await arrives(await ask(flowPath))
  expect(text).not.toBe('')
  await expect(next()).rejects.toBeInstanceOf(TypeError)
})

test('refuse: refuses the connection', async () => {
  lcd.fail({ refuse: true })
  await expect(ask(paramsPath)).rejects.toBeInstanceOf(TypeError)
})

test('slow: delays the response, and an aborted request does not wait for it', async () => {
  lcd.fail({ slow: 30 })
  const asked = Date.now()
  expect((await until(ask(paramsPath))).status).toBe(200)
  expect(Date.now() - asked).toBe(30)
  lcd.fail({ slow: 3_600_000 })
  const aborted = ask(paramsPath, { signal: AbortSignal.timeout(20) })
  await expect(until(aborted)).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(Date.now() - asked).toBe(50)
})

test('times: fails the given number of requests and then none', async () => {
  lcd.fail({ status: 502, times: 2 })
  const statuses = [await ask(flowPath), await ask(flowPath), await ask(flowPath)].map(({ status }) => status)
  expect(statuses).toEqual([502, 502, 200])
})

test('query and path select the requests that fail', async () => {
  lcd.fail({ query: 'flow', status: 500 })
  lcd.fail({ query: ['params', 'ica'], status: 501 })
  lcd.fail({ path: /limit=7$/, status: 502 })
  lcd.fail({ path: path => path.endsWith('flow-history/1'), status: 503 })
  const paths = [
    flowPath,
    paramsPath,
    '/intento/intent/v1/flows?pagination.limit=7',
    '/intento/intent/v1/flow-history/1',
  ]
  const statuses = await Promise.all(paths.map(async path => (await ask(path)).status))
  expect(statuses).toEqual([500, 501, 502, 503])
  expect((await ask('/intento/intent/v1/flows?pagination.limit=8')).status).toBe(200)
})

test('the newest failure applies, undoing it restores the previous one, and recover ends all', async () => {
  lcd.fail({ status: 500 })
  const undo = lcd.fail({ status: 503 })
  expect((await ask(paramsPath)).status).toBe(503)
  undo()
  expect((await ask(paramsPath)).status).toBe(500)
  lcd.recover()
  expect((await ask(paramsPath)).status).toBe(200)
})

test('a request with an aborted signal never reaches the node', async () => {
  const asked = lcd.requests.length
  const reason = new Error('never mind')
  await expect(ask(paramsPath, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  expect(lcd.requests.length).toBe(asked)
})
