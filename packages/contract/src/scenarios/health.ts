import type { Flow } from '@flow-query/core'
import { chainTimeAt } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { type App, observers, owner, startTime } from '../app.js'
import type { Kit } from '../framework.js'

const time = chainTimeAt(Date.parse(startTime))
const idsOf = (rows: readonly { flow: Flow }[]) => rows.map(({ flow }) => flow.id)
const flowsOf = async ({ client }: App) => (await client.flows()).flows
const many = (length: number) => Array.from({ length }, (_, index) => ({ label: `Flow ${index + 1}` }))

/** Runs the scenarios for changing flows and times. Each binding runs them for every kind of argument that it supports. */
export function changingHealthScenarios({ hooks, mount, waitFor, createApp }: Kit): void {
  const { useFlowsHealth } = hooks

  describe('useFlowsHealth', () => {
    test('reads no runs for an empty list, and is not pending', async () => {
      const app = createApp()
      const page = mount(app, {
        props: { flows: undefined as Flow[] | undefined },
        use: given => useFlowsHealth(given),
      })
      expect(page.result.isPending).toBe(true)

      await page.give({ flows: [] })
      expect(page.result).toMatchObject({ data: [], isPending: false, error: null })
      // The newest block is read before the flows are known.
      expect(app.lcd.requests.every(({ target }) => target.endsWith('/status'))).toBe(true)
    })

    test('sends requests only for new flows', async () => {
      const app = createApp({ flows: many(6) })
      const flows = await flowsOf(app)
      const page = mount(app, { props: { flows: flows.slice(0, 3), time }, use: given => useFlowsHealth(given) })
      await waitFor(() => expect(page.result.isPending).toBe(false))
      const before = page.result.data

      await page.give({ flows: flows.slice(1, 5), time })
      await waitFor(() => expect(idsOf(page.result.data)).toEqual(['2', '3', '4', '5']))
      expect(app.lcd.requests).toHaveLength(1 + 5)
      expect(page.result.data.slice(0, 2)).toEqual(before.slice(1))
    })

    test('computes the health at another time without a request', async () => {
      const app = createApp({ flows: [{ startTime: '2026-01-01T01:00:00Z' }] })
      const flows = await flowsOf(app)
      const page = mount(app, { props: { flows, time }, use: given => useFlowsHealth(given) })
      await waitFor(() => expect(page.result.data[0]?.health).toMatchObject({ state: 'waiting', for: 'start' }))

      await page.give({ flows, time: chainTimeAt(Date.parse('2030-01-01T00:00:00Z')) })
      await waitFor(() => expect(page.result.data[0]?.health.state).toBe('ended'))
      expect(app.lcd.requests).toHaveLength(2)
    })
  })
}

