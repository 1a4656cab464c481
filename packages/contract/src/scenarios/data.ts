import { describe, expect, test } from 'vitest'
import { admin, agentAddress, connectionId, firstFlow, icaAddress, owner } from '../app.js'
import { everyQuery } from '../every.js'
import type { Kit } from '../framework.js'

export function dataScenarios({ hooks, mount, act, waitFor, createApp }: Kit): void {
  const { useFlow } = hooks

  describe('data', () => {
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

      expect(page.result[0]).toMatchObject({ status: 'pending', fetchStatus: 'fetching', data: undefined, error: null })
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
  })

  describe('errors', () => {
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
