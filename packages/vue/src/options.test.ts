import { waitFor } from '@testing-library/vue'
import { describe, expect, test } from 'vitest'
import { computed, nextTick, type Ref, ref } from 'vue'
import { createApp, owner, renderComposable } from '../test/app.js'
import { useFlow, useFlowHistory, useFlows, useInfiniteFlows } from './index.js'

describe('enabled', () => {
  test.each([
    ['a ref', (enabled: Ref<boolean>) => useFlow({ id: 1 }, { enabled })],
    ['a function', (enabled: Ref<boolean>) => useFlow({ id: 1 }, { enabled: () => enabled.value })],
    [
      'in a ref',
      (enabled: Ref<boolean>) =>
        useFlow(
          { id: 1 },
          computed(() => ({ enabled: enabled.value })),
        ),
    ],
    ['in a getter', (enabled: Ref<boolean>) => useFlow({ id: 1 }, () => ({ enabled: enabled.value }))],
  ])('%s: no request, until it is true', async (_, useQuery) => {
    const app = createApp()
    const enabled = ref(false)
    const { result } = renderComposable(() => useQuery(enabled), app)
    expect(result).toMatchObject({ status: 'pending', fetchStatus: 'idle' })
    expect(app.lcd.requests).toEqual([])

    enabled.value = true
    await waitFor(() => expect(result.data?.id).toBe('1'))
  })

  test('a function that a function returns decides by the query', async () => {
    const app = createApp()
    const open = ref(false)
    const { result } = renderComposable(
      () => useFlowHistory({ id: 1 }, { enabled: () => open.value && (query => query.state.data === undefined) }),
      app,
    )
    expect(result).toMatchObject({ status: 'pending', fetchStatus: 'idle' })

    open.value = true
    await waitFor(() => expect(result.data?.history).toHaveLength(5))
    await app.queryClient.refetchQueries()
    expect(app.lcd.requests).toHaveLength(1)
  })

  test("the QueryClient's default counts", async () => {
    const app = createApp({ queries: { enabled: false } })
    const { result } = renderComposable(() => [useFlow({ id: 1 }), useFlow({ id: 2 }, { enabled: true })], app)

    await waitFor(() => expect(result[1]?.data?.id).toBe('2'))
    expect(result[0]).toMatchObject({ status: 'pending', fetchStatus: 'idle' })
    expect(app.lcd.requests.map(({ target }) => target)).toEqual([expect.stringMatching(/\/flow\/2$/)])
  })
})

describe('retry', () => {
  test('is left to the client, whatever the QueryClient says of other queries', async () => {
    const app = createApp({ queries: { retry: 3, retryDelay: 0 } })
    app.lcd.fail({ status: 503 })
    const { result } = renderComposable(() => useFlow({ id: 1 }), app)

    await waitFor(() => expect(result.error?.kind).toBe('node'))
    expect(app.lcd.requests).toHaveLength(1)
  })

  test('in the options wins', async () => {
    const app = createApp()
    app.lcd.fail({ status: 503, times: 2 })
    const { result } = renderComposable(() => useFlow({ id: 1 }, { retry: ref(2), retryDelay: 0 }), app)

    await waitFor(() => expect(result.data?.id).toBe('1'))
    expect(app.lcd.requests).toHaveLength(3)
  })

  test('a function decides by the kind of the error', async () => {
    const app = createApp()
    app.lcd.fail({ path: '/flow/1', status: 503 })
    const { result } = renderComposable(
      () =>
        [1, 404].map(id =>
          useFlow({ id }, { retry: (failures, { kind }) => kind === 'node' && failures < 2, retryDelay: 0 }),
        ),
      app,
    )

    await waitFor(() => expect(result.map(({ failureCount }) => failureCount)).toEqual([3, 1]))
    await waitFor(() => expect(result.map(({ error }) => error?.kind)).toEqual(['node', 'notFound']))
  })
})

