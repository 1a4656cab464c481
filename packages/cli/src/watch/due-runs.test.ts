import { createFlowClient } from '@flow-query/core'
import { chainTimeAt, createLcd, type LcdOptions } from '@flow-query/testing'
import { expect, test, vi } from 'vitest'
import { checkInterval, createWatchedDueRuns, type SeenRun, type Watched } from './due-runs.js'
import { createQueue } from './queue.js'

/** Watches a chain. By default, it has one flow that runs every ten seconds, first in three seconds. */
function watching(lcdOptions: LcdOptions = {}, watched: Partial<Watched> = {}) {
  const execTime = new Date(Date.now() + 3_000).toISOString()
  const lcd = createLcd({ flows: [{ interval: '10s', execTime }], clock: () => Date.now(), ...lcdOptions })
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
  const { signal } = new AbortController()
  const onError = vi.fn()
  const onRun = vi.fn(async (_: SeenRun) => {})
  const dueRuns = createWatchedDueRuns({
    client,
    options: {},
    watched: { id: undefined, owner: undefined, ...watched },
    queue: createQueue({ limit: 1_000, signal, onError, onDropped: onError }),
    async read(id) {
      const { history } = await client.flowHistory({ id, limit: 1, reverse: true })
      return { flow: await client.flow({ id }), entry: history[0], time: chainTimeAt() }
    },
    onLoaded: vi.fn(),
    onRun,
    onTooMany: vi.fn(),
  })
  const timer = setInterval(dueRuns.check, checkInterval)
  dueRuns.check()
  const shown = () => onRun.mock.calls.map(([{ flow }]) => flow.id)
  return { lcd, client, shown, onError, stop: () => clearInterval(timer), ...dueRuns }
}

test('reports each run that no event announced once', async () => {
  const { shown, stop, onError } = watching()
  await vi.advanceTimersByTimeAsync(12_000)
  expect(shown()).toEqual([])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(shown()).toEqual(['1'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(shown()).toEqual(['1', '1'])
  expect(onError).not.toHaveBeenCalled()
  stop()
})

test('does not report a run that an event announced, even if the event is late', async () => {
  const { shown, eventArrived, flowRead, client, stop } = watching()
  await vi.advanceTimersByTimeAsync(11_000)
  eventArrived('1')
  flowRead(await client.flow({ id: 1 }))
  await vi.advanceTimersByTimeAsync(6_000)
  expect(shown()).toEqual([])
  stop()
})

test('reports the next run after a late event of the run before', async () => {
  const { shown, eventArrived, stop } = watching()
  await vi.advanceTimersByTimeAsync(11_000)
  eventArrived('1')
  await vi.advanceTimersByTimeAsync(7_000)
  expect(shown()).toEqual([])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(shown()).toEqual(['1'])
  stop()
})

test('ignores a flow that ended before the watch began', async () => {
  const ended = new Date(Date.now() - 10_000).toISOString()
  const { lcd, shown, stop } = watching({ flows: [{ execTime: ended, endTime: ended, interval: '0s' }] })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(shown()).toEqual([])
  expect(lcd.requests.filter(({ target }) => target.includes('history'))).toEqual([])
  stop()
})

test('reports a run that is late, even if the flow was read before', async () => {
  const { shown, stop } = watching({ clock: () => Date.now() - 30_000 })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(shown()).toEqual(['1'])
  stop()
})

test('reads a due flow with backoff, and stops when it is over', async () => {
  const execTime = new Date(Date.now() + 3_000).toISOString()
  const { lcd, shown, stop } = watching({ flows: [{ execTime }], clock: () => 0 })
  await vi.advanceTimersByTimeAsync(5_000)
  const reads = lcd.requests.length
  await vi.advanceTimersByTimeAsync(300_000)
  expect(shown()).toEqual([])
  // Each read sends two requests.
  expect((lcd.requests.length - reads) / 2).toBe(4)
  stop()
})

test('reports runs of watched flows only', async () => {
  const execTime = new Date(Date.now() + 3_000).toISOString()
  const flows = ['a', 'b', 'b'].map(owner => ({ owner: owners[owner as 'a'], execTime, interval: '0s' }))
  for (const [watched, expected] of [
    [{ id: '2' }, ['2']],
    [{ owner: owners.b }, ['2', '3']],
    [{}, ['1', '2', '3']],
  ] as const) {
    const { shown, stop } = watching({ flows }, watched)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(shown()).toEqual(expected)
    stop()
    vi.setSystemTime(Date.parse(execTime) - 3_000)
  }
})

const owners = {
  a: 'into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07',
  b: 'into1am72r385plw7ylgm0q38vzh345z08sltslnkfz',
}
