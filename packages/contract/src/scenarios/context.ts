import { describe, expect, test } from 'vitest'
import { allFlows, firstFlow } from '../app.js'
import { everyQuery } from '../every.js'
import type { Hooks, Kit } from '../framework.js'

export function contextScenarios({ hooks, mount, waitFor, createApp, noClient }: Kit): void {
  const { useFlow, useFlowClient, useInfiniteFlows } = hooks

  describe('the client', () => {
    test('useFlowClient returns the provided client, or the client in its argument', () => {
      const app = createApp()
      const { client } = createApp()
      const page = mount(app, { use: () => ({ found: useFlowClient(), given: useFlowClient(() => client) }) })

      expect(page.result.found).toBe(app.client)
      expect(page.result.given).toBe(client)
    })

    test.each([
      ...everyQuery,
      ['useFlowsHealth', ({ useFlowsHealth }: Hooks) => useFlowsHealth(() => ({ flows: [] }))] as const,
      ['useLiveFlows', ({ useLiveFlows }: Hooks) => useLiveFlows()] as const,
      ['useWatchFlows', ({ useWatchFlows }: Hooks) => useWatchFlows(() => ({ onEvent: () => {} }))] as const,
      ['useFlowClient', ({ useFlowClient }: Hooks) => useFlowClient()] as const,
    ])('%s throws an error without a client, which explains how to provide one', (_, useHook) => {
      expect(() => mount(createApp(), { client: null, use: () => void useHook(hooks) })).toThrow(noClient)
    })

    test('a client in the options works without a provided one', async () => {
      const app = createApp()
      const { client } = app
      const page = mount(app, {
        client: null,
        use: () => ({
          flow: useFlow(firstFlow, () => ({ client })),
          flows: useInfiniteFlows(allFlows, () => ({ client })),
        }),
      })

      await waitFor(() => expect([page.result.flow.data?.id, page.result.flows.data?.pages.length]).toEqual(['1', 1]))
    })

    test('the provided client can be replaced with the client of another chain', async () => {
      const one = createApp({ flows: [{ label: 'One' }] })
      const two = createApp({ flows: [{ label: 'Two' }], chainId: 'two-1' })
      const page = mount(one, { use: () => useFlow(firstFlow) })
      await waitFor(() => expect(page.result.data?.label).toBe('One'))

      await page.provide(two.client)
      expect(page.result.data).toBeUndefined()
      await waitFor(() => expect(page.result.data?.label).toBe('Two'))
    })

    test('two apps on a page have separate clients', async () => {
      const apps = ['One', 'Two'].map(label => createApp({ flows: [{ label }] }))
      const pages = apps.map(app => mount(app, { use: () => useFlow(firstFlow) }))

      await waitFor(() => expect(pages.map(({ result }) => result.data?.label)).toEqual(['One', 'Two']))
    })
  })
}
