import { skipToken } from '@tanstack/query-core'
import { describe, expect, test } from 'vitest'
import { admin, connectionId, fresh, icaAddress, observers, owner } from './app.js'
import type { Kit } from './framework.js'

const idle = { status: 'pending', fetchStatus: 'idle', data: undefined, error: null }

/** Arguments that come and go: in a getter, and in whatever else a framework takes. */
export function changingArgumentScenarios({ hooks, mount, waitFor, createApp }: Kit): void {
  const { useFlow, useFlowHistory, useIca } = hooks

  describe('arguments that change', () => {
    test('another id is another flow, and the old one is never shown as it', async () => {
      const app = createApp()
      const seen: [asked: number, shown: string | undefined][] = []
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
      expect(seen.filter(([asked, shown]) => shown !== undefined && shown !== `${asked}`)).toEqual([])
      expect(observers(app)).toEqual([0, 1])
    })

    test('the way back is in the cache', async () => {
      const app = createApp({ queries: fresh })
      const page = mount(app, { props: { id: 1 }, use: given => useFlow(given) })
      await waitFor(() => expect(page.result.data?.id).toBe('1'))
      await page.give({ id: 2 })
      await waitFor(() => expect(page.result.data?.id).toBe('2'))

      await page.give({ id: 1 })
      expect(page.result).toMatchObject({ status: 'success', data: { id: '1' } })
      expect(app.lcd.requests).toHaveLength(2)
    })

    test('an error belongs to its arguments', async () => {
      const page = mount(createApp(), { props: { id: 404 }, use: given => useFlow(given) })
      await waitFor(() => expect(page.result.error?.kind).toBe('notFound'))

      await page.give({ id: 1 })
      expect(page.result.error).toBeNull()
      await waitFor(() => expect(page.result.data?.id).toBe('1'))
    })

    test('a request for the old ones is aborted', async () => {
      const app = createApp()
      app.lcd.fail({ path: '/flow/1', hang: true })
      const page = mount(app, { props: { id: 1 }, use: given => useFlow(given) })
      await waitFor(() => expect(app.signals).toHaveLength(1))
      expect(app.signals[0]?.aborted).toBe(false)

      await page.give({ id: 2 })
      await waitFor(() => expect(page.result.data?.id).toBe('2'))
      expect(app.signals[0]?.aborted).toBe(true)
    })

    test('the same ones in another object, or another form of the id, change nothing', async () => {
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

    test('each argument is part of the key', async () => {
      const page = mount(createApp(), {
        props: { id: 1, limit: 2, reverse: false },
        use: given => useFlowHistory(given),
      })
      const hours = () => page.result.data?.history.map(({ actualExecTime }) => actualExecTime.slice(11, 13))
      await waitFor(() => expect(hours()).toEqual(['00', '01']))

      await page.give({ id: 1, limit: 3, reverse: false })
      await waitFor(() => expect(hours()).toEqual(['00', '01', '02']))
      await page.give({ id: 1, limit: 3, reverse: true })
      await waitFor(() => expect(hours()).toEqual(['04', '03', '02']))
    })
  })

  describe('arguments that are missing', () => {
    test('it goes on when they are filled in', async () => {
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

    test('it waits again when they are taken away', async () => {
      const app = createApp()
      const page = mount(app, { props: { id: 1 as number | null }, use: given => useFlow(given) })
      await waitFor(() => expect(page.result.isSuccess).toBe(true))

      await page.give({ id: null })
      expect(page.result).toMatchObject(idle)
      expect(app.lcd.requests).toHaveLength(1)
    })
  })

  test('a height, where the client allows it: two of them are two queries', async () => {
    const app = createApp({ allowHeight: true })
    const before = app.lcd.height
    app.lcd.execute(1)
    const page = mount(app, { props: { id: 1, height: before }, use: given => useFlowHistory(given) })
    await waitFor(() => expect(page.result.data?.history).toHaveLength(5))

    await page.give({ id: 1, height: app.lcd.height })
    await waitFor(() => expect(page.result.data?.history).toHaveLength(6))
    expect(observers(app)).toEqual([0, 1])

    // What was read there never changes.
    await page.give({ id: 1, height: before })
    expect(page.result).toMatchObject({ fetchStatus: 'idle', isStale: false })
    expect(page.result.data?.history).toHaveLength(5)
    expect(app.lcd.requests).toHaveLength(2)
  })
}

export function argumentScenarios(kit: Kit): void {
  const { hooks, mount, act, waitFor, createApp } = kit
  changingArgumentScenarios(kit)

  describe('arguments that are missing', () => {
    test.each([
      ['useFlow', () => hooks.useFlow(() => ({ id: null }))],
      ['useFlow', () => hooks.useFlow(() => ({ id: undefined }))],
      ['useFlowsForOwner', () => hooks.useFlowsForOwner(() => ({ owner: null, limit: 20 }))],
      ['useFlowHistory', () => hooks.useFlowHistory(() => ({ id: undefined, limit: 20 }))],
      ['useIca', () => hooks.useIca(() => ({ owner: null, connectionId }))],
      ['useIca', () => hooks.useIca(() => ({ owner, connectionId: undefined }))],
      ['useTrustlessAgent', () => hooks.useTrustlessAgent(() => ({ agentAddress: null }))],
      ['useTrustlessAgentsForAdmin', () => hooks.useTrustlessAgentsForAdmin(() => ({ feeAdmin: undefined }))],
      ['useInfiniteFlowsForOwner', () => hooks.useInfiniteFlowsForOwner(() => ({ owner: undefined }))],
      ['useInfiniteFlowHistory', () => hooks.useInfiniteFlowHistory(() => ({ id: null }))],
      [
        'useInfiniteTrustlessAgentsForAdmin',
        () => hooks.useInfiniteTrustlessAgentsForAdmin(() => ({ feeAdmin: null })),
      ],
      ['useFlow with `skipToken`', () => hooks.useFlow(() => skipToken)],
      ['useParams with `skipToken`', () => hooks.useParams(() => skipToken)],
      ['useInfiniteFlows with `skipToken`', () => hooks.useInfiniteFlows(() => skipToken)],
      [
        'useFlow with `enabled: true`',
        () =>
          hooks.useFlow(
            () => ({ id: null }),
            () => ({ enabled: true }),
          ),
      ],
      [
        'useInfiniteFlowHistory with `enabled: true`',
        () =>
          hooks.useInfiniteFlowHistory(
            () => ({ id: null }),
            () => ({ enabled: true }),
          ),
      ],
    ])('%s waits, and sends nothing', async (_, useQuery) => {
      const app = createApp()
      const page = mount(app, { use: () => useQuery() })

      // Whatever would be sent is sent by now.
      await act(() => app.queryClient.fetchQuery({ queryKey: ['settled'], queryFn: () => true }))
      expect(page.result).toMatchObject(idle)
      expect(app.lcd.requests).toEqual([])
    })

    test('`skipToken` comes and goes like a missing one', async () => {
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

    test('one query waits for the answer of another', async () => {
      const app = createApp()
      const page = mount(app, {
        use: () => {
          const flow = hooks.useFlow(() => ({ id: 3 }))
          return hooks.useFlowsForOwner(() => ({ owner: flow.data?.owner }))
        },
      })

      await waitFor(() => expect(page.result.data?.flows).toHaveLength(6))
      expect(app.lcd.requests.map(({ query }) => query)).toEqual(['flow', 'flowsForOwner'])
    })
  })

  test('a height in a page is refused, and the error says what allows it', async () => {
    const app = createApp()
    const page = mount(app, { use: () => hooks.useFlow(() => ({ id: 1, height: 1 })) })

    await waitFor(() => expect(page.result.error?.kind).toBe('argument'))
    expect(page.result.error?.message).toContain('allowHeight')
    expect(app.lcd.requests).toEqual([])
  })
}
