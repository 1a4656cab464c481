import { beforeEach, describe, expect, test, vi } from 'vitest'
import { settle, until } from '../../../../tests/setup/until.js'
import { createStepper, type Steps } from './steps'

function* counting(to: number): Steps<number> {
  for (let count = 0; count < to; count++) yield
  return to
}

/** Finishes as soon as `isOver` returns true. Each step takes a millisecond. */
function* working(isOver: () => boolean): Steps<number> {
  while (!isOver()) {
    vi.advanceTimersByTime(1)
    yield
  }
  return 1
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
    working(() => isOver),
  )
  expect(onResult).not.toHaveBeenCalled()
  isOver = true
  await settle()
  expect(onResult.mock.calls).toEqual([[1]])
})

test('the result of a long computation has its own task, because the page renders it', async () => {
  let [isOver, isComputing] = [false, false]
  const onResult = vi.fn(() => isComputing)
  createStepper(onResult).run(
    '',
    (function* () {
      yield* working(() => isOver)
      isComputing = true
      queueMicrotask(() => {
        isComputing = false
      })
    })(),
  )
  isOver = true
  await settle()
  expect(onResult.mock.results).toEqual([{ type: 'return', value: false }])
})

test('another question replaces the running computation, whose result never appears', async () => {
  const onResult = vi.fn()
  const stepper = createStepper(onResult)
  let isOver = false
  stepper.run(
    'old',
    working(() => isOver),
  )
  stepper.run('new', counting(2))
  isOver = true
  await settle()
  expect(onResult.mock.calls).toEqual([[2]])
})

test('with the same question, the running computation finishes before the newest one starts', async () => {
  const onResult = vi.fn()
  const stepper = createStepper(onResult)
  let isOver = false
  stepper.run(
    '',
    working(() => isOver),
  )
  stepper.run('', counting(2))
  stepper.run('', counting(3))
  isOver = true
  await until(() => expect(onResult.mock.calls).toEqual([[1], [3]]))
})

describe('after a long computation', () => {
  const onResult = vi.fn()
  let stepper = createStepper(onResult)

  function* long(): Steps<number> {
    vi.advanceTimersByTime(100)
    yield
    return 1
  }

  beforeEach(async () => {
    onResult.mockClear()
    stepper = createStepper(onResult, 4)
    stepper.run('', long())
    await settle()
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

describe('after an error', () => {
  function* failing(): Steps<number> {
    yield
    throw new Error('a bug')
  }

  test('the same question is computed again', () => {
    const onResult = vi.fn()
    const stepper = createStepper(onResult)
    expect(() => stepper.run('', failing())).toThrow('a bug')
    stepper.run('', counting(1))
    expect(onResult.mock.calls).toEqual([[1]])
  })

  test('a waiting computation starts', async () => {
    const onResult = vi.fn()
    const stepper = createStepper(onResult)
    let isOver = false
    stepper.run(
      '',
      (function* () {
        yield* working(() => isOver)
        return yield* failing()
      })(),
    )
    stepper.run('', counting(2))
    isOver = true
    const errors = await uncaughtErrors(() => settle())
    expect(errors).toEqual([new Error('a bug')])
    expect(onResult.mock.calls).toEqual([[2]])
  })

  test('of its listener, the next computation starts', () => {
    const results: number[] = []
    const stepper = createStepper((result: number) => {
      results.push(result)
      if (result === 1) throw new Error('a bug')
    })
    expect(() => stepper.run('', counting(1))).toThrow('a bug')
    stepper.run('', counting(2))
    expect(results).toEqual([1, 2])
  })
})

/** Returns the errors that no code catches while an action runs. */
async function uncaughtErrors(action: () => Promise<void>): Promise<unknown[]> {
  const errors: unknown[] = []
  const others = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', error => errors.push(error))
  await action()
  process.removeAllListeners('uncaughtException')
  for (const listener of others) process.on('uncaughtException', listener)
  return errors
}

test('a stopped computation has no result', () => {
  const onResult = vi.fn()
  const stepper = createStepper(onResult)
  stepper.run(
    '',
    working(() => false),
  )
  stepper.stop()
  stepper.run('', counting(1))
  expect(onResult.mock.calls).toEqual([[1]])
})
