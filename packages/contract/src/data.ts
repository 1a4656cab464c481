import { describe, expect, test } from 'vitest'
import { admin, agentAddress, connectionId, firstFlow, icaAddress, observers, owner } from './app.js'
import { everyQuery } from './every.js'
import type { Kit } from './framework.js'

export function dataScenarios({ hooks, mount, act, waitFor, createApp }: Kit): void {
  const { useFlow, useFlows, useFlowsForOwner } = hooks

  describe('data', () => {
    test('useFlow returns a flow', async () => {
      const app = createApp()
      const page = mount(app, { use: () => useFlow(() => ({ id: 2 })) })

      expect(page.result).toMatchObject({ status: 'pending', fetchStatus: 'fetching', data: undefined, error: null })
      await waitFor(() => expect(page.result.status).toBe('success'))
      expect(page.result.data).toMatchObject({ id: '2', label: 'Flow 2', owner })
      expect(page.result.data).toEqual(await app.client.flow({ id: 2 }))
    })

    test('each hook returns the data of its query', async () => {
      const app = createApp()
      const { client } = app
      const page = mount(app, {
        use: () => [
          hooks.useFlows(),
          hooks.useFlows(() => ({ limit: 2, reverse: true, countTotal: true })),
          hooks.useFlowsForOwner(() => ({ owner, limit: 2 })),
          hooks.useFlowHistory(() => ({ id: 1, limit: 2, offset: 1 })),
          hooks.useIca(() => ({ owner, connectionId })),
          hooks.useParams(),
          hooks.useTrustlessAgent(() => ({ agentAddress })),
          hooks.useTrustlessAgents(() => ({ limit: 1 })),
          hooks.useTrustlessAgentsForAdmin(() => ({ feeAdmin: admin })),
          hooks.useTotalBurnt(),
        ],
      })

      await waitFor(() => expect(page.result.map(({ status }) => status)).toEqual(Array(10).fill('success')))
      expect(page.result.map(({ data }) => data)).toEqual([
        await client.flows(),
        await client.flows({ limit: 2, reverse: true, countTotal: true }),
        await client.flowsForOwner({ owner, limit: 2 }),
        await client.flowHistory({ id: 1, limit: 2, offset: 1 }),
        icaAddress,
        await client.params(),
        await client.trustlessAgent({ agentAddress }),
        await client.trustlessAgents({ limit: 1 }),
        await client.trustlessAgentsForAdmin({ feeAdmin: admin }),
        { denom: 'uinto', amount: '5600000' },
      ])
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
  })

  describe('errors', () => {
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

    test.each(everyQuery)('the error of %s is a FlowQueryError', async (_, useQuery) => {
      const app = createApp()
      app.lcd.fail({ status: 500 })
      const page = mount(app, { use: () => useQuery(hooks) })

      await waitFor(() => expect(page.result.error?.kind).toBe('node'))
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
