import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { startReceiver } from '../../test/receiver.js'
import type { Alert } from './alert.js'
import { addAlerts, emptyOutbox, type Message } from './outbox.js'
import { attempt, webhookTarget } from './webhook.js'

const alert: Alert = {
  id: 'a',
  kind: 'node.silent',
  status: 'open',
  at: '2026-06-15T12:00:00Z',
  flow: null,
  run: null,
  cause: 'oldBlock',
  title: 'The node has no new blocks',
  text: null,
}

const [message] = addAlerts(emptyOutbox, [alert], 0, 0).messages as [Message]

async function attemptWith(answer: (response: ServerResponse) => void) {
  const { url, close } = await startReceiver(answer)
  onTestFinished(close)
  return attempt(webhookTarget({ url }), message, 'test-1', new AbortController().signal)
}

test('a receiver that does not answer fails after 15 seconds', async () => {
  const problem = 'it did not answer within 15 seconds'
  expect(await attemptWith(() => {})).toEqual({ result: 'failed', problem, retryAfter: null })
})

test.each([
  [200, 'o', { result: 'delivered' }],
  [410, '{', { result: 'gone', problem: 'it answered 410' }],
  [429, '{"retry_after": 7, ', { result: 'failed', problem: 'it answered 429', retryAfter: 7_000 }],
])('an answer with status %i counts even if it stops after %j', async (status, text, result) => {
  expect(
    await attemptWith(response => {
      response.writeHead(status, { 'content-length': 100 })
      response.write(text)
    }),
  ).toEqual(result)
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
  expect(await attemptWith(answer(503))).toMatchObject({ result: 'failed', problem: 'it answered 503' })
})
