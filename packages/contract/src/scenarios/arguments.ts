import { skipToken } from '@tanstack/query-core'
import { describe, expect, test } from 'vitest'
import { admin, connectionId, fresh, icaAddress, observers, owner } from '../app.js'
import type { Kit } from '../framework.js'

const idle = { status: 'pending', fetchStatus: 'idle', data: undefined, error: null }

/** Runs the scenarios for changing arguments. Each binding runs them for every kind of argument that it supports. */
export function changingArgumentScenarios({ hooks, mount, waitFor, createApp }: Kit): void {
  const { useFlow, useIca } = hooks

  describe('changing arguments', () => {
    test('a new id returns another flow, and never shows the old one', async () => {
      const app = createApp()
      const seen: [requested: number, shown: string | undefined][] = []
      const page = mount(app, {
        props: { id: 1 },
        use: given => ({ given, flow: useFlow(given) }),
        show: ({ given, flow }) => {
          seen.push([given().id, flow.data?.id])
          return flow.data?.label
        },
      })
      await waitFor(() => expect(page.result.flow.data?.id).toBe('1'))

      await page.give({ id: 2 })
      expect(page.result.flow).toMatchObject({ status: 'pending', data: undefined })
      await waitFor(() => expect(page.result.flow.data?.id).toBe('2'))
      expect(seen).toContainEqual([2, '2'])
      expect(seen.filter(([requested, shown]) => shown !== undefined && shown !== `${requested}`)).toEqual([])
      expect(observers(app)).toEqual([0, 1])
    })

    test('a request with the old arguments is aborted', async () => {
      const app = createApp()
      app.lcd.fail({ path: '/flow/1', hang: true })
      const page = mount(app, { props: { id: 1 }, use: given => useFlow(given) })
      await waitFor(() => expect(app.signals).toHaveLength(1))
      expect(app.signals[0]?.aborted).toBe(false)

      await page.give({ id: 2 })
      await waitFor(() => expect(page.result.data?.id).toBe('2'))
      expect(app.signals[0]?.aborted).toBe(true)
    })

    test('equal arguments in a new object, or with another type of id, cause no request', async () => {
      const app = createApp({ queries: fresh })
      const page = mount(app, { props: { id: 1 as number | string | bigint }, use: given => useFlow(given) })
      await waitFor(() => expect(page.result.isSuccess).toBe(true))

      const { data } = page.result
      for (const id of [1, '1', 1n]) {
        await page.give({ id })
        expect(page.result.data).toBe(data)
      }
      expect(app.lcd.requests).toHaveLength(1)
    })
  })

  describe('missing arguments', () => {
    test('the query starts when they are set', async () => {
      const app = createApp()
      const page = mount(app, {
        props: { owner: undefined as string | undefined, connectionId: null as string | null },
        use: given => useIca(given),
      })
      expect(page.result).toMatchObject(idle)
      await page.give({ owner, connectionId: null })
      expect(page.result).toMatchObject(idle)
      expect(app.lcd.requests).toEqual([])

      await page.give({ owner, connectionId })
      await waitFor(() => expect(page.result.data).toBe(icaAddress))
      expect(app.lcd.requests).toHaveLength(1)
    })

    test('the query waits again when they are removed', async () => {
      const app = createApp()
      const page = mount(app, { props: { id: 1 as number | null }, use: given => useFlow(given) })
      await waitFor(() => expect(page.result.isSuccess).toBe(true))

      await page.give({ id: null })
      expect(page.result).toMatchObject(idle)
      expect(app.lcd.requests).toHaveLength(1)
    })
  })
}

export function argumentScenarios(kit: Kit): void {
  const { hooks, mount, act, waitFor, createApp } = kit
  changingArgumentScenarios(kit)

  describe('missing arguments', () => {
    test.each([
      ['useFlow', () => hooks.useFlow(() => ({ id: null }))],
      ['useInfiniteFlowHistory', () => hooks.useInfiniteFlowHistory(() => ({ id: null }))],
      ['useFlow with null instead of arguments', () => hooks.useFlow(() => null as never)],
      ['useFlow with an empty string', () => hooks.useFlow(() => ({ id: '' }))],
      ['useInfiniteFlowsForOwner with an empty string', () => hooks.useInfiniteFlowsForOwner(() => ({ owner: '' }))],
      ['useFlowCollection with an empty string', () => hooks.useFlowCollection(() => ({ owner: '' }))],
      ['useFlow with `skipToken`', () => hooks.useFlow(() => skipToken)],
      [
        'useInfiniteFlowHistory with `enabled: true`',
        () =>
          hooks.useInfiniteFlowHistory(
            () => ({ id: null }),
            () => ({ enabled: true }),
          ),
      ],
    ])('%s waits and sends no request', async (_, useQuery) => {
      const app = createApp()
      const page = mount(app, { use: () => useQuery() })

      // Waits long enough for the page to send a request.
      await act(() => app.queryClient.fetchQuery({ queryKey: ['settled'], queryFn: () => true }))
      expect(page.result).toMatchObject(idle)
      expect(app.lcd.requests).toEqual([])
    })

    test.each([
      ['useFlowCollection without its owner', () => hooks.useFlowCollection(() => ({ owner: undefined }))],
      ['useFlowCollection with `skipToken`', () => hooks.useFlowCollection(() => skipToken)],
      ['useFlows with `skipToken`', () => hooks.useFlows(() => skipToken)],
      ['useInfiniteFlows with `skipToken`', () => hooks.useInfiniteFlows(() => skipToken)],
    ])('%s does not return the flows of the chain that another component has loaded', async (_, useQuery) => {
      const app = createApp({ queries: fresh })
      const loaded = mount(app, {
        use: () => [hooks.useFlowCollection(), hooks.useFlows(), hooks.useInfiniteFlows()],
      })
      await waitFor(() =>
        expect(loaded.result.map(({ fetchStatus, status }) => [fetchStatus, status])).toEqual(
          Array(3).fill(['idle', 'success']),
        ),
      )

      expect(mount(app, { use: () => useQuery() }).result).toMatchObject(idle)
    })

    test('`skipToken` can be set and removed', async () => {
      const app = createApp()
      const page = mount(app, {
        props: { admin: undefined as string | undefined },
        use: given =>
          hooks.useTrustlessAgentsForAdmin(() => {
            const { admin } = given()
            return admin ? { feeAdmin: admin } : skipToken
          }),
      })
      expect(page.result).toMatchObject(idle)

      await page.give({ admin })
      await waitFor(() => expect(page.result.data?.trustlessAgents).toHaveLength(2))
      await page.give({ admin: undefined })
      expect(page.result).toMatchObject(idle)
      expect(app.lcd.requests).toHaveLength(1)
    })
  })
}
