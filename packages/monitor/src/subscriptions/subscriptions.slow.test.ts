import { statSync } from 'node:fs'
import { join } from 'node:path'
import { createLcd } from '@flow-query/testing'
import { expect, onTestFinished, test } from 'vitest'
import { waitFor } from '../../../../tests/setup/wait-for.js'
import { startReceiver } from '../../test/receiver.js'
import { startMonitor } from '../../test/start-monitor.js'
import { owner, temporaryFolder } from '../../test/subscriptions.js'
import { runMonitor } from '../run/command.js'
import { monitorFlows } from '../run/run.js'
import { createPost } from './post.js'

test('a subscriber gets one message about a failing flow, also if the monitor restarts', async () => {
  const store = join(temporaryFolder(), 'subscriptions.json')
  const lcd = createLcd({ flows: [{ label: 'Rent', owner, interval: '3600s' }], clock: Date.now })
  const receiver = await startReceiver()
  onTestFinished(receiver.close)
  /** The types of messages, without those about the empty account of the flow. */
  const types = () =>
    receiver.requests.map(({ body }) => JSON.parse(body).type).filter(type => !/will_fail|low_funds/.test(type))
  const options = {
    subscriptions: { store, explorer: 'http://explorer.example' },
    stateFile: `${store}.incidents`,
  }
  const first = await startMonitor(lcd, options)
  const channel = { type: 'webhook', url: receiver.url }
  const { token } = await first.post('/subscriptions', { target: { flow: '1' }, channel })
  const { code } = JSON.parse(`${receiver.requests[0]?.body}`).data
  await first.post(`/subscriptions/${token}/confirm`, { code })
  lcd.execute(1, { outcome: 'failed' })
  await waitFor(() => expect(types()).toContain('flow.failing'))
  await first.stop()
  const told = types()
  const second = await startMonitor(lcd, options)
  lcd.execute(1, { outcome: 'succeeded' })
  await waitFor(() => expect(types()).toContain('flow.failing.resolved'))
  expect(types()).toEqual([...told, 'flow.failing.resolved'])
  expect(await (await fetch(`${second.url}/metrics`)).text()).toContain('flow_query_subscriptions{channel="webhook"} 1')
  for (const file of [store, `${store}.key`]) expect(statSync(file).mode & 0o777).toBe(0o600)
  await second.stop()
  const subscriptions = { store, key: Buffer.alloc(32, 1).toString('base64'), port: 0 }
  const { signal } = new AbortController()
  await expect(monitorFlows({ lcd: lcd.url, fetch: lcd.fetch }, { subscriptions, signal })).rejects.toThrow(
    'The key is not the one that encrypted',
  )
})

test('the command announces no alerts if only subscribers get them', async () => {
  const lcd = createLcd({ flows: [{ owner }], clock: Date.now })
  const stopped = new AbortController()
  const notes: string[] = []
  const output = { line: () => {}, note: (text: string) => notes.push(text), commandLine: (command: string) => command }
  const store = join(temporaryFolder(), 'subscriptions.json')
  const options = { subscriptions: { store, port: 0 }, stateFile: `${store}.incidents` }
  const ended = runMonitor({ lcd: lcd.url, fetch: lcd.fetch }, options, output, stopped.signal).catch(() => {})
  await waitFor(() => expect(notes).toHaveLength(3))
  expect(notes).toEqual([
    'Alerts are sent to subscribers. Press Ctrl-C to stop.',
    expect.stringMatching(/^Subscriptions are open at http:\/\/127\.0\.0\.1:\d+\.$/),
    `Open alerts are in ${options.stateFile}.`,
  ])
  stopped.abort()
  await ended
})

test.each(['127.0.0.1', 'localhost'])('connects to no private address, such as %s', async host => {
  const receiver = await startReceiver()
  onTestFinished(receiver.close)
  const url = receiver.url.replace('127.0.0.1', host)
  const request = { url, headers: {}, body: '{}' }
  await expect(createPost(false)(request)).rejects.toThrow()
  expect(receiver.requests).toEqual([])
  expect(await createPost(true)(request)).toMatchObject({ status: 200 })
})

test('reads no body, and follows no redirect', async () => {
  const other = await startReceiver()
  onTestFinished(other.close)
  const receiver = await startReceiver(response => {
    response.writeHead(307, { location: other.url, 'retry-after': '30' })
    response.write('an endless body')
  })
  onTestFinished(receiver.close)
  const answer = await createPost(true)({ url: receiver.url, headers: {}, body: '{}' })
  expect(answer).toEqual({ status: 307, retryAfter: 30_000 })
  expect(other.requests).toEqual([])
})
