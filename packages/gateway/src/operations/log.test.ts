import fs from 'node:fs'
import Fastify, { LogController } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog, logRequests, redacted } from './log.js'

function collected() {
  const lines: string[] = []
  return { lines, destination: { write: (line: string) => void lines.push(line) } }
}

test.each([
  ['GET https://me:s3cret@a.example/flows failed', 'GET https://***@a.example/flows failed'],
  ['redis://:p/ss@word@cache:6379/0', 'redis://***@cache:6379/0'],
  ['wss://a.example/websocket?token=abc&x=1', 'wss://a.example/websocket?***'],
  ['http://a.example/x#access_token=abc and https://b.example', 'http://a.example/x?*** and https://b.example'],
  ['no URL: a@b.example?x=1', 'no URL: a@b.example?x=1'],
])('redacted: %s', (text, expected) => {
  expect(redacted(text)).toBe(expected)
})

test('redacted: removes the path of a node, which can be an API key, but not the path of the request', () => {
  const nodes = ['https://a.example/k3y/', 'https://b.example']
  expect(redacted('https://a.example/k3y/intento/flows?page=1 or https://b.example/intento', nodes)).toBe(
    'https://a.example/***/intento/flows?*** or https://b.example/intento',
  )
  expect(redacted('wss://a.example/k3y/websocket failed', nodes)).toBe('wss://a.example/***/websocket failed')
})

test('redacted: takes linear time for text without URLs', () => {
  const text = 'a'.repeat(200_000)
  expect(redacted(text)).toBe(text)
})

test('writes JSON lines without the secrets in messages, fields and causes', () => {
  const { lines, destination } = collected()
  const log = createLog({ destination, nodes: ['https://n.example/k3y'] })
  const error = new Error('fetch https://u:s3cret@n.example/flows failed', {
    cause: new Error('https://n.example/k3y/flows?token=t0ken'),
  })
  log.error({ err: error, url: 'https://n.example/flows?token=t0ken' }, 'Request to https://u:s3cret@n.example failed')
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toMatch(/s3cret|t0ken|k3y/)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'error',
    url: 'https://n.example/flows?***',
    msg: 'Request to https://***@n.example failed',
  })
})

test('logs requests at debug without query strings, and not at info', async () => {
  for (const level of ['debug', 'info'] as const) {
    const { lines, destination } = collected()
    const app = Fastify({
      loggerInstance: createLog({ level, destination }),
      logController: new LogController({ disableRequestLogging: true }),
    })
    logRequests(app)
    app.get('/flows', (_, reply) => reply.send({}))
    await app.inject({ url: '/flows?token=t0ken', headers: { authorization: 'Bearer s3cret' } })
    await app.inject('/missing')
    expect(lines.join('')).not.toMatch(/t0ken|s3cret/)
    const requests = lines.map(line => JSON.parse(line)).filter(({ msg }) => msg === 'request')
    expect(requests.map(({ path, status }) => [path, status])).toEqual(
      level === 'debug'
        ? [
            ['/flows', 200],
            ['/missing', 404],
          ]
        : [],
    )
  }
})

test('a full disk causes no exception and does not end the log', () => {
  let isFull = true
  let written = ''
  const write = vi.spyOn(fs, 'writeFileSync').mockImplementation((_, text) => {
    if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    written += text
  })
  onTestFinished(() => write.mockRestore())
  const log = createLog()
  log.error('no space')
  isFull = false
  log.error('space again')
  expect(written).toContain('space again')
})
