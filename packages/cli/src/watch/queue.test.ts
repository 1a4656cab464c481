import { expect, test, vi } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { createQueue } from './queue.js'

function createTestQueue(limit: number) {
  const controller = new AbortController()
  const [onError, onDropped] = [vi.fn(), vi.fn()]
  const queue = createQueue({ limit, signal: controller.signal, onError, onDropped })
  return { ...queue, onError, onDropped, abort: (reason?: unknown) => controller.abort(reason) }
}

const idle = () => new Promise(resolve => setTimeout(resolve))

test('runs functions in order, one at a time, and continues after a failure', async () => {
  const { push, onError } = createTestQueue(10)
  const done: number[] = []
  push(async () => {
    await idle()
    done.push(1)
  })
  push(async () => Promise.reject(new Error('of 2')))
  push(async () => void done.push(3))
  await until(() => expect(done).toEqual([1, 3]))
  expect(onError.mock.calls).toEqual([[new Error('of 2')]])
})

test('drops functions above the limit, and reports their number at their position', async () => {
  const { push, onDropped } = createTestQueue(2)
  const done: unknown[] = []
  onDropped.mockImplementation(count => done.push(`${count} dropped`))
  const work = (name: number) => async () => {
    await idle()
    done.push(name)
  }
  for (let name = 0; name < 1_000; name++) push(work(name))
  await until(() => expect(done).toEqual([0, 1, 2, '997 dropped']))
  push(work(1_000))
  await until(() => expect(done.at(-1)).toBe(1_000))
})

test('drops waiting functions after an abort and reports no error', async () => {
  const { push, onError, onDropped, abort } = createTestQueue(10)
  const waiting = vi.fn(async () => {})
  push(async () => {
    await idle()
    throw new Error('aborted')
  })
  for (let count = 0; count < 100; count++) push(waiting)
  abort()
  await until(idle())
  await until(idle())
  push(waiting)
  await until(idle())
  expect([waiting, onError, onDropped].map(call => call.mock.calls.length)).toEqual([0, 0, 0])
})
