import { describe, expect, test } from 'vitest'
import { admin, agentAddress, connectionId, firstFlow, icaAddress, observers, other, owner } from './app.js'
import { everyQuery } from './every.js'
import type { Kit } from './framework.js'

export function dataScenarios({ hooks, mount, act, waitFor, createApp }: Kit): void {
  const { useFlow, useFlowHistory, useFlows, useFlowsForOwner, useIca, useParams } = hooks
  const { useTotalBurnt, useTrustlessAgent, useTrustlessAgents, useTrustlessAgentsForAdmin } = hooks

  describe('data', () => {
    test('useFlow returns a flow', async () => {
      const app = createApp()
      const page = mount(app, { use: () => useFlow(() => ({ id: 2 })) })

      expect(page.result).toMatchObject({ status: 'pending', fetchStatus: 'fetching', data: undefined, error: null })
      await waitFor(() => expect(page.result.status).toBe('success'))
      expect(page.result.data).toMatchObject({ id: '2', label: 'Flow 2', owner })
      expect(page.result.data).toEqual(await app.client.flow({ id: 2 }))
    })

    test('useFlows returns a page of all flows, with or without arguments', async () => {
      const page = mount(createApp(), {
        use: () => [useFlows(), useFlows(() => ({ limit: 2, reverse: true, countTotal: true }))],
      })
      const ids = () => page.result.map(({ data }) => data?.flows.map(({ id }) => id))

      await waitFor(() =>
        expect(ids()).toEqual([
          ['1', '2', '3', '4', '5', '6'],
          ['6', '5'],
        ]),
      )
      expect(page.result.map(({ data }) => data?.total)).toEqual([null, 6])
    })

    test("useFlowsForOwner returns a page of an owner's flows", async () => {
      const app = createApp({ flows: [{ owner: other }, { owner }, { owner }, { owner }] })
      const page = mount(app, { use: () => useFlowsForOwner(() => ({ owner, limit: 2 })) })

      await waitFor(() => expect(page.result.data?.flows.map(({ id }) => id)).toEqual(['2', '3']))
      expect(page.result.data?.nextKey).toEqual(expect.any(String))
    })

    test("useFlowHistory returns a page of a flow's executions", async () => {
      const page = mount(createApp(), { use: () => useFlowHistory(() => ({ id: 1, limit: 2, offset: 1 })) })

      await waitFor(() =>
        expect(page.result.data?.history.map(({ actualExecTime }) => actualExecTime)).toEqual([
          '2025-12-31T01:00:00Z',
          '2025-12-31T02:00:00Z',
        ]),
      )
    })

    test("useIca returns the address of an owner's interchain account", async () => {
      const page = mount(createApp(), { use: () => useIca(() => ({ owner, connectionId })) })

      await waitFor(() => expect(page.result.data).toBe(icaAddress))
    })

    test('useParams returns the parameters', async () => {
      const page = mount(createApp(), { use: () => useParams() })

      await waitFor(() => expect(page.result.data?.minFlowInterval).toBe('5s'))
    })

    test('useTrustlessAgent returns an agent', async () => {
      const page = mount(createApp(), { use: () => useTrustlessAgent(() => ({ agentAddress })) })

      await waitFor(() => expect(page.result.data).toMatchObject({ agentAddress, feeConfig: { feeAdmin: admin } }))
    })

    test('useTrustlessAgents and useTrustlessAgentsForAdmin return pages of agents', async () => {
      const page = mount(createApp(), {
        use: () => [
          useTrustlessAgents(() => ({ limit: 1 })),
          useTrustlessAgentsForAdmin(() => ({ feeAdmin: admin })),
          useTrustlessAgentsForAdmin(() => ({ feeAdmin: other })),
        ],
      })

      await waitFor(() => expect(page.result.map(({ data }) => data?.trustlessAgents.length)).toEqual([1, 2, 0]))
      expect(page.result.map(({ data }) => data?.nextKey)).toEqual([expect.any(String), null, null])
    })

    test('useTotalBurnt returns a coin', async () => {
      const page = mount(createApp(), { use: () => useTotalBurnt() })

      await waitFor(() => expect(page.result.data).toEqual({ denom: 'uinto', amount: '5600000' }))
    })

    test('the ids 14, "14" and 14n share one request and its data', async () => {
      const app = createApp({ flows: Array.from({ length: 14 }, () => ({})) })
      const page = mount(app, { use: () => [14, '14', 14n].map(id => useFlow(() => ({ id }))) })

      await waitFor(() => expect(page.result.map(({ data }) => data?.id)).toEqual(['14', '14', '14']))
      expect(page.result[1]?.data).toBe(page.result[0]?.data)
      expect(page.result[2]?.data).toBe(page.result[0]?.data)
      expect(app.lcd.requests).toHaveLength(1)
      expect(observers(app)).toEqual([3])
    })

    test('a refetch returns changed data', async () => {
      const app = createApp()
      const page = mount(app, { use: () => useFlow(firstFlow) })
      await waitFor(() => expect(page.result.data?.label).toBe('Flow 1'))

      app.lcd.updateFlow(1, { label: 'Renamed' })
      await act(() => page.result.refetch())
      await waitFor(() => expect(page.result.data?.label).toBe('Renamed'))
    })
  })

  describe('errors', () => {
    const html = '<html><body>502 Bad Gateway</body></html>'

    test.each([
      ['node', { status: 500 }],
      ['node', { status: 502, body: html }],
      ['node', { body: '' }],
      ['network', { refuse: true }],
      ['network', { cut: true }],
      ['timeout', { hang: true }],
      ['timeout', { stall: true }],
      ['rateLimited', { status: 429, body: 'slow down' }],
      ['tooLarge', { status: 429, body: { code: 8, message: 'grpc: received message larger than max (2 vs. 1)' } }],
      ['unsupported', { status: 501, body: { code: 12, message: 'Not Implemented', details: [] } }],
      ['decode', { body: { flow: { id: 14 } } }],
      ['decode', { body: {} }],
    ] as const)('%s: %o', async (kind, failure) => {
      const app = createApp({ timeout: kind === 'timeout' ? 100 : 10_000 })
      app.lcd.fail(failure)
      const page = mount(app, { use: () => useFlow(firstFlow) })

      await waitFor(() => expect(page.result.error?.kind).toBe(kind))
      expect(page.result).toMatchObject({ status: 'error', data: undefined, failureCount: 1 })
    })

    test('notFound: the flow does not exist', async () => {
      const page = mount(createApp(), { use: () => useFlow(() => ({ id: 404 })) })

      await waitFor(() => expect(page.result.error).toMatchObject({ kind: 'notFound', codespaceCode: 302 }))
      expect(page.result.error?.message).toContain('/flow/404')
    })

    test('argument: no request is sent for invalid arguments', async () => {
      const app = createApp()
      const page = mount(app, {
        use: () => [
          useFlow(() => ({ id: '../params' })),
          useFlows(() => ({ limit: 0 })),
          useFlows(() => ({ key: 'AAAAAAAAAAE=', offset: 1 })),
          useFlowsForOwner(() => ({ owner: '💥' })),
          hooks.useInfiniteFlowHistory(() => ({ id: -1 })),
        ],
      })

      await waitFor(() => expect(page.result.map(({ error }) => error?.kind)).toEqual(Array(5).fill('argument')))
      expect(app.lcd.requests).toEqual([])
    })

    test('argument: the node rejects the argument', async () => {
      const page = mount(createApp(), { use: () => useFlowsForOwner(() => ({ owner: 'into1nobody' })) })

      await waitFor(() => expect(page.result.error?.kind).toBe('argument'))
    })

    test.each(everyQuery)('the error of %s is a FlowQueryError', async (_, useQuery) => {
      const app = createApp()
      app.lcd.fail({ status: 500 })
      const page = mount(app, { use: () => useQuery(hooks) })

      await waitFor(() => expect(page.result.error?.kind).toBe('node'))
    })

    test('a later success clears the error', async () => {
      const app = createApp()
      app.lcd.fail({ refuse: true })
      const page = mount(app, { use: () => useFlow(firstFlow) })
      await waitFor(() => expect(page.result.isError).toBe(true))

      app.lcd.recover()
      await act(() => page.result.refetch())
      await waitFor(() => expect(page.result).toMatchObject({ status: 'success', error: null, data: { id: '1' } }))
    })

    test('a failed refetch keeps the data and returns the error', async () => {
      const app = createApp()
      const page = mount(app, { use: () => useFlow(firstFlow) })
      await waitFor(() => expect(page.result.isSuccess).toBe(true))

      app.lcd.fail({ refuse: true })
      await act(() => page.result.refetch())
      await waitFor(() => expect(page.result).toMatchObject({ error: { kind: 'network' }, data: { id: '1' } }))
    })
  })
}
