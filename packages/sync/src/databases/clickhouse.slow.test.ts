import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import type { Store } from '../store.js'
import { clickhouse } from './clickhouse.js'

type Respond = (response: ServerResponse) => void

/** Opens a server whose responses after the first one are those of a failing server or proxy. */
async function openFailing(respond: Respond): Promise<Store> {
  let respondNext: Respond = answer => answer.setHeader('x-clickhouse-server-display-name', 'test').end(version)
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      respondNext(response)
      respondNext = respond
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  const store = await clickhouse(`http://127.0.0.1:${address.port}/flows`).open()
  onTestFinished(() => store.close())
  return store
}

const version = '{"data":[{"version":"24.8.1"}],"rows":1}'
const page = '<!doctype html><title>Sign in</title>'
const limit = 'Code: 241. DB::Exception: Memory limit exceeded'
const send =
  (status: number, body: string): Respond =>
  response =>
    void response.writeHead(status, { 'x-clickhouse-server-display-name': 'test' }).end(body)
const sendAsProxy =
  (status: number, body: string): Respond =>
  response =>
    void response.writeHead(status).end(body)
const notFromClickHouse = 'the response is incomplete, or a proxy sent it instead of ClickHouse. Fix the problem.'

test.each<[string, Respond, string]>([
  ['a page with status 200', sendAsProxy(200, page), notFromClickHouse],
  ['a page with status 502', sendAsProxy(502, page), notFromClickHouse],
  ['other JSON', sendAsProxy(200, '{"status":"ok"}'), notFromClickHouse],
  ['a redirect', sendAsProxy(302, ''), notFromClickHouse],
  ['no body', sendAsProxy(200, ''), notFromClickHouse],
  ['an error', send(500, limit), limit],
  ['an error with status 200', send(200, `{"data":[\n${limit}`), limit],
  ['a connection that is cut', response => void response.destroy(), 'socket hang up'],
])('a server that responds with %s has neither read nor written', async (_, respond, reason) => {
  const store = await openFailing(respond)
  await expect(store.select('SELECT 1')).rejects.toThrow(`could not be read: ${reason}`)
  await expect(store.write({ sync_state: [{ chain: 'test-1' }] })).rejects.toThrow(`could not be written: ${reason}`)
})

test.each([
  ['half of the rows', '{"data":[{"id":"1"}'],
  ['fewer rows than it has', '{"data":[{"id":"1"}],"rows":2}'],
  ['rows and an error', '{"data":[{"id":"1"}],"rows":1,"exception":"Code: 241. DB::Exception: Memory limit"}'],
])('a read fails if the server responds with %s', async (_, body) => {
  const store = await openFailing(send(200, body))
  await expect(store.select('SELECT id FROM flows')).rejects.toMatchObject({ name: 'SyncError', kind: 'database' })
})

test('a write succeeds if ClickHouse responds without a body', async () => {
  const store = await openFailing(send(200, ''))
  await store.write({ sync_state: [{ chain: 'test-1' }] })
})
