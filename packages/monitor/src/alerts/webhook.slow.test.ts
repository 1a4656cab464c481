import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { message } from '../../test/message.js'
import { startReceiver } from '../../test/receiver.js'
import { attempt, webhookTarget } from './webhook.js'

async function attemptWith(answer: (response: ServerResponse) => void) {
  const { url, close } = await startReceiver(answer)
  onTestFinished(close)
  return attempt(webhookTarget({ url }), message, 'test-1', new AbortController().signal)
}

test('an answer counts even if the connection breaks', async () => {
  const attempted = await attemptWith(response => {
    response.writeHead(429, { 'content-length': 100 })
    response.write('{"retry_after": 7, ', () => response.destroy())
  })
  expect(attempted).toEqual({ result: 'failed', problem: 'it answered 429', retryAfter: 7_000 })
})

test('does not follow redirects', async () => {
  const other = await startReceiver()
  onTestFinished(other.close)
  const attempted = await attemptWith(response => response.writeHead(307, { location: other.url }).end())
  expect(attempted).toMatchObject({ result: 'misaddressed', problem: 'it answered 307' })
  expect(other.requests).toEqual([])
})

test('an endless response is not read completely', async () => {
  const answer = (status: number) => (response: ServerResponse) => {
    response.writeHead(status)
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      if (!response.destroyed) response.once('drain', write)
    }
    write()
  }
  expect(await attemptWith(answer(200))).toEqual({ result: 'delivered' })
  expect(await attemptWith(answer(503))).toMatchObject({
    result: 'failed',
    problem: expect.stringMatching(/^it answered 503: x{199}…$/),
  })
})
