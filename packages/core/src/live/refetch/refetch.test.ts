import { describe, expect, test, vi } from 'vitest'
import { page, waitBriefly } from '../../../test/live.js'
import { collectUncaught } from '../../../test/uncaught.js'
import type { FlowClientOptions } from '../../index.js'
import {
  flowHistoryInfiniteQueryOptions,
  flowHistoryQueryOptions,
  flowQueryOptions,
  flowsQueryOptions,
} from '../../query.js'

/** Milliseconds until requests are sent again after a failure. */
const backOffTime = 10_000

/** A live cache that sends each request once. */
async function livePage(options: Partial<FlowClientOptions> = {}) {
  const one = page({ retries: 0, ...options })
  await one.connect()
  return one
}

describe('rows', () => {
  test('a flow that is missing in the response for its page is requested alone until it is found', async () => {
    const { lcd, client, show, stateOf, newRequests } = await livePage({
      fetch: async (input, init) => {
        const response = await lcd.fetch(input, init)
        if (!isHidden || !`${input}`.includes('/flows')) return response
        const { flows, pagination } = (await response.json()) as { flows: { id: string }[]; pagination: object }
        return Response.json({ flows: flows.filter(({ id }) => id !== '2'), pagination })
      },
    })
    let isHidden = false
    const list = flowsQueryOptions(client)
    const changeTwo = async (label: string) => {
      lcd.updateFlow(1, { label })
      lcd.updateFlow(2, { label })
      await waitBriefly()
    }
    await show(list)

    isHidden = true
    await changeTwo('first')
    expect(newRequests()).toEqual(['flow/2', 'flows'])
    expect(stateOf(list)?.data).toMatchObject({ flows: [{ label: 'first' }, { label: 'first' }, {}] })

    isHidden = false
    await changeTwo('second')
    expect(newRequests()).toEqual(['flows'])
    expect(stateOf(list)?.data).toMatchObject({ flows: [{ label: 'second' }, { label: 'second' }, {}] })
  })

  test('an updated row keeps the time of the last complete fetch', async () => {
    const { lcd, client, show, stateOf } = await livePage()
    const list = flowsQueryOptions(client)
    await show(list)
    const fetchedAt = stateOf(list)?.dataUpdatedAt
    await vi.advanceTimersByTimeAsync(1_000)
    lcd.updateFlow(1, { label: 'changed' })
    await waitBriefly()

    expect(stateOf(list)).toMatchObject({ data: { flows: [{ label: 'changed' }, {}, {}] }, dataUpdatedAt: fetchedAt })
  })

  test('an invalidated query stays invalidated after an update of one row', async () => {
    const { lcd, client, cache, show, stateOf } = await livePage()
    const list = flowsQueryOptions(client)
    await show(list)
    await cache.invalidateQueries({ refetchType: 'none' })
    lcd.updateFlow(1, { label: 'changed' })
    await waitBriefly()

    expect(stateOf(list)).toMatchObject({ data: { flows: [{ label: 'changed' }, {}, {}] }, isInvalidated: true })
  })
})

describe('newest items', () => {
  test('a response for the newest items is ignored after a complete fetch that was requested later', async () => {
    const { lcd, client, cache, show, stateOf } = await livePage()
    const history = flowHistoryInfiniteQueryOptions(client, { id: 2, reverse: true })
    await show(history)
    lcd.fail({ query: 'flowHistory', slow: 5_000, times: 1 })
    lcd.execute(2, { outcome: 'unacknowledged' })
    await waitBriefly()
    lcd.advance(10_000)
    lcd.answer(2, { outcome: 'succeeded' })
    await cache.refetchQueries({ queryKey: history.queryKey })
    const complete = stateOf(history)?.data
    expect(complete).toMatchObject({ pages: [{ history: [{ executed: true }] }] })

    await vi.advanceTimersByTimeAsync(4_900)
    lcd.fail({ query: 'flowHistory', status: 503 })
    await vi.advanceTimersByTimeAsync(200)
    expect(stateOf(history)?.data).toBe(complete)
  })
})

describe('after a failed request', () => {
  test('the error is cleared by the next response, even if it contains no change', async () => {
    const { lcd, client, show, stateOf } = await livePage()
    const flow = flowQueryOptions(client, { id: 2 })
    lcd.execute(2, { outcome: 'unacknowledged' })
    await show(flow)
    const before = stateOf(flow)?.data
    lcd.fail({ status: 503, times: 1 })
    lcd.advance(10_000)
    lcd.answer(2, { outcome: 'succeeded' })
    await waitBriefly()
    expect(stateOf(flow)).toMatchObject({ status: 'error', error: { kind: 'node' }, errorUpdateCount: 1 })

    await vi.advanceTimersByTimeAsync(backOffTime)
    expect(stateOf(flow)).toMatchObject({ status: 'success', error: null, isInvalidated: false })
    expect(stateOf(flow)?.data).toBe(before)
  })

  test('a stale query is invalidated, and shows the error only if it is mounted', async () => {
    const { lcd, client, cache, show, stateOf } = await livePage()
    const stale = flowsQueryOptions(client)
    const unmounted = flowsQueryOptions(client, { limit: 2 })
    const fresh = flowHistoryQueryOptions(client, { id: 3 })
    await show(stale, fresh)
    await cache.query(unmounted)
    lcd.fail({ status: 503, times: 1 })
    lcd.updateFlow(1, { label: 'changed' })
    await waitBriefly()

    expect(stateOf(stale)).toMatchObject({ error: { kind: 'node' }, isInvalidated: true })
    expect(stateOf(unmounted)).toMatchObject({ error: null, isInvalidated: true })
    expect(stateOf(fresh)).toMatchObject({ error: null, isInvalidated: false })
  })

  test('a second failure during the backoff does not shorten the next backoff', async () => {
    const { lcd, client, show, stateOf, newRequests } = await livePage()
    const flow = flowQueryOptions(client, { id: 1 })
    await show(flow, flowQueryOptions(client, { id: 3 }))
    lcd.fail({ query: 'flow', status: 503, slow: 5_000, times: 1 })
    lcd.updateFlow(1, { label: 'changed' })
    await waitBriefly()
    const recover = lcd.fail({ status: 503 })
    lcd.updateFlow(3, { label: 'changed' })
    await vi.advanceTimersByTimeAsync(backOffTime + 100)
    expect(newRequests()).toEqual(['flow/1', 'flow/3', 'flows key'])
    recover()
    await vi.advanceTimersByTimeAsync(backOffTime - 1_000)
    expect(newRequests()).toEqual([])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(stateOf(flow)).toMatchObject({ data: { label: 'changed' }, error: null })
  })

  test('an unexpected exception is reported as uncaught and is not shown as an error of the query', async () => {
    const uncaught = collectUncaught()
    const { lcd, client, show, stateOf } = await livePage()
    const list = flowsQueryOptions(client)
    await show(list)
    const bug = new TypeError('A bug')
    Object.assign(client, { flow: () => Promise.reject(bug) })
    lcd.updateFlow(1, { label: 'changed' })
    await waitBriefly()

    expect(uncaught).toEqual([bug])
    expect(stateOf(list)).toMatchObject({ error: null, isInvalidated: true })
  })
})
