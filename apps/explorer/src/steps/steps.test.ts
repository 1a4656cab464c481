import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { afterFrame, createStepper, type Steps } from './steps'

function* counting(to: number): Steps<number> {
  for (let count = 0; count < to; count++) yield
  return to
}

/** Never finishes. */
function* endless(): Steps<number> {
  for (;;) yield
}

test('a short computation finishes immediately', () => {
  const onResult = vi.fn()
  createStepper(onResult).run('', counting(3))
  expect(onResult.mock.calls).toEqual([[3]])
})

test('a long computation pauses, so that other tasks can run', async () => {
  const onResult = vi.fn()
  let isOver = false
  const stepper = createStepper(onResult)
  stepper.run(
    '',
    (function* () {
      while (!isOver) yield
      return 1
    })(),
  )
  expect(onResult).not.toHaveBeenCalled()
  isOver = true
  await expect.poll(() => onResult.mock.calls).toEqual([[1]])
})

test('the result of a long computation has its own task, because the page renders it', async () => {
  let [isOver, isComputing] = [false, false]
  const onResult = vi.fn(() => isComputing)
  createStepper(onResult).run(
    '',
    (function* () {
      while (!isOver) yield
      isComputing = true
      queueMicrotask(() => {
        isComputing = false
      })
    })(),
  )
  isOver = true
  await expect.poll(() => onResult.mock.results).toEqual([{ type: 'return', value: false }])
})

test('another question replaces the running computation, whose result never appears', async () => {
  const onResult = vi.fn()
  const stepper = createStepper(onResult)
  let isOver = false
  function* old(): Steps<number> {
    while (!isOver) yield
    return 1
  }
  stepper.run('old', old())
  stepper.run('new', counting(2))
  isOver = true
  let tasks = 0
  await expect.poll(() => ++tasks).toBeGreaterThan(3)
  expect(onResult.mock.calls).toEqual([[2]])
})

test('with the same question, the running computation finishes before the newest one starts', async () => {
  const onResult = vi.fn()
  const stepper = createStepper(onResult)
  let isOver = false
  function* first(): Steps<number> {
    while (!isOver) yield
    return 1
  }
  stepper.run('', first())
  stepper.run('', counting(2))
  stepper.run('', counting(3))
  isOver = true
  await expect.poll(() => onResult.mock.calls).toEqual([[1], [3]])
})

describe('after a long computation', () => {
  const onResult = vi.fn()
  const stepper = createStepper(onResult, 4)

  function* long(): Steps<number> {
    vi.advanceTimersByTime(100)
    yield
    return 1
  }

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
    onResult.mockClear()
    stepper.run('', long())
    while (onResult.mock.calls.length === 0) await new Promise<void>(afterFrame)
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('the same question is not computed again for a multiple of its duration', () => {
    stepper.run('', counting(2))
    stepper.run('', counting(3))
    vi.advanceTimersByTime(399)
    expect(onResult.mock.calls).toEqual([[1]])
    vi.advanceTimersByTime(1)
    expect(onResult.mock.calls).toEqual([[1], [3]])
  })

  test('another question is computed at once', () => {
    stepper.run('new', counting(2))
    expect(onResult.mock.calls).toEqual([[1], [2]])
    vi.advanceTimersByTime(400)
    expect(onResult.mock.calls).toEqual([[1], [2]])
  })
})

test('a stopped computation has no result', () => {
  const onResult = vi.fn()
  const stepper = createStepper(onResult)
  stepper.run('', endless())
  stepper.stop()
  stepper.run('', counting(1))
  expect(onResult.mock.calls).toEqual([[1]])
})
