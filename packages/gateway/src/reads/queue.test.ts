import { expect, test } from 'vitest'
import { createQueue } from './queue.js'

/** A queue that runs one request at a time, and records the order. */
function start(mostWaiting = 100) {
  const queue = createQueue(1, mostWaiting)
  const sent: string[] = []
  const ends: (() => void)[] = []
  const send = (address: string, name: string, key?: string) =>
    queue
      .send(address, key, async () => {
        sent.push(name)
        await new Promise<void>(resolve => ends.push(resolve))
      })
      .then(
        () => 'sent',
        error => error.kind,
      )
  /** Ends the running request. */
  const end = async () => {
    ends.shift()?.()
    await new Promise(resolve => setImmediate(resolve))
  }
  return { queue, sent, send, end }
}

test('addresses take turns, regardless of the number of their requests', async () => {
  const { sent, send, end } = start()
  for (let index = 1; index <= 5; index++) void send('a', `a${index}`)
  void send('b', 'b1')
  void send('b', 'b2')
  void send('c', 'c1')
  for (let index = 0; index < 8; index++) await end()
  expect(sent).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4', 'a5'])
})

test('a request that two addresses need starts once, at the earlier turn', async () => {
  const { queue, sent, send, end } = start()
  for (let index = 1; index <= 4; index++) void send('a', `a${index}`, `key ${index}`)
  queue.join('b', 'key 4')
  queue.join('b', 'unknown key')
  for (let index = 0; index < 5; index++) await end()
  expect(sent).toEqual(['a1', 'a2', 'a4', 'a3'])
  const next = send('a', 'next')
  await end()
  expect(await next).toBe('sent')
})

test('if too many requests wait, the newest request of the address with the most requests is rejected', async () => {
  const { sent, send, end } = start(3)
  const ofA = ['a1', 'a2', 'a3', 'a4'].map(name => send('a', name))
  const ofB = send('b', 'b1')
  expect(await ofA[3]).toBe('rateLimited')
  expect(await send('a', 'a5')).toBe('rateLimited')
  for (let index = 0; index < 5; index++) await end()
  expect(sent).toEqual(['a1', 'a2', 'b1', 'a3'])
  expect(await Promise.all([...ofA.slice(0, 3), ofB])).toEqual(['sent', 'sent', 'sent', 'sent'])
})
