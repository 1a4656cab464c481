import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { createLimiter } from './limiter.js'

/** Creates requests that the test finishes manually. */
function createRequests() {
  const started: number[] = []
  const pending = new Map<number, { resolve: () => void; reject: (error: Error) => void }>()
  const request = (id: number) => () => {
    started.push(id)
    return new Promise<number>((resolve, reject) => pending.set(id, { resolve: () => resolve(id), reject }))
  }
  return { started, request, finish: (id: number) => pending.get(id) }
}

const { signal } = new AbortController()

describe('createLimiter', () => {
  test('runs two at once and the others in order, whether a request succeeds or fails', async () => {
    const { run } = createLimiter(2)
    const { started, request, finish } = createRequests()
    const results = [1, 2, 3, 4].map(id => run(signal, request(id)))
    await Promise.resolve()
    expect(started).toEqual([1, 2])

    finish(2)?.resolve()
    expect(await results[1]).toBe(2)
    expect(started).toEqual([1, 2, 3])

    finish(1)?.reject(new Error('lost'))
    await expect(results[0]).rejects.toThrow('lost')
    expect(started).toEqual([1, 2, 3, 4])
    for (const id of [3, 4]) finish(id)?.resolve()
    expect(await Promise.all(results.slice(2))).toEqual([3, 4])

    const next = [5, 6, 7].map(id => run(signal, request(id)))
    await Promise.resolve()
    expect(started.slice(4)).toEqual([5, 6])
    finish(5)?.resolve()
    await next[0]
    expect(started.slice(4)).toEqual([5, 6, 7])
  })

  test('many waiting requests share one listener on their signal, and none stays after they have finished', async () => {
    const { run } = createLimiter(6)
    const { request, finish } = createRequests()
    const { signal } = new AbortController()
    const ids = Array.from({ length: 40 }, (_, index) => index)
    const results = ids.map(id => run(signal, request(id)))
    await Promise.resolve()
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    for (const id of ids) {
      finish(id)?.resolve()
      await results[id]
    }
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('rejects an aborted request with the reason and gives its slot to the next', async () => {
    const { run } = createLimiter(1)
    const { started, request, finish } = createRequests()
    const controller = new AbortController()
    const first = run(signal, request(1))
    const aborted = run(controller.signal, request(2))
    const last = run(signal, request(3))

    controller.abort(new Error('left'))
    await expect(aborted).rejects.toThrow('left')
    await expect(run(controller.signal, request(4))).rejects.toThrow('left')
    finish(1)?.resolve()
    await first
    expect(started).toEqual([1, 3])
    finish(3)?.resolve()
    expect(await last).toBe(3)
  })
})
