import { expect, test } from 'vitest'
import { startReceiver } from '../../test/receiver.js'
import type { Alert } from './alert.js'
import { addAlerts, emptyOutbox } from './outbox.js'
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

test.each([
  ['does not answer', () => {}],
  ['stops in the middle of its answer', (response: { write: (text: string) => void }) => response.write('{')],
])('a receiver that %s fails after 15 seconds', async (_, answer) => {
  const { url, close } = await startReceiver(answer)
  const [message] = addAlerts(emptyOutbox, [alert], 0, 0).messages
  if (!message) throw new Error('There is no message')
  const result = await attempt(webhookTarget({ url }), message, 'test-1', new AbortController().signal)
  expect(result).toEqual({ result: 'failed', problem: 'it did not answer within 15 seconds', retryAfter: null })
  await close()
})

test('an endless answer is not read to its end', async () => {
  const { url, close } = await startReceiver(response => {
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      if (!response.destroyed) response.once('drain', write)
    }
    write()
  })
  const [message] = addAlerts(emptyOutbox, [alert], 0, 0).messages
  if (!message) throw new Error('There is no message')
  const result = await attempt(webhookTarget({ url }), message, 'test-1', new AbortController().signal)
  expect(result).toEqual({ result: 'delivered' })
  await close()
})
