import { EventEmitter } from 'node:events'
import { flowSubscriptions } from '@flow-query/core/live'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { Client } from './client.js'
import { defaultLimits } from './clients.js'
import type { EventFrame } from './frame.js'

const [query = ''] = flowSubscriptions

class SlowSocket extends EventEmitter {
  readonly OPEN = 1
  readonly readyState = 1
  readonly waiting: { bytes: number; done: () => void }[] = []

  get bufferedAmount(): number {
    return this.waiting.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  send(message: string, _: object, done: () => void): void {
    this.waiting.push({ bytes: message.length, done })
  }
}

/** A client that takes frames only when the test says so. `check` lets ten seconds pass. */
function slowClient() {
  const socket = new SlowSocket()
  const client = new Client(socket as unknown as WebSocket, {
    limits: defaultLimits,
    clientsOfAddress: () => 1,
    nodeStatus: async () => ({}),
    onDrop: () => expect.unreachable(),
  })
  function take(frames: number): void {
    for (const { done } of socket.waiting.splice(0, frames)) done()
  }
  client.receive(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscribe', params: { query } }))
  take(1)
  return {
    take,
    check: () => client.isLate(),
    send(bytes: number): void {
      client.send({ query, messageFor: () => 'x'.repeat(bytes) } as unknown as EventFrame)
    },
  }
}

test('a client that takes each frame within ten seconds is never late', () => {
  const { send, take, check } = slowClient()
  for (let round = 0; round < 20; round++) {
    expect(check()).toBe(false)
    take(1)
    send(1_000)
    send(1_000)
    take(1)
  }
})

test('a client that takes some frames, but not all within the time that their bytes allow, is late', () => {
  const { send, take, check } = slowClient()
  for (let frame = 0; frame < 10; frame++) send(10_000)
  expect(check()).toBe(false)
  take(1)
  expect(check()).toBe(false)
  take(1)
  expect(check()).toBe(true)
})

test('a client that takes 64 kB in ten seconds is never late, although new frames always wait', () => {
  const { send, take, check } = slowClient()
  for (let frame = 0; frame < 30; frame++) send(8_192)
  for (let round = 0; round < 40; round++) {
    expect(check()).toBe(false)
    take(8)
    for (let frame = 0; frame < 8; frame++) send(8_192)
  }
})

test('a large frame has time in proportion to its size', () => {
  const { send, take, check } = slowClient()
  send(1_000_000)
  const checks = Array.from({ length: 16 }, check)
  expect(checks).toEqual(Array(16).fill(false))
  expect(check()).toBe(true)
  take(1)
  expect(check()).toBe(false)
})
