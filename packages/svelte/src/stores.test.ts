import { everyQuery, observers, owner } from '@flow-query/contract'
import { act, render, screen, waitFor } from '@testing-library/svelte'
import { flushSync } from 'svelte'
import { derived, get, type Readable, readable, writable } from 'svelte/store'
import { describe, expect, test } from 'vitest'
import { createApp, renderHook } from '../test/app.js'
import { hooksWith } from '../test/framework.js'
import Legacy from '../test/kinds/Legacy.svelte'
import Module from '../test/kinds/Module.svelte'
import Runes from '../test/kinds/Runes.svelte'
import LegacyList from '../test/rows/LegacyList.svelte'
import StoreList from '../test/rows/StoreList.svelte'
import Toggle from '../test/Toggle.svelte'
import { useFlow, useFlows, useFlowsForOwner, useInfiniteFlows } from './index.js'

describe.each([
  ['a component with runes', Runes],
  // Its type is a class's, as it was in Svelte 4.
  ['a legacy component', Legacy as unknown as typeof Runes],
  ['a module with runes', Module],
])('in %s', (_, Kind) => {
  const labels = () =>
    Object.fromEntries(screen.getAllByTestId(/,/).map(element => [element.dataset.testid, element.textContent]))
  const all = (label: string) => ({
    'getter, store': label,
    'getter, object': label,
    'store, store': label,
    'store, object': label,
    'store, derived': label,
  })

  test('store and object, of a getter and of a store, show what changes', async () => {
    const app = createApp()
    const { rerender, unmount } = render(Kind, { id: 1 }, app)
    expect(labels()).toEqual(all(''))
    await waitFor(() => expect(labels()).toEqual(all('Flow 1')))

    await rerender({ id: 2 })
    expect(labels()).toEqual(all(''))
    await waitFor(() => expect(labels()).toEqual(all('Flow 2')))
    expect(observers(app).at(-1)).toBe(2)

    app.lcd.updateFlow(2, { label: 'Renamed' })
    await act(() => app.queryClient.refetchQueries())
    await waitFor(() => expect(labels()).toEqual(all('Renamed')))
    expect(new Set(app.lcd.requests.map(({ query }) => query))).toEqual(new Set(['flow']))

    unmount()
    expect(observers(app).filter(count => count > 0)).toEqual([])
  })

  test('unmounted in flight: the request is aborted, nobody observes', async () => {
    const app = createApp()
    app.lcd.fail({ hang: true })
    const { unmount } = render(Kind, { id: 1 }, app)
    await waitFor(() => expect(app.signals.length).toBeGreaterThan(0))

    unmount()
    await waitFor(() => expect(app.signals.every(({ aborted }) => aborted)).toBe(true))
    expect(observers(app).filter(count => count > 0)).toEqual([])
  })
})

describe('a store', () => {
  test('tells its subscribers what it is, each change, and nothing after they have left', async () => {
    const app = createApp()
    const { result } = renderHook(() => useFlow({ id: 1 }), app)
    const seen: unknown[][] = []
    const unsubscribe = result.subscribe(({ status, fetchStatus, data }) =>
      seen.push([status, fetchStatus, data?.label]),
    )
    expect(seen).toEqual([['pending', 'fetching', undefined]])

    await waitFor(() => expect(seen.at(-1)).toEqual(['success', 'idle', 'Flow 1']))
    app.lcd.updateFlow(1, { label: 'Renamed' })
    await act(() => result.refetch())
    await waitFor(() => expect(seen.at(-1)).toEqual(['success', 'idle', 'Renamed']))
    expect(seen).toContainEqual(['success', 'fetching', 'Flow 1'])

    unsubscribe()
    const told = seen.length
    app.lcd.updateFlow(1, { label: 'Renamed again' })
    await act(() => result.refetch())
    await waitFor(() => expect(result.data?.label).toBe('Renamed again'))
    expect(seen).toHaveLength(told)
    expect(get(result).data?.label).toBe('Renamed again')
  })

  test('hands out snapshots: what was seen once does not change', async () => {
    const { result } = renderHook(() => useFlow({ id: 1 }), createApp())
    const before = get(result)

    await waitFor(() => expect(get(result).data?.label).toBe('Flow 1'))
    expect(before).toMatchObject({ status: 'pending', data: undefined })
  })

  test('its snapshots have what the object has, methods included', async () => {
    const app = createApp()
    const { result } = renderHook(() => useInfiniteFlows({ limit: 4 }), app)
    await waitFor(() => expect(result.isSuccess).toBe(true))
    expect(Object.keys(get(result))).toEqual(Object.keys(result))

    await act(() => get(result).fetchNextPage())
    await waitFor(() => expect(get(result).data?.pages).toHaveLength(2))
    expect(get(result).hasNextPage).toBe(false)
  })

  test('can be derived from, and be the arguments of another', async () => {
    const app = createApp()
    const { result } = renderHook(() => {
      const flow = useFlow({ id: 3 })
      const flows = useFlowsForOwner(derived(flow, ({ data }) => ({ owner: data?.owner })))
      return derived([flow, flows], ([flow, flows]) => [flow.data?.label, flows.data?.flows.length])
    }, app)
    const seen: unknown[] = []
    const unsubscribe = result.subscribe(pair => seen.push(pair))

    await waitFor(() => expect(seen.at(-1)).toEqual(['Flow 3', 6]))
    unsubscribe()
  })

  test('after unmount it keeps what it had last', async () => {
    const app = createApp()
    const { result, unmount } = renderHook(() => useFlow({ id: 1 }), app)
    await waitFor(() => expect(result.isSuccess).toBe(true))

    unmount()
    expect(get(result).data?.label).toBe('Flow 1')
    expect(observers(app)).toEqual([0])
  })

  test('a property that is read for the first time is up to date', async () => {
    const app = createApp()
    const { result } = renderHook(() => useFlow({ id: 1 }), app)
    await waitFor(() => expect(result.isSuccess).toBe(true))

    app.lcd.updateFlow(1, { label: 'Renamed' })
    await act(() => app.queryClient.refetchQueries())
    expect(result.data?.label).toBe('Renamed')
    expect(get(result).data?.label).toBe('Renamed')
  })

  test('goes on when the part of a page that subscribed first is gone', async () => {
    const app = createApp()
    const { rerender } = render(Toggle, { first: true, second: false }, app)
    await screen.findByText('first: Flow 1')

    await rerender({ first: false, second: false })
    expect(screen.queryByText(/Flow 1/)).toBeNull()
    await rerender({ first: false, second: true })
    expect(screen.getByText('second: Flow 1')).toBeDefined()
    app.lcd.updateFlow(1, { label: 'Renamed' })
    await act(() => app.queryClient.refetchQueries())
    expect(await screen.findByText('second: Renamed')).toBeDefined()
  })
})

