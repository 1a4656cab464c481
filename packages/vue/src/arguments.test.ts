import { render, screen, waitFor } from '@testing-library/vue'
import { describe, expect, test } from 'vitest'
import { computed, defineComponent, h, nextTick, type Ref, reactive, ref } from 'vue'
import { connectionId, createApp, icaAddress, observers, owner, renderComposable } from '../test/app.js'
import {
  useFlow,
  useFlowHistory,
  useFlows,
  useFlowsForOwner,
  useIca,
  useInfiniteFlowHistory,
  useInfiniteFlowsForOwner,
  useParams,
} from './index.js'

describe('arguments that change', () => {
  test.each([
    ['a ref', (id: Ref<number>) => useFlow(computed(() => ({ id: id.value })))],
    ['a getter', (id: Ref<number>) => useFlow(() => ({ id: id.value }))],
    ['an object that holds a ref', (id: Ref<number>) => useFlow({ id })],
    ['an object that holds a getter', (id: Ref<number>) => useFlow({ id: () => id.value })],
    ['a reactive object', (id: Ref<number>) => useFlow(reactive({ id }))],
    ['a getter of an object that holds a ref', (id: Ref<number>) => useFlow(() => ({ id }))],
  ])('%s: another id is another flow, and the old one is never shown as it', async (_, useQuery) => {
    const app = createApp()
    const id = ref(1)
    const seen: [asked: number, shown: string | undefined][] = []
    const component = defineComponent(() => {
      const { data, status } = useQuery(id)
      return () => {
        seen.push([id.value, data.value?.id])
        return h('p', data.value?.label ?? status.value)
      }
    })
    render(component, app)
    expect(await screen.findByText('Flow 1')).toBeDefined()

    id.value = 2
    await nextTick()
    expect(screen.getByText('pending')).toBeDefined()
    expect(await screen.findByText('Flow 2')).toBeDefined()
    expect(seen.filter(([asked, shown]) => shown !== undefined && shown !== `${asked}`)).toEqual([])
    expect(observers(app)).toEqual([0, 1])
  })

  test('a prop: another one is another flow', async () => {
    const app = createApp()
    const component = defineComponent(
      (props: { id: number }) => {
        const { data } = useFlow({ id: () => props.id })
        return () => h('p', data.value?.label)
      },
      { props: ['id'] },
    )
    const { rerender } = render(component, { ...app, props: { id: 1 } })
    expect(await screen.findByText('Flow 1')).toBeDefined()

    await rerender({ id: 2 })
    expect(await screen.findByText('Flow 2')).toBeDefined()
  })

  test('the way back is in the cache', async () => {
    const app = createApp({ queries: { staleTime: Number.POSITIVE_INFINITY } })
    const id = ref(1)
    const { result } = renderComposable(() => useFlow({ id }), app)
    await waitFor(() => expect(result.data?.id).toBe('1'))
    id.value = 2
    await waitFor(() => expect(result.data?.id).toBe('2'))

    id.value = 1
    await nextTick()
    expect(result).toMatchObject({ status: 'success', data: { id: '1' } })
    expect(app.lcd.requests).toHaveLength(2)
  })

  test('an error belongs to its arguments', async () => {
    const app = createApp()
    const id = ref(404)
    const { result } = renderComposable(() => useFlow({ id }), app)
    await waitFor(() => expect(result.error?.kind).toBe('notFound'))

    id.value = 1
    await nextTick()
    expect(result.error).toBeNull()
    await waitFor(() => expect(result.data?.id).toBe('1'))
  })

  test('a request for the old ones is aborted', async () => {
    const app = createApp()
    app.lcd.fail({ path: '/flow/1', hang: true })
    const id = ref(1)
    const { result } = renderComposable(() => useFlow({ id }), app)
    await waitFor(() => expect(app.signals).toHaveLength(1))
    expect(app.signals[0]?.aborted).toBe(false)

    id.value = 2
    await waitFor(() => expect(result.data?.id).toBe('2'))
    expect(app.signals[0]?.aborted).toBe(true)
  })

  test('the same ones in another object, or another form of the id, change nothing', async () => {
    const app = createApp({ queries: { staleTime: Number.POSITIVE_INFINITY } })
    const args = ref<{ id: number | string | bigint }>({ id: 1 })
    const { result } = renderComposable(() => useFlow(args), app)
    await waitFor(() => expect(result.isSuccess).toBe(true))

    const { data } = result
    args.value = { id: '1' }
    await nextTick()
    expect(result.data).toBe(data)
    args.value = { id: 1n }
    await nextTick()
    expect(result.data).toBe(data)
    expect(app.lcd.requests).toHaveLength(1)
  })

  test('each argument is part of the key', async () => {
    const app = createApp()
    const [limit, reverse] = [ref(2), ref(false)]
    const { result } = renderComposable(() => useFlowHistory({ id: 1, limit, reverse: () => reverse.value }), app)
    const times = () => result.data?.history.map(({ actualExecTime }) => actualExecTime.slice(11, 13))
    await waitFor(() => expect(times()).toEqual(['00', '01']))

    limit.value = 3
    await waitFor(() => expect(times()).toEqual(['00', '01', '02']))
    reverse.value = true
    await waitFor(() => expect(times()).toEqual(['04', '03', '02']))
  })

  test('those that may be left out may come and go', async () => {
    const app = createApp()
    const args = ref<{ limit: number }>()
    const { result } = renderComposable(() => [useFlows(args), useParams(undefined)] as const, app)
    const count = () => result[0].data?.flows.length
    await waitFor(() => expect(count()).toBe(6))

    args.value = { limit: 2 }
    await waitFor(() => expect(count()).toBe(2))
    args.value = undefined
    await waitFor(() => expect(count()).toBe(6))
    await waitFor(() => expect(result[1].data?.minFlowInterval).toBe('5s'))
  })
})

