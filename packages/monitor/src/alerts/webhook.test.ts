import { expect, test } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { createReceiver, type Received } from '../../test/memory-receiver.js'
import { message } from '../../test/message.js'
import { attempt, webhookTarget } from './webhook.js'

function attemptWith(answer: Parameters<typeof createReceiver>[0]) {
  const { url } = createReceiver(answer)
  return attempt(webhookTarget({ url }), message, 'test-1', new AbortController().signal)
}

test('a receiver that does not answer fails after 15 seconds', async () => {
  const start = Date.now()
  const problem = 'it did not answer within 15 seconds'
  const attempted = attemptWith(() => new Promise(() => {}))
  expect(await until(attempted)).toEqual({ result: 'failed', problem, retryAfter: null })
  expect(Date.now() - start).toBe(15_000)
})

/** Returns a response whose body stops after a text, until the sender aborts the request. */
function incomplete(status: number, text: string, { signal }: Received): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text))
      signal.addEventListener('abort', () => controller.error(signal.reason))
    },
  })
  return new Response(body, { status })
}

test.each([
  [200, 'o', { result: 'delivered' }],
  [410, '{', { result: 'gone', problem: 'it answered 410' }],
  [429, '{"retry_after": 7, ', { result: 'failed', problem: 'it answered 429', retryAfter: 7_000 }],
])('an answer with status %i counts even if it stops after %j', async (status, text, result) => {
  expect(await until(attemptWith(received => incomplete(status, text, received)))).toEqual(result)
})

test.each([
  ['http://example.org/hook', 'must use HTTPS'],
  ['http://127.0.0.1.example.org', 'must use HTTPS'],
  ['http://localhost.example.org', 'must use HTTPS'],
  ['ftp://localhost', 'is not a valid URL'],
  ['https://user:password@example.org', 'contains a user name or password'],
])('the webhook %s is rejected', (url, problem) => {
  expect(() => webhookTarget({ url })).toThrow(problem)
})

test.each(['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:8080', 'https://example.org'])(
  'the webhook %s is accepted',
  url => {
    expect(webhookTarget({ url }).url.href).toContain(url)
  },
)

test.each(['', 'short', 'whsec_', 'whsec_@@@', 'whsec_c2hvcnQ='])('the signing secret %j is rejected', invalid => {
  expect(() => webhookTarget({ url: 'https://example.org', secret: invalid })).toThrow('signing secret must be')
})
