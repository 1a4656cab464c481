import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLcd, flow } from '../index.js'
import { type ServedLcd, serveLcd } from '../serve.js'

const lcd = createLcd({ flows: [flow()] })
const PARAMS = '/intento/intent/v1/params'
const FLOW = '/intento/intent/v1/flow/1'
let served: ServedLcd

beforeAll(async () => {
  served = await serveLcd(lcd)
})
afterAll(() => served.close())
beforeEach(() => lcd.recover())

const TRANSPORTS: [name: string, ask: (path: string, init?: RequestInit) => Promise<Response>][] = [
  ['in memory', (path, init) => lcd.fetch(lcd.url + path, init)],
  ['served', (path, init) => fetch(served.url + path, init)],
]

/** What of a body arrives before it ends, breaks or is waited for in vain. */
async function arrives(response: Response) {
  const reader = response.body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  return { text: new TextDecoder().decode(value), next: async () => reader?.read(), stop: async () => reader?.cancel() }
}

describe.each(TRANSPORTS)('%s', (_, ask) => {
  test('a status answers instead of the node', async () => {
    lcd.fail({ status: 503 })
    const response = await ask(PARAMS)
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({ code: 2, message: 'failed on request', details: [] })
  })

  test('a body and headers replace those of the node', async () => {
    lcd.fail({ status: 429, body: '<h1>Slow down</h1>', headers: { 'Retry-After': '7' } })
    const response = await ask(PARAMS)
    expect(await response.text()).toBe('<h1>Slow down</h1>')
    expect(response.headers.get('retry-after')).toBe('7')
    expect(response.headers.get('content-type')).toBe('text/html')
  })

  test('a body that is not a string is sent as JSON, with status 200', async () => {
    lcd.fail({ body: { params: null } })
    const response = await ask(PARAMS)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ params: null })
  })

  test('rewrite: what the node says is changed on its way, and its status and headers stay', async () => {
    lcd.fail({ query: 'flow', rewrite: body => ({ ...body, more: true }) })
    const response = await ask(FLOW)
    expect(await response.json()).toMatchObject({ flow: { id: '1' }, more: true })
    expect(response.headers.get('grpc-metadata-x-cosmos-block-height')).toBe(String(lcd.height))
    expect(await (await ask(PARAMS)).json()).not.toHaveProperty('more')
  })

  test('rewrite: text is sent as it is, such as an error too deep for many a parser', async () => {
    lcd.fail({ status: 500, body: `{"code":2,"message":${'['.repeat(100_000)}` })
    expect((await (await ask(PARAMS)).text()).length).toBeGreaterThan(100_000)
    lcd.fail({ rewrite: () => '{"params":' })
    expect(await (await ask(PARAMS)).text()).toBe('{"params":')
  })

  test('padding: the same JSON in as large a body as is wanted', async () => {
    const whole = await (await ask(FLOW)).json()
    lcd.fail({ padding: 1_000_001 })
    const text = await (await ask(FLOW)).text()
    expect(text.length).toBeGreaterThan(1_000_001)
    expect(JSON.parse(text)).toEqual(whole)
  })

  test('padding: who stops reading is not sent the rest', async () => {
    lcd.fail({ padding: 1e12 })
    const { text, stop } = await arrives(await ask(FLOW))
    expect(text).toContain('"flow"')
    await stop()
  })

  test('hang: no answer until the caller gives up', async () => {
    lcd.fail({ hang: true })
    const controller = new AbortController()
    const answer = ask(PARAMS, { signal: controller.signal })
    const reason = new Error('gave up')
    setTimeout(() => controller.abort(reason), 20)
    await expect(answer).rejects.toBe(reason)
  })

  test('stall: headers and half of the body, then nothing until the caller gives up', async () => {
    const whole = await (await ask(FLOW)).text()
    lcd.fail({ stall: true })
    const controller = new AbortController()
    const response = await ask(FLOW, { signal: controller.signal })
    expect(response.status).toBe(200)
    const { text, next } = await arrives(response)
    expect(whole.startsWith(text)).toBe(true)
    expect(text.length).toBeLessThan(whole.length)
    const rest = next()
    const reason = new Error('gave up')
    setTimeout(() => controller.abort(reason), 20)
    await expect(rest).rejects.toBe(reason)
  })

  test('cut: the connection ends in the middle of the body', async () => {
    lcd.fail({ cut: true })
    const response = await ask(FLOW)
    expect(response.status).toBe(200)
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0)
    await expect(response.text()).rejects.toBeInstanceOf(TypeError)
    const { text, next } = await arrives(await ask(FLOW))
    expect(text).not.toBe('')
    await expect(next()).rejects.toBeInstanceOf(TypeError)
  })

  test('refuse: no connection', async () => {
    lcd.fail({ refuse: true })
    await expect(ask(PARAMS)).rejects.toBeInstanceOf(TypeError)
  })

  test('slow: the answer comes, later; a caller who gives up does not wait for it', async () => {
    lcd.fail({ slow: 30 })
    expect((await ask(PARAMS)).status).toBe(200)
    lcd.fail({ slow: 3_600_000 })
    await expect(ask(PARAMS, { signal: AbortSignal.timeout(20) })).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  test('times: so many requests fail, and then none', async () => {
    // Another path than that of the request given up above, which may still be on its way.
    lcd.fail({ query: 'flow', status: 502, times: 2 })
    const statuses = [await ask(FLOW), await ask(FLOW), await ask(FLOW)].map(({ status }) => status)
    expect(statuses).toEqual([502, 502, 200])
  })

  test('query and path say which requests fail', async () => {
    lcd.fail({ query: 'flow', status: 500 })
    lcd.fail({ query: ['params', 'ica'], status: 501 })
    lcd.fail({ path: /limit=7$/, status: 502 })
    lcd.fail({ path: path => path.endsWith('flow-history/1'), status: 503 })
    const paths = [FLOW, PARAMS, '/intento/intent/v1/flows?pagination.limit=7', '/intento/intent/v1/flow-history/1']
    const statuses = await Promise.all(paths.map(async path => (await ask(path)).status))
    expect(statuses).toEqual([500, 501, 502, 503])
    expect((await ask('/intento/intent/v1/flows?pagination.limit=8')).status).toBe(200)
  })

  test('the newest failure counts; undoing it uncovers the one before; recover ends all', async () => {
    lcd.fail({ status: 500 })
    const undo = lcd.fail({ status: 503 })
    expect((await ask(PARAMS)).status).toBe(503)
    undo()
    expect((await ask(PARAMS)).status).toBe(500)
    lcd.recover()
    expect((await ask(PARAMS)).status).toBe(200)
  })

  test('an aborted signal ends a request before it is asked', async () => {
    const asked = lcd.requests.length
    const reason = new Error('never mind')
    await expect(ask(PARAMS, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(lcd.requests.length).toBe(asked)
  })
})

test('served, padding is compressed for who takes gzip: little to send, much to read', async () => {
  lcd.fail({ padding: 20_000_000 })
  const { received, encoding } = await new Promise<{ received: number; encoding: unknown }>((resolve, reject) => {
    const options = { port: served.port, host: '127.0.0.1', path: FLOW, headers: { 'accept-encoding': 'gzip' } }
    const sent = request(options, async answer => {
      let received = 0
      for await (const piece of answer) received += piece.length
      resolve({ received, encoding: answer.headers['content-encoding'] })
    })
    sent.on('error', reject).end()
  })
  expect(encoding).toBe('gzip')
  expect(received).toBeLessThan(40_000)
  expect((await (await fetch(served.url + FLOW)).text()).length).toBeGreaterThan(20_000_000)
})