describe('select', () => {
  test('shows a part of the data, while the cache keeps the whole', async () => {
    const app = createApp()
    const { result } = renderComposable(() => useFlow({ id: 1 }, { select: flow => flow.label.toUpperCase() }), app)

    await waitFor(() => expect(result.data).toBe('FLOW 1'))
    expect(app.queryClient.getQueryCache().getAll()[0]?.state.data).toMatchObject({ id: '1', owner })
  })

  test('one request serves several selections', async () => {
    const app = createApp()
    const { result } = renderComposable(
      () => ({ count: useFlows({}, { select: page => page.flows.length }), flows: useFlows() }),
      app,
    )

    await waitFor(() => expect([result.count.data, result.flows.data?.flows[0]?.label]).toEqual([6, 'Flow 1']))
    expect(app.lcd.requests).toHaveLength(1)
  })

  test('another one is another part, without a request', async () => {
    const app = createApp({ queries: { staleTime: Number.POSITIVE_INFINITY } })
    const field = ref<'label' | 'owner'>('label')
    const { result } = renderComposable(
      () =>
        useFlow({ id: 1 }, () => {
          const name = field.value
          return { select: flow => flow[name] }
        }),
      app,
    )
    await waitFor(() => expect(result.data).toBe('Flow 1'))

    field.value = 'owner'
    await nextTick()
    expect(result.data).toBe(owner)
    expect(app.lcd.requests).toHaveLength(1)
  })

  test('of an infinite list', async () => {
    const { result } = renderComposable(
      () =>
        useInfiniteFlows(
          { limit: 2 },
          { select: ({ pages }) => pages.flatMap(page => page.flows.map(flow => flow.id)) },
        ),
      createApp(),
    )
    await waitFor(() => expect(result.data).toEqual(['1', '2']))

    await result.fetchNextPage()
    await waitFor(() => expect(result.data).toEqual(['1', '2', '3', '4']))
  })
})

describe("TanStack's other options", () => {
  test("the QueryClient's staleTime spares a second request", async () => {
    const app = createApp({ queries: { staleTime: Number.POSITIVE_INFINITY } })
    const first = renderComposable(() => useFlow({ id: 1 }), app)
    await waitFor(() => expect(first.result.isSuccess).toBe(true))

    const { result } = renderComposable(() => useFlow({ id: 1 }), app)
    expect(result).toMatchObject({ status: 'success', fetchStatus: 'idle' })
    expect(app.lcd.requests).toHaveLength(1)
  })

  test('a staleTime of its own goes before the default', async () => {
    const app = createApp({ queries: { staleTime: Number.POSITIVE_INFINITY } })
    const first = renderComposable(() => useFlow({ id: 1 }), app)
    await waitFor(() => expect(first.result.isSuccess).toBe(true))

    const { result } = renderComposable(() => useFlow({ id: 1 }, { staleTime: 0 }), app)
    expect(result).toMatchObject({ status: 'success', fetchStatus: 'fetching' })
    await waitFor(() => expect(result.fetchStatus).toBe('idle'))
    expect(app.lcd.requests).toHaveLength(2)
  })

  test('placeholderData keeps the page before on show, marked as such', async () => {
    const app = createApp()
    const offset = ref(0)
    const { result } = renderComposable(
      () => useFlows({ limit: 2, offset }, { placeholderData: previous => previous }),
      app,
    )
    const ids = () => result.data?.flows.map(({ id }) => id)
    await waitFor(() => expect(ids()).toEqual(['1', '2']))

    offset.value = 2
    await nextTick()
    expect(ids()).toEqual(['1', '2'])
    expect(result.isPlaceholderData).toBe(true)
    await waitFor(() => expect(ids()).toEqual(['3', '4']))
    expect(result.isPlaceholderData).toBe(false)
  })

  test('initialData is shown at once', async () => {
    const app = createApp()
    const initialData = await app.client.flow({ id: 1 })
    const { result } = renderComposable(() => useFlow({ id: 1 }, { initialData, staleTime: 1_000_000 }), app)

    expect(result).toMatchObject({ status: 'success', fetchStatus: 'idle', data: { id: '1' } })
    expect(app.lcd.requests).toHaveLength(1)
  })
})
