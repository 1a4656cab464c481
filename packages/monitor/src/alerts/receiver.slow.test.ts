import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import type { Alert } from './alert.js'
import { addAlerts, emptyOutbox, type Message } from './outbox.js'
import { attempt, webhookTarget } from './webhook.js'

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const alert: Alert = {
  id: 'a',
  kind: 'flow.failing',
  status: 'open',
  at: '2026-06-15T12:00:00Z',
  flow: { id: '14', label: 'Pay rent', owner: 'into1owner' },
  run: 3,
  cause: 'insufficientFunds',
  title: 'Failing: insufficient balance',
  text: null,
  stops: false,
}

let receiver: ChildProcess | undefined
afterEach(async () => {
  const ended = receiver && once(receiver, 'close')
  receiver?.kill()
  receiver = undefined
  await ended
})

test('the example accepts signed messages, ignores repeats and rejects others', async () => {
  const port = await freePort()
  const program = fileURLToPath(new URL('../../examples/receiver.js', import.meta.url))
  receiver = spawn(process.execPath, [program], {
    env: { ...process.env, PORT: String(port), FLOW_QUERY_WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  receiver.stdout?.on('data', text => {
    output += text
  })
  const url = `http://127.0.0.1:${port}`
  await expect
    .poll(() =>
      fetch(url).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(401)

  const send = (to: Parameters<typeof webhookTarget>[0], message: Message) =>
    attempt(webhookTarget(to), message, 'intento-1', new AbortController().signal)
  const [message] = addAlerts(emptyOutbox, [alert], 0, 0).messages
  if (!message) throw new Error('There is no message')
  expect(await send({ url, secret }, message)).toEqual({ result: 'delivered' })
  expect(await send({ url, secret }, message)).toEqual({ result: 'delivered' })
  const otherSecret = `whsec_${Buffer.alloc(32, 2).toString('base64')}`
  expect(await send({ url, secret: otherSecret }, message)).toMatchObject({ result: 'misaddressed' })
  expect(await send({ url }, message)).toMatchObject({ result: 'misaddressed' })
  await expect.poll(() => output).toBe('flow.failing 14 Failing: insufficient balance\n')
})

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
