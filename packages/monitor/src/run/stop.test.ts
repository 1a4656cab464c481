import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLcd } from '@flow-query/testing'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { createReceiver } from '../../test/memory-receiver.js'
import type { Message } from '../alerts/outbox.js'
import { monitorFlows } from './run.js'

/** Starts a monitor, and stops it while the receiver has not answered the first message yet. */
async function stopWhileSending() {
  const folder = mkdtempSync(join(tmpdir(), 'flow-query-monitor-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const stateFile = join(folder, 'state.json')
  let accept = () => {}
  const receiver = createReceiver(
    () =>
      new Promise(resolve => {
        accept = () => resolve(new Response())
      }),
  )
  const lcd = createLcd({ flows: [{ interval: '3600s' }], clock: Date.now })
  lcd.execute(1, { outcome: 'failed' })
  const stopped = new AbortController()
  const reason = new Error('Enough')
  const ended = monitorFlows(
    { lcd: lcd.url, fetch: lcd.fetch },
    { webhook: { url: receiver.url }, stateFile, minRuns: 0, minTime: 0, signal: stopped.signal },
  ).catch((error: unknown) => error)
  await until(() => receiver.requests.length === 1)
  stopped.abort(reason)
  return {
    accept: () => accept(),
    hasEnded: async () => expect(await until(ended)).toBe(reason),
    /** The number of failed attempts, if the message is in the state file. */
    savedAttempts() {
      const messages: Message[] = JSON.parse(readFileSync(stateFile, 'utf8')).outbox.messages
      return messages.find(({ id }) => id === receiver.requests[0]?.id)?.attempts
    },
  }
}

test('a message that the receiver accepts after the monitor was stopped is not sent again', async () => {
  const { accept, hasEnded, savedAttempts } = await stopWhileSending()
  accept()
  await hasEnded()
  expect(savedAttempts()).toBeUndefined()
})

test('a message without an answer stays in the state file, and does not count as failed', async () => {
  const { hasEnded, savedAttempts } = await stopWhileSending()
  await hasEnded()
  expect(savedAttempts()).toBe(0)
})