export function healthScenarios(kit: Kit): void {
  const { hooks, mount, act, waitFor, createApp } = kit
  const { useFlows, useFlowCollection, useFlowsHealth, useLiveFlows } = hooks
  changingHealthScenarios(kit)

  describe('useFlowsHealth', () => {
    test('returns the health of each flow in the original order, once the flows are loaded', async () => {
      const app = createApp()
      const page = mount(app, {
        use: () => {
          const list = useFlows(() => ({ reverse: true }))
          return useFlowsHealth(() => ({ flows: list.data?.flows, time }))
        },
      })
      expect(page.result).toMatchObject({ data: [], isPending: true, error: null })

      await waitFor(() => expect(page.result.isPending).toBe(false))
      expect(idsOf(page.result.data)).toEqual(['6', '5', '4', '3', '2', '1'])
      expect(page.result.error).toBeNull()
      // There is one request for the list, and one per flow.
      expect(app.lcd.requests).toHaveLength(7)
    })

    test('loads all flows of an owner', async () => {
      const app = createApp({ flows: many(3).map(flow => ({ ...flow, owner })) })
      const page = mount(app, { use: () => useFlowsHealth(() => ({ owner, time })) })
      await waitFor(() => expect(page.result.isPending).toBe(false))
      expect(idsOf(page.result.data)).toEqual(['1', '2', '3'])
      // There is one request for the list, and one per flow.
      expect(app.lcd.requests).toHaveLength(4)
    })

    test('aborts running requests and drops waiting ones when the component is unmounted', async () => {
      const app = createApp({ flows: many(30) })
      const flows = await flowsOf(app)
      app.lcd.fail({ hang: true })
      const page = mount(app, { use: () => useFlowsHealth(() => ({ flows, time })) })
      await waitFor(() => expect(app.lcd.requests).toHaveLength(7))

      page.unmount()
      await waitFor(() => expect(app.signals.slice(1).map(({ aborted }) => aborted)).toEqual(Array(6).fill(true)))
      expect(app.queryClient.isFetching()).toBe(0)
      expect(observers(app)).toEqual(Array(30).fill(0))
      app.lcd.recover()
      const again = mount(app, { use: () => useFlowsHealth(() => ({ flows, time })) })
      await waitFor(() => expect(again.result.isPending).toBe(false))
      expect(app.lcd.requests).toHaveLength(1 + 6 + 30)
    })

    test('reads the newest block once, and a flow is not over just because the local clock has passed its run', async () => {
      // The chain makes no blocks after its start, which is long ago by the reader's clock.
      const app = createApp({ flows: many(3) })
      const flows = await flowsOf(app)
      const page = mount(app, { use: () => useFlowsHealth(() => ({ flows })) })
      await waitFor(() => expect(page.result.isPending).toBe(false))
      expect(page.result.data.map(({ health }) => health.state)).toEqual(['healthy', 'waiting', 'waiting'])
      expect(app.lcd.requests.filter(({ target }) => target.endsWith('/status'))).toHaveLength(1)
    })

    test('returns no health until the newest block is known, and then the error of its request', async () => {
      const app = createApp({ flows: many(2) })
      const flows = await flowsOf(app)
      app.lcd.fail({ path: '/cosmos/base', status: 503 })
      const page = mount(app, { use: () => useFlowsHealth(() => ({ flows })) })
      expect(page.result).toMatchObject({ data: [], isPending: true, error: null })
      await waitFor(() => expect(page.result.error).toMatchObject({ kind: 'node' }))
      await waitFor(() => expect(page.result.isPending).toBe(false))
      expect(page.result.data).toEqual([])
    })

    test('`client` in the options overrides the provided one', async () => {
      const app = createApp()
      const { client, lcd } = createApp({ flows: many(1), chainId: 'other-1' })
      const { flows } = await client.flows()
      const page = mount(app, { use: () => useFlowsHealth(() => ({ flows, time, client })) })

      await waitFor(() => expect(page.result.data).toHaveLength(1))
      expect(app.lcd.requests).toEqual([])
      expect(lcd.requests).toHaveLength(2)
    })

    test('a live update of a run sends two requests, and keeps the objects of all other rows', async () => {
      const app = createApp({ flows: many(12) })
      const page = mount(app, {
        use: () => {
          const live = useLiveFlows()
          const collection = useFlowCollection()
          return { live, health: useFlowsHealth(() => ({ flows: collection.data?.flows, time })) }
        },
      })
      await waitFor(() => expect(page.result.live.state).toBe('connected'))
      await waitFor(() => expect(page.result.health.data).toHaveLength(12))
      await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
      const before = page.result.health.data
      const requests = app.lcd.requests.length

      await act(() => app.lcd.execute(7, { outcome: 'failed', error: 'insufficient funds' }))
      await waitFor(() => expect(page.result.health.data[6]?.health.state).toBe('failing'))
      await waitFor(() => expect(page.result.health.data[6]?.flow.execTime).toBe(app.lcd.flow(7)?.execTime))
      expect(idsOf(page.result.health.data.filter((row, index) => row !== before[index]))).toEqual(['7'])
      expect(app.lcd.requests.length - requests).toBe(2)
    })
  })
}