test.each(everyQuery)('%s, subscribed to: one observer while mounted, none after', async (_, useQuery) => {
  const app = createApp()
  // What scenarios take for a result is the store.
  const { result, unmount } = renderHook(() => useQuery(hooksWith()) as object as Readable<{ status: string }>, app)
  const seen: string[] = []
  const unsubscribe = result.subscribe(({ status }) => void seen.push(status))
  await waitFor(() => expect(seen.at(-1)).toBe('success'))
  expect(observers(app)).toEqual([1])

  unmount()
  expect(observers(app)).toEqual([0])
  unsubscribe()
})

test('a store that is subscribed to, unmounted in flight: no request is left open', async () => {
  const app = createApp()
  app.lcd.fail({ hang: true })
  const { result, unmount } = renderHook(() => useFlow({ id: 1 }), app)
  const unsubscribe = result.subscribe(() => {})
  const open = () => app.signals.filter(signal => !signal.aborted)
  await waitFor(() => expect(open()).toHaveLength(1))

  unmount()
  await waitFor(() => expect(open()).toEqual([]))
  unsubscribe()
})

test('after unmount, what is given changes nothing', async () => {
  const app = createApp()
  const args = writable({ id: 1 })
  const { result, unmount } = renderHook(() => useFlow(args), app)
  await waitFor(() => expect(result.isSuccess).toBe(true))

  unmount()
  args.set({ id: 2 })
  expect(observers(app)).toEqual([0])
  expect(app.lcd.requests).toHaveLength(1)
})

describe('of 1,000 rows a refetch updates those that have changed, and no other', () => {
  async function refetched(List: typeof StoreList) {
    const app = createApp({ flows: Array.from({ length: 1_000 }, () => ({ label: 'Pay rent' })) })
    const updated: string[] = []
    render(List, { onUpdate: (id: string) => void updated.push(id) }, app)
    await waitFor(() => expect(updated).toHaveLength(1_000))
    updated.length = 0

    await act(() => app.queryClient.refetchQueries())
    expect(app.lcd.requests).toHaveLength(2)
    expect(updated).toHaveLength(0)
    return { app, updated }
  }

  test('of a list that is taken out of a store', async () => {
    const { app, updated } = await refetched(StoreList)

    app.lcd.updateFlow(500, { label: 'Pay more' })
    await act(() => app.queryClient.refetchQueries())
    await waitFor(() => expect(updated).toEqual(['500']))
  })

  test('in a legacy component, none where nothing has changed', async () => {
    // Its type is a class's, as it was in Svelte 4.
    await refetched(LegacyList as unknown as typeof StoreList)
  })
})

describe('a store that is given', () => {
  test('is subscribed to while the component is there, and no longer', async () => {
    let subscribers = 0
    const args = readable({ id: 1 }, () => {
      subscribers += 1
      return () => {
        subscribers -= 1
      }
    })
    const { result, unmount } = renderHook(
      () => [
        useFlow(args),
        useFlows(
          {},
          derived(args, () => ({})),
        ),
      ],
      createApp(),
    )
    flushSync()
    expect(subscribers).toBe(1)
    await waitFor(() => expect(result.every(({ isSuccess }) => isSuccess)).toBe(true))
    expect(subscribers).toBe(1)

    unmount()
    await waitFor(() => expect(subscribers).toBe(0))
  })

  test('may know its first value only later', async () => {
    const app = createApp()
    let fillIn = (_owner: string) => {}
    const args = readable<{ owner?: string }>({}, set => {
      fillIn = owner => set({ owner })
    })
    const { result } = renderHook(() => useFlowsForOwner(derived(args, ({ owner }) => ({ owner }))), app)
    expect(result).toMatchObject({ status: 'pending', fetchStatus: 'idle' })

    fillIn(owner)
    await waitFor(() => expect(result.data?.flows).toHaveLength(6))
  })
})
