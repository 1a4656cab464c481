import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLcd } from '@flow-query/testing'
import { expect, onTestFinished, test } from 'vitest'
import { waitFor } from '../../../../tests/setup/wait-for.js'
import { startReceiver } from '../../test/receiver.js'
import type { Message } from './outbox.js'
import { monitorFlows } from './run.js'

/** Starts a monitor, and stops it while the receiver has not answered the first message yet. */
async function stopWhileSending() {
  const folder = mkdtempSync(join(tmpdir(), 'flow-query-monitor-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const stateFile = join(folder, 'state.json')
  const responses: ServerResponse[] = []
  const receiver = await startReceiver(response => void responses.push(response))
  onTestFinished(receiver.close)
  const lcd = createLcd({ flows: [{ interval: '3600s' }], clock: Date.now })
  lcd.execute(1, { outcome: 'failed' })
  const stopped = new AbortController()
  const reason = new Error('Enough')
  const ended = monitorFlows(
    { lcd: lcd.url, fetch: lcd.fetch },
    { webhook: { url: receiver.url }, stateFile, minRuns: 0, minTime: 0, signal: stopped.signal },
  ).catch((error: unknown) => error)
  await waitFor(() => expect(responses).toHaveLength(1))
  stopped.abort(reason)
  return {
    response: responses[0] as ServerResponse,
    hasEnded: async () => expect(await ended).toBe(reason),
    /** The number of failed attempts, if the message is in the state file. */
    savedAttempts() {
      const messages: Message[] = JSON.parse(readFileSync(stateFile, 'utf8')).outbox.messages
      return messages.find(({ id }) => id === receiver.requests[0]?.id)?.attempts
    },
  }
}

test('a message that the receiver accepts after the monitor was stopped is not sent again', async () => {
  const { response, hasEnded, savedAttempts } = await stopWhileSending()
  response.end()
  await hasEnded()
  expect(savedAttempts()).toBeUndefined()
})

test('a message without an answer stays in the state file, and does not count as failed', async () => {
  const { hasEnded, savedAttempts } = await stopWhileSending()
  await hasEnded()
  expect(savedAttempts()).toBe(0)
})