describe('arguments that are missing', () => {
  const idle = { status: 'pending', fetchStatus: 'idle', data: undefined, error: null }

  test.each([
    ['useFlow', () => useFlow({ id: null })],
    ['useFlow', () => useFlow({ id: ref<string>() })],
    ['useFlowsForOwner', () => useFlowsForOwner({ owner: () => null, limit: 20 })],
    ['useFlowHistory', () => useFlowHistory({ id: undefined, limit: 20 })],
    ['useIca', () => useIca({ owner: null, connectionId })],
    ['useIca', () => useIca(() => ({ owner, connectionId: undefined }))],
    ['useInfiniteFlowsForOwner', () => useInfiniteFlowsForOwner({ owner: undefined })],
    ['useInfiniteFlowHistory', () => useInfiniteFlowHistory({ id: ref(null) })],
  ])('%s waits, and sends nothing', async (_, useQuery) => {
    const app = createApp()
    const { result } = renderComposable(() => useQuery(), app)

    // Whatever would be sent is sent by now.
    await app.queryClient.fetchQuery({ queryKey: ['settled'], queryFn: () => true })
    expect(result).toMatchObject(idle)
    expect(app.lcd.requests).toEqual([])
  })

  test('it goes on when they are filled in', async () => {
    const app = createApp()
    const given = { owner: ref<string>(), connectionId: ref<string | null>(null) }
    const { result } = renderComposable(() => useIca(given), app)
    expect(result).toMatchObject(idle)
    given.owner.value = owner
    await nextTick()
    expect(result).toMatchObject(idle)
    expect(app.lcd.requests).toEqual([])

    given.connectionId.value = connectionId
    await waitFor(() => expect(result.data).toBe(icaAddress))
    expect(app.lcd.requests).toHaveLength(1)
  })

  test('one query waits for the answer of another', async () => {
    const app = createApp()
    const { result } = renderComposable(() => {
      const flow = useFlow({ id: 3 })
      return useFlowsForOwner({ owner: () => flow.data.value?.owner })
    }, app)

    await waitFor(() => expect(result.data?.flows).toHaveLength(6))
    expect(app.lcd.requests.map(({ query }) => query)).toEqual(['flow', 'flowsForOwner'])
  })

  test('it waits again when they are taken away', async () => {
    const app = createApp()
    const id = ref<number | null>(1)
    const { result } = renderComposable(() => useFlow({ id }), app)
    await waitFor(() => expect(result.isSuccess).toBe(true))

    id.value = null
    await nextTick()
    expect(result).toMatchObject(idle)
    expect(app.lcd.requests).toHaveLength(1)
  })

  test('`enabled: true` does not send a request without them', async () => {
    const app = createApp()
    const { result } = renderComposable(() => useFlow({ id: null }, { enabled: () => true }), app)

    await app.queryClient.fetchQuery({ queryKey: ['settled'], queryFn: () => true })
    expect(result).toMatchObject(idle)
    expect(app.lcd.requests).toEqual([])
  })
})

describe('a height', () => {
  test('in a page is refused, and the error says what allows it', async () => {
    const app = createApp()
    const { result } = renderComposable(() => useFlow({ id: 1, height: 1 }), app)

    await waitFor(() => expect(result.error?.kind).toBe('argument'))
    expect(result.error?.message).toContain('allowHeight')
    expect(app.lcd.requests).toEqual([])
  })

  test('where the client allows it, two of them are two queries', async () => {
    const app = createApp({ allowHeight: true })
    const before = app.lcd.height
    app.lcd.execute(1)
    const height = ref(before)
    const { result } = renderComposable(() => useFlowHistory({ id: 1, height }), app)
    await waitFor(() => expect(result.data?.history).toHaveLength(5))

    height.value = app.lcd.height
    await waitFor(() => expect(result.data?.history).toHaveLength(6))
    expect(observers(app)).toEqual([0, 1])
    expect(app.lcd.requests).toHaveLength(2)
  })
})
