import { describe, expect, test } from 'vitest'
import { createTurns } from './turns.js'

/** Work that ends when it is told to. */
function work() {
  const began: number[] = []
  const ends = new Map<number, { resolve: () => void; reject: (error: Error) => void }>()
  const ask = (id: number) => () => {
    began.push(id)
    return new Promise<number>((resolve, reject) => ends.set(id, { resolve: () => resolve(id), reject }))
  }
  return { began, ask, end: (id: number) => ends.get(id) }
}

const forever = new AbortController().signal

describe('turns', () => {
  test('so many at once, the others in their order, whether one ends well or not', async () => {
    const { take } = createTurns(2)
    const { began, ask, end } = work()
    const answers = [1, 2, 3, 4].map(id => take(forever, ask(id)))
    await Promise.resolve()
    expect(began).toEqual([1, 2])

    end(2)?.resolve()
    expect(await answers[1]).toBe(2)
    expect(began).toEqual([1, 2, 3])

    end(1)?.reject(new Error('lost'))
    await expect(answers[0]).rejects.toThrow('lost')
    expect(began).toEqual([1, 2, 3, 4])
    for (const id of [3, 4]) end(id)?.resolve()
    expect(await Promise.all(answers.slice(2))).toEqual([3, 4])

    const next = [5, 6, 7].map(id => take(forever, ask(id)))
    await Promise.resolve()
    expect(began.slice(4)).toEqual([5, 6])
    end(5)?.resolve()
    await next[0]
    expect(began.slice(4)).toEqual([5, 6, 7])
  })

  test('who is aborted while waiting leaves at once, with the reason, and takes no turn', async () => {
    const { take } = createTurns(1)
    const { began, ask, end } = work()
    const controller = new AbortController()
    const first = take(forever, ask(1))
    const gone = take(controller.signal, ask(2))
    const last = take(forever, ask(3))

    controller.abort(new Error('left'))
    await expect(gone).rejects.toThrow('left')
    await expect(take(controller.signal, ask(4))).rejects.toThrow('left')
    end(1)?.resolve()
    await first
    expect(began).toEqual([1, 3])
    end(3)?.resolve()
    expect(await last).toBe(3)
  })
})
