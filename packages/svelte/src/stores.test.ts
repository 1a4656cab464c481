import { everyQuery, observers, owner } from '@flow-query/contract'
import { act, render, screen, waitFor } from '@testing-library/svelte'
import { type Component, flushSync } from 'svelte'
import { derived, get, type Readable, readable } from 'svelte/store'
import { describe, expect, test } from 'vitest'
import { createApp, renderHook } from '../test/app.js'
import { hooksWith } from '../test/framework.js'
import Legacy from '../test/kinds/Legacy.svelte'
import Module from '../test/kinds/Module.svelte'
import Runes from '../test/kinds/Runes.svelte'
import LegacyList from '../test/rows/LegacyList.svelte'
import Toggle from '../test/Toggle.svelte'
import { useFlow, useFlows, useFlowsForOwner, useInfiniteFlows } from './index.js'

describe.each([
  ['a component with runes', Runes],
  // The component has a class type, as in Svelte 4.
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

  test('stores and objects update when the arguments or the data change', async () => {
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

  test('unmount aborts the request and removes the observers', async () => {
    const app = createApp()
    app.lcd.fail({ hang: true })
    const { unmount } = render(Kind, { id: 1 }, app)
    await waitFor(() => expect(app.signals.length).toBeGreaterThan(0))

    unmount()
    await waitFor(() => expect(app.signals.every(({ aborted }) => aborted)).toBe(true))
    expect(observers(app).filter(count => count > 0)).toEqual([])
  })
})

describe('stores', () => {
  test('a store calls subscribers with the current value and with each change', async () => {
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
    const before = seen.length
    app.lcd.updateFlow(1, { label: 'Renamed again' })
    await act(() => result.refetch())
    await waitFor(() => expect(result.data?.label).toBe('Renamed again'))
    expect(seen).toHaveLength(before)
    expect(get(result).data?.label).toBe('Renamed again')
  })

  test('a store returns snapshots with all properties and methods of the object', async () => {
    const app = createApp()
    const { result } = renderHook(() => useInfiniteFlows({ limit: 4 }), app)
    await waitFor(() => expect(result.isSuccess).toBe(true))
    expect(Object.keys(get(result))).toEqual(Object.keys(result))

    await act(() => get(result).fetchNextPage())
    await waitFor(() => expect(get(result).data?.pages).toHaveLength(2))
    expect(get(result).hasNextPage).toBe(false)
  })

  test('a store can be derived, and can be the arguments of another store', async () => {
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

  test('a store keeps its last value after unmount', async () => {
    const app = createApp()
    const { result, unmount } = renderHook(() => useFlow({ id: 1 }), app)
    await waitFor(() => expect(result.isSuccess).toBe(true))

    unmount()
    expect(get(result).data?.label).toBe('Flow 1')
    expect(observers(app)).toEqual([0])
  })

  test('a store keeps updating after its first subscriber was unmounted', async () => {
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

/** One hook of each kind. The others are created in the same way. */
const kinds = everyQuery.filter(([name]) => ['useFlow', 'useInfiniteFlows', 'useFlowCollection'].includes(name))

test.each(kinds)('%s: with a subscriber, has one observer until unmount', async (_, useQuery) => {
  const app = createApp()
  // The result type of scenarios does not include `subscribe`.
  const { result, unmount } = renderHook(() => useQuery(hooksWith()) as object as Readable<{ status: string }>, app)
  const seen: string[] = []
  const unsubscribe = result.subscribe(({ status }) => void seen.push(status))
  await waitFor(() => expect(seen.at(-1)).toBe('success'))
  expect(observers(app)).toEqual([1])

  unmount()
  expect(observers(app)).toEqual([0])
  unsubscribe()
})

test('a refetch of 1,000 rows updates no unchanged row in a legacy component', async () => {
  const app = createApp({ flows: Array.from({ length: 1_000 }, () => ({ label: 'Pay rent' })) })
  const updated: string[] = []
  // The component has a class type, as in Svelte 4.
  const List = LegacyList as unknown as Component<{ onUpdate: (id: string) => void }>
  render(List, { onUpdate: id => void updated.push(id) }, app)
  await waitFor(() => expect(updated).toHaveLength(1_000))
  updated.length = 0

  await act(() => app.queryClient.refetchQueries())
  expect(app.lcd.requests).toHaveLength(2)
  expect(updated).toHaveLength(0)
})

describe('stores as arguments', () => {
  test('a store of arguments has a subscriber only while the component is mounted', async () => {
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

  test('a store of arguments can receive its first value later', async () => {
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
