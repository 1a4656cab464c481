import { isFlowQueryError } from '@flow-query/core'
import type { FlowEvent, LiveStatus } from '@flow-query/core/live'
import { describe, expect, test, vi } from 'vitest'
import { type App, allFlows, firstFlow } from '../app.js'
import type { Kit } from '../framework.js'
import { draft } from './draft.js'

/** Runs the scenarios for changing options. Each binding runs them for every kind of argument that it supports. */
export function changingLiveScenarios(kit: Kit): void {
  const { hooks, mount, act, waitFor, createApp } = kit
  const { connected, settled } = waits(kit)

  describe('useLiveFlows', () => {
    test('polls without an RPC if fallbackInterval is set, and returns the state `polling`', async () => {
      // The first hook without an RPC and without polling warns that nothing updates.
      vi.mocked(console.warn).mockImplementation(() => {})
      const app = createApp({ rpc: undefined })
      const page = mount(app, {
        props: { fallbackInterval: undefined as number | undefined },
        use: given => ({ live: hooks.useLiveFlows(given), flow: hooks.useFlow(firstFlow) }),
      })
      await waitFor(() => expect(page.result.flow.isSuccess).toBe(true))
      expect(page.result.live).toMatchObject({ state: 'stopped', error: null })

      await act(() => app.lcd.updateFlow(1, { label: 'Changed' }))
      await page.give({ fallbackInterval: 20 })
      await waitFor(() => expect(page.result.flow.data?.label).toBe('Changed'))
      expect(page.result.live).toMatchObject({ state: 'polling', error: null })
      page.unmount()
      await settled(app)
    })

    test('`client` in the options overrides the provided one, and can change', async () => {
      const app = createApp()
      const other = createApp({ chainId: 'other-1' })
      const page = mount(app, { props: { client: other.client }, use: given => hooks.useLiveFlows(given) })
      await connected(() => page.result)
      expect([app.lcd.sockets, other.lcd.sockets]).toEqual([0, 1])

      await page.give({ client: app.client })
      await waitFor(() => expect([app.lcd.sockets, other.lcd.sockets]).toEqual([1, 0]))
      await connected(() => page.result)
    })

    test('equal options in a new object, or a new interval, do not affect the connection', async () => {
      const app = createApp()
      const { client } = app
      const page = mount(app, {
        props: { client, fallbackInterval: 60_000 },
        use: given => hooks.useLiveFlows(given),
      })
      await connected(() => page.result)

      await page.give({ client, fallbackInterval: 60_000 })
      await page.give({ client, fallbackInterval: 30_000 })
      await settled(app)
      expect(page.result.state).toBe('connected')
      expect(app.connections).toHaveLength(1)
    })
  })

  describe('useWatchFlows', () => {
    test('calls the newest `onEvent`, and keeps the connection', async () => {
      const app = createApp()
      const [first, second] = [watcher(), watcher()]
      const page = mount(app, { props: first.options, use: given => hooks.useWatchFlows(given) })
      await waitFor(() => expect(first.statuses).toEqual(['connecting', 'connected']))
      await act(() => app.lcd.execute(1))
      await waitFor(() => expect(first.events).toEqual(['executed 1']))

      await page.give(second.options)
      await act(() => app.lcd.execute(2))
      await waitFor(() => expect(second.events).toEqual(['executed 2']))
      expect(first.events).toEqual(['executed 1'])
      expect(app.connections).toHaveLength(1)
    })

    test('reconnects if `client` changes', async () => {
      const app = createApp()
      const other = createApp({ chainId: 'other-1' })
      const { options, statuses, events } = watcher()
      const page = mount(app, {
        props: { ...options, client: other.client },
        use: given => hooks.useWatchFlows(given),
      })
      await waitFor(() => expect(statuses).toEqual(['connecting', 'connected']))

      await page.give({ ...options, client: app.client })
      await waitFor(() => expect([app.lcd.sockets, other.lcd.sockets]).toEqual([1, 0]))
      await waitFor(() => expect(statuses).toEqual(['connecting', 'connected', 'connecting', 'connected']))
      await act(() => void app.lcd.execute(1))
      await waitFor(() => expect(events).toEqual(['executed 1']))
    })
  })
}

