import fs from 'node:fs'
import { createLcd } from '@flow-query/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { eventsArrive, startWith } from '../../test/gateway.js'
import { createFailureLog } from './failures.js'

test('logs the failure of each server once a minute', () => {
  const lines: string[] = []
  const { failed: logFailure } = createFailureLog({ warn: (line: string) => void lines.push(line) })
  logFailure('a.example', 'a timed out')
  logFailure('a.example', 'a was refused')
  logFailure('b.example', 'b timed out')
  expect(lines).toEqual(['a timed out', 'b timed out'])
  vi.advanceTimersByTime(60_000)
  logFailure('a.example', 'a was refused')
  expect(lines).toEqual(['a timed out', 'b timed out', 'a was refused'])
})

test('a gateway logs why a node fails, without its key', async () => {
  const write = vi.spyOn(fs, 'writeFileSync').mockImplementation(() => {})
  onTestFinished(() => write.mockRestore())
  const lcd = createLcd()
  lcd.fail({ refuse: true })
  const { url, fetch } = await startWith(lcd, { lcd: 'https://node-0.test/k3y', logLevel: 'warn' })
  expect((await fetch(`${url}/intento/intent/v1/flow/1`)).status).toBe(502)
  const log = write.mock.calls.map(([, line]) => line).join('')
  expect(log).toContain('a node failed: https://node-0.test/***/intento/intent/v1/flow/1 could not be read')
  expect(log).not.toContain('k3y')
})

test('a gateway logs once that no events arrive, and that they arrive again', async () => {
  const write = vi.spyOn(fs, 'writeFileSync').mockImplementation(() => {})
  onTestFinished(() => write.mockRestore())
  const lcd = createLcd()
  const recover = lcd.disturb({ refuse: true })
  let attempts = 0
  class WebSocket extends lcd.WebSocket {
    constructor(url: string) {
      super(url)
      attempts++
    }
  }
  const gateway = await startWith(lcd, { WebSocket, logLevel: 'info' })
  await until(() => expect(attempts).toBeGreaterThan(2))
  const log = () =>
    write.mock.calls
      .map(([, line]) => JSON.parse(`${line}`).msg as string)
      .filter(message => message.includes('events'))
  const [connecting, ...failures] = log()
  expect(connecting).toBe('events: connecting')
  expect(failures).toEqual([expect.stringMatching(/^no events arrive, because wss:.* could not be reached/)])
  recover()
  await eventsArrive(gateway)
  expect(log().slice(2)).toEqual(['events arrive again'])
})
