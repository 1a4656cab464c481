import { waitFor } from '@testing-library/svelte'
import { describe, expect, test } from 'vitest'
import { connectionId, createApp, observers, owner } from '../test/app.js'
import { renderHook } from '../test/render.js'
import {
  useFlow,
  useFlowHistory,
  useFlows,
  useFlowsForOwner,
  useIca,
  useInfiniteFlowHistory,
  useInfiniteFlows,
  useInfiniteFlowsForOwner,
  useParams,
} from './index.js'

const hooks = [
  ['useFlow', () => useFlow({ id: 1 })],
  ['useFlows', () => useFlows()],
  ['useFlowsForOwner', () => useFlowsForOwner({ owner })],
  ['useFlowHistory', () => useFlowHistory({ id: 1 })],
  ['useIca', () => useIca({ owner, connectionId })],
  ['useParams', () => useParams()],
  ['useInfiniteFlows', () => useInfiniteFlows()],
  ['useInfiniteFlowsForOwner', () => useInfiniteFlowsForOwner({ owner })],
  ['useInfiniteFlowHistory', () => useInfiniteFlowHistory({ id: 1 })],
] as const

describe('unmount', () => {
  test.each(hooks)('%s in flight: the request is aborted, nobody observes', async (_, useQuery) => {
    const app = createApp()
    app.lcd.fail({ hang: true })
    const { result, unmount } = renderHook(() => useQuery(), app)
    await waitFor(() => expect(app.signals).toHaveLength(1))
    expect(result.fetchStatus).toBe('fetching')
    expect(app.signals[0]?.aborted).toBe(false)
    expect(observers(app)).toEqual([1])

    unmount()
    await waitFor(() => expect(app.signals[0]?.aborted).toBe(true))
    expect(observers(app)).toEqual([0])
    expect(app.queryClient.isFetching()).toBe(0)
  })

  test('while the body comes: the same', async () => {
    const app = createApp()
    app.lcd.fail({ stall: true })
    const { unmount } = renderHook(() => useFlows(), app)
    await waitFor(() => expect(app.signals).toHaveLength(1))

    unmount()
    await waitFor(() => expect(app.signals[0]?.aborted).toBe(true))
    expect(app.queryClient.isFetching()).toBe(0)
  })

  test('between two attempts of the client: no request follows', async () => {
    let answers = 0
    const app = createApp({ retries: 2, onResponse: () => void answers++ })
    app.lcd.fail({ status: 503 })
    const { unmount } = renderHook(() => useFlow({ id: 1 }), app)
    await waitFor(() => expect(answers).toBe(1))

    unmount()
    expect(app.queryClient.isFetching()).toBe(0)
    // Three attempts take longer than the pause before the second one.
    await expect(app.client.flow({ id: 2 })).rejects.toThrow('503')
    expect(app.lcd.requests.map(({ target }) => target.at(-1))).toEqual(['1', '2', '2', '2'])
  })

  test('with others looking: the request goes on for them', async () => {
    const app = createApp()
    const gone = renderHook(() => useFlow({ id: 1 }), app)
    const { result } = renderHook(() => useFlow({ id: 1 }), app)

    gone.unmount()
    expect(observers(app)).toEqual([1])
    await waitFor(() => expect(result.data?.id).toBe('1'))
    expect(app.lcd.requests).toHaveLength(1)
  })

  test('and mounted again: an aborted query starts anew, a finished one shows its data', async () => {
    const app = createApp({ queries: { staleTime: Number.POSITIVE_INFINITY } })
    app.lcd.fail({ hang: true, times: 1 })
    renderHook(() => useFlow({ id: 1 }), app).unmount()

    const second = renderHook(() => useFlow({ id: 1 }), app)
    expect(second.result.status).toBe('pending')
    await waitFor(() => expect(second.result.data?.id).toBe('1'))
    second.unmount()

    const { result } = renderHook(() => useFlow({ id: 1 }), app)
    expect(result).toMatchObject({ status: 'success', data: { id: '1' } })
    expect(app.lcd.requests).toHaveLength(2)
  })
})

describe('a store', () => {
  test.each(hooks)('%s: data, one observer while mounted, none after', async (_, useQuery) => {
    const app = createApp()
    const { result, unmount } = renderHook(() => useQuery(), app)
    const seen: string[] = []
    const unsubscribe = result.subscribe(({ status }) => void seen.push(status))

    await waitFor(() => expect(seen.at(-1)).toBe('success'))
    expect(observers(app)).toEqual([1])
    unmount()
    expect(observers(app)).toEqual([0])
    unsubscribe()
  })

  test('no request is left open', async () => {
    const app = createApp()
    app.lcd.fail({ hang: true })
    const { result, unmount } = renderHook(() => useFlow({ id: 1 }), app)
    const unsubscribe = result.subscribe(() => {})
    await waitFor(() => expect(app.signals.filter(signal => !signal.aborted)).toHaveLength(1))

    unmount()
    await waitFor(() => expect(app.signals.filter(signal => !signal.aborted)).toEqual([]))
    unsubscribe()
  })
})