export function liveScenarios(kit: Kit): void {
  const { hooks, mount, act, waitFor, createApp } = kit
  const { useFlow, useFlows, useFlowsVerdict, useFlowDraft } = hooks
  const { useLiveFlows, useWatchFlows } = hooks
  const { connected } = waits(kit)
  changingLiveScenarios(kit)

  describe('useLiveFlows', () => {
    test('reports a broken connection with its error, reconnects, and loads missed changes', async () => {
      const app = createApp()
      const page = mount(app, { use: () => ({ live: useLiveFlows(), flow: useFlow(firstFlow) }) })
      await connected(() => page.result.live)
      // TanStack Query only renders changes of fields that were read before.
      await waitFor(() => expect(page.result.flow.data?.label).toBe('Flow 1'))

      await act(() => app.lcd.cut())
      await waitFor(() => expect(page.result.live.state).toBe('reconnecting'))
      expect(isFlowQueryError(page.result.live.error, 'network')).toBe(true)
      await act(() => app.lcd.updateFlow(1, { label: 'Changed in between' }))
      await connected(() => page.result.live)
      expect(page.result.live.error).toBeNull()
      await waitFor(() => expect(page.result.flow.data?.label).toBe('Changed in between'))
    })

    test('a page never shows two states of one flow', async () => {
      const app = createApp()
      const page = mount(app, {
        use: () => ({ live: useLiveFlows(), flow: useFlow(firstFlow), list: useFlows(allFlows) }),
        show: ({ live, flow, list }) => `${live.state}: ${flow.data?.label}, ${list.data?.flows[0]?.label}`,
      })
      await connected(() => page.result.live)
      await waitFor(() => expect(page.result.list.isSuccess && page.result.flow.isSuccess).toBe(true))
      const shown: (string | null)[] = []
      const observer = new MutationObserver(() => shown.push(document.body.textContent))
      observer.observe(document.body, { childList: true, characterData: true, subtree: true })
      await act(() => app.lcd.updateFlow(1, { label: 'Changed' }))
      await waitFor(() => expect(page.result.flow.data?.label).toBe('Changed'))
      observer.disconnect()
      expect(new Set(shown)).toEqual(new Set(['connected: Changed, Changed']))
    })

    test('a forecast and a check whose facts failed once are loaded again', async () => {
      const app = createApp()
      const lists = { flows: (await app.client.flows({ limit: 3 })).flows }
      app.lcd.fail({ query: 'totalBurnt', status: 503, times: 1 })
      const page = mount(app, {
        use: () => ({
          live: useLiveFlows(),
          verdicts: useFlowsVerdict(() => lists),
          draft: useFlowDraft(() => ({ draft })),
        }),
      })
      await waitFor(() => expect(page.result.verdicts.error?.kind).toBe('node'))
      await waitFor(() => expect(page.result.verdicts.data).toHaveLength(3))
      await waitFor(() => expect(page.result.draft.data?.verdict).toBeDefined())
      expect([page.result.verdicts.error, page.result.draft.error]).toEqual([null, null])
    })

    test('the next page uses the connection of the previous one', async () => {
      const app = createApp()
      const first = mount(app, { use: () => useLiveFlows() })
      await connected(() => first.result)

      first.unmount()
      const second = mount(app, { use: () => useLiveFlows() })
      await connected(() => second.result)
      expect(app.connections).toHaveLength(1)
    })
  })

  describe('useWatchFlows', () => {
    test('calls `onEvent` for each event of a block, and reports the state of the connection', async () => {
      const app = createApp()
      const { options, events, statuses } = watcher()
      const page = mount(app, { use: () => useWatchFlows(() => options) })
      await waitFor(() => expect(statuses).toEqual(['connecting', 'connected']))

      await act(() => {
        app.lcd.execute(1)
        app.lcd.execute(2)
        app.lcd.addFlow()
      })
      await waitFor(() => expect([...events].sort()).toEqual(['created 7', 'executed 1', 'executed 2']))
      page.unmount()
      await waitFor(() => expect(app.lcd.sockets).toBe(0))
    })

    test('calls no callback after unmount', async () => {
      const app = createApp()
      const [unmounted, mounted] = [watcher(), watcher()]
      const page = mount(app, { use: () => useWatchFlows(() => unmounted.options) })
      mount(app, { use: () => useWatchFlows(() => mounted.options) })
      await waitFor(() => expect(unmounted.statuses).toEqual(['connecting', 'connected']))

      page.unmount()
      await act(() => app.lcd.execute(1))
      await waitFor(() => expect(mounted.events).toEqual(['executed 1']))
      expect(unmounted.events).toEqual([])
    })

    test('does not track the values that a callback reads, so it is called once per status', async () => {
      const app = createApp()
      const statuses: string[] = []
      const page = mount(app, {
        props: { name: 'one' },
        use: given =>
          useWatchFlows(() => ({
            onEvent: () => {},
            onStatus: ({ state }) => void statuses.push(`${given().name}: ${state}`),
          })),
      })
      await waitFor(() => expect(statuses).toEqual(['one: connecting', 'one: connected']))

      await page.give({ name: 'two' })
      expect(statuses).toHaveLength(2)
      await act(() => app.lcd.cut())
      await waitFor(() =>
        expect(statuses).toEqual(['one: connecting', 'one: connected', 'two: reconnecting', 'two: connected']),
      )
    })
  })
}

function waits({ waitFor }: Kit) {
  return {
    connected: (status: () => LiveStatus) => waitFor(() => expect(status().state).toBe('connected')),
    /** Waits until no query is fetching. */
    settled: ({ queryClient }: App) => waitFor(() => expect(queryClient.isFetching()).toBe(0)),
  }
}

function watcher() {
  const events: string[] = []
  const statuses: string[] = []
  const options = {
    onEvent: ({ type, id }: FlowEvent) => void events.push(`${type} ${id}`),
    onStatus: ({ state }: LiveStatus) => void statuses.push(state),
  }
  return { options, events, statuses }
}
