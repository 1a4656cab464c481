// How `fetch` of Node.js reports broken connections.
import { getEventListeners } from 'node:events'
import { gzipSync } from 'node:zlib'
import { createLcd } from '@flow-query/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { errorOf, network } from '../test/client.js'
import { deadEnd, head, type RawServer, serveRaw } from '../test/sockets.js'
import { createFlowClient } from './index.js'

async function serve(answer: Parameters<typeof serveRaw>[0]): Promise<RawServer> {
  const server = await serveRaw(answer)
  onTestFinished(server.close)
  return server
}

const failures: [string, 'timeout' | 'network', Parameters<typeof serveRaw>[0]][] = [
  ['accepts the connection and never responds', 'timeout', () => {}],
  ['sends headers and no body', 'timeout', socket => socket.write(head('content-length: 100'))],
  [
    'stalls in a chunked body',
    'timeout',
    socket => socket.write(`${head('transfer-encoding: chunked')}a\r\n{"params":\r\n`),
  ],
  [
    'sends an endless body slowly',
    'timeout',
    socket => {
      socket.write(head('content-length: 1000000'))
      const timer = setInterval(() => socket.write(' '), 10)
      socket.once('close', () => clearInterval(timer))
    },
  ],
  ['sends less than its content length', 'network', socket => socket.end(`${head('content-length: 100')}{"params":`)],
  [
    'sends an incomplete body without a content length',
    'network',
    socket => socket.end(`${head('connection: close')}{"para`),
  ],
  ['closes the connection after the request', 'network', socket => socket.destroy()],
  [
    'resets the connection in the body',
    'network',
    socket => {
      socket.write(`${head('content-length: 100')}{"params":`, () => socket.resetAndDestroy())
    },
  ],
  ['uses another protocol', 'network', socket => socket.end('220 mail.example.org ESMTP\r\n')],
]

describe.each(failures)('a server that %s: %s', (_, kind, answer) => {
  test('the error has a kind and a URL, and no listener stays on the signal', async () => {
    const bad = await serve(answer)
    // Network errors need a long timeout, so that a slow machine doesn't cause a timeout error instead.
    const timeout = kind === 'timeout' ? 100 : 300_000
    const client = createFlowClient({ lcd: bad.url, timeout, retries: 1 })
    const { signal } = new AbortController()
    const errors = await Promise.all([errorOf(client.params()), errorOf(client.params({}, { signal }))])
    for (const error of errors) {
      expect(error).toMatchObject({ kind, retryable: true, url: `${bad.url}/intento/intent/v1/params` })
      expect(error.message).toContain(bad.url)
    }
    const tries = kind === 'network' ? 2 : 1
    expect(bad.requests.length).toBeLessThanOrEqual(2 * tries)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('an abort before the error rejects with the reason of the signal, and no other endpoint is used', async () => {
    const controller = new AbortController()
    const stopped = new Error('stopped')
    const bad = await serve(socket => {
      answer(socket)
      controller.abort(stopped)
    })
    const next = createLcd({ flows: [{}] })
    const client = createFlowClient({
      lcd: [bad.url, next.url],
      chainId: 'intento-1',
      fetch: network({ [bad.url]: globalThis.fetch, [next.url]: next.fetch }),
      timeout: 300_000,
    })
    await expect(client.params({}, { signal: controller.signal })).rejects.toBe(stopped)
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])
    expect(next.requests).toEqual([])
  })
})

test.each([
  ['a closed port', deadEnd, /could not be read: Error: connect ECONNREFUSED 127\.0\.0\.1:\d+\. Check the connection/],
  ['an unknown host', async () => 'http://lcd.invalid', /could not be read: /],
])('%s causes a network error', async (_, urlOf, message) => {
  const error = await errorOf(createFlowClient({ lcd: await urlOf(), retries: 0, timeout: 300_000 }).params())
  expect(error).toMatchObject({ kind: 'network', retryable: true })
  expect(error.message).toMatch(message)
  expect(error.cause).toBeInstanceOf(TypeError)
})

test('a body that exceeds maxBodyBytes after decompression causes tooLarge', async () => {
  // The body is about a thousand times smaller when compressed.
  const packed = gzipSync(Buffer.alloc(50_000_000, ' '))
  const bomb = await serve(socket =>
    socket.end(
      Buffer.concat([Buffer.from(head(`content-encoding: gzip\r\ncontent-length: ${packed.length}`)), packed]),
    ),
  )
  const error = await errorOf(createFlowClient({ lcd: bomb.url, maxBodyBytes: 1_000_000, timeout: 300_000 }).params())
  expect(error).toMatchObject({ kind: 'tooLarge', status: 200, retryable: false })
  expect(error.message).toContain('returned more than 1000000 bytes')
  expect((await errorOf(createFlowClient({ lcd: bomb.url, timeout: 300_000 }).params())).kind).toBe('node')
})
