import { expect, test, vi } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { watchChanges } from './watch-changes'

test('many changes of the cache cause one call of the listener', async () => {
  const listeners = new Set<() => void>()
  const cache = {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
  const listener = vi.fn()
  const stop = watchChanges(cache, listener)
  for (let change = 0; change < 100; change++) for (const changed of listeners) changed()
  await until(() => listener.mock.calls.length > 0)
  vi.advanceTimersByTime(1_000)
  expect(listener).toHaveBeenCalledTimes(1)

  for (const changed of listeners) changed()
  stop()
  expect(listeners.size).toBe(0)
})
