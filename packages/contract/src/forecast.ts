import type { Flow } from '@flow-query/core'
import type { FlowForecast } from '@flow-query/core/forecast'
import { describe, expect, test } from 'vitest'
import { type App, connectionId, firstFlow, fresh, icaAddress, other, owner, startTime } from './app.js'
import type { Kit } from './framework.js'

/** The start time of the chain. */
const now = Date.parse(startTime)
const rich = [{ denom: 'uinto', amount: '1000000000' }]
const idsOf = (forecasts: readonly FlowForecast[]) => forecasts.map(({ flow }) => flow.id)
const flowsOf = async ({ client }: App) => (await client.flows({ limit: 100 })).flows

/** Flows that their owner's wallet pays for. */
const paidByWallet = (length: number, flow: object = {}) =>
  Array.from({ length }, (_, index) => ({
    label: `Flow ${index + 1}`,
    owner,
    configuration: { walletFallback: true },
    ...flow,
  })) as object[]

/** Returns the paths of all requests, without parameters. */
const pathsOf = ({ lcd }: App) => lcd.requests.map(({ target }) => target.replace(/\?.*/, ''))
const countOf = (app: App, path: string) => pathsOf(app).filter(other => other.includes(path)).length

/** Runs the scenarios for changing flows and times. Each binding runs them for every kind of argument that it supports. */
export function changingForecastScenarios(kit: Kit): void {
  const { hooks, mount, waitFor } = kit
  const { useFlowForecast, useFlowsForecast } = hooks
  const createApp = createAppWith(kit)

  describe('useFlowsForecast', () => {
    test('sends no request for an empty list, and is not pending', async () => {
      const app = createApp(paidByWallet(1))
      const page = mount(app, {
        props: { flows: undefined as Flow[] | undefined },
        use: given => useFlowsForecast(given),
      })
      expect(page.result).toMatchObject({ data: [], isPending: true, error: null })

      await page.give({ flows: [] })
      expect(page.result).toMatchObject({ data: [], isPending: false, error: null })
      expect(app.lcd.requests).toEqual([])
    })

    test('sends requests only for new flows, and keeps the other forecasts', async () => {
      const app = createApp(paidByWallet(6))
      const flows = await flowsOf(app)
      const page = mount(app, { props: { flows: flows.slice(0, 3), now }, use: given => useFlowsForecast(given) })
      await waitFor(() => expect(idsOf(page.result.data)).toEqual(['1', '2', '3']))
      const before = app.lcd.requests.length

      await page.give({ flows: flows.slice(1, 5), now })
      expect(idsOf(page.result.data)).toEqual(['2', '3'])
      await waitFor(() => expect(idsOf(page.result.data)).toEqual(['2', '3', '4', '5']))
      expect(app.lcd.requests.length - before).toBe(2)
    })
  })

  describe('useFlowForecast', () => {
    test('waits for the flow', async () => {
      const app = createApp(paidByWallet(1))
      const [flow] = await flowsOf(app)
      const page = mount(app, {
        props: { flow: undefined as Flow | undefined, now },
        use: given => useFlowForecast(given),
      })
      expect(page.result).toMatchObject({ data: undefined, isPending: true, error: null })

      await page.give({ flow, now })
      await waitFor(() => expect(page.result.data?.nextRun).toBe('likely'))
      expect(page.result).toMatchObject({ isPending: false, error: null })
    })

    test('computes the forecast at another time without a request', async () => {
      const app = createApp(paidByWallet(1))
      const [flow] = await flowsOf(app)
      const page = mount(app, { props: { flow, now }, use: given => useFlowForecast(given) })
      await waitFor(() => expect(page.result.data?.nextRun).toBe('likely'))
      const before = app.lcd.requests.length

      await page.give({ flow, now: Date.parse('2040-01-01T00:00:00Z') })
      await waitFor(() => expect(page.result.data?.nextRun).toBe('none'))
      expect(app.lcd.requests).toHaveLength(before)
    })
  })
}

export function forecastScenarios(kit: Kit): void {
  const { hooks, mount, act, waitFor } = kit
  const { useBalances, useFlowForecast, useFlowHistory, useFlows, useFlowsForecast } = hooks
  const createApp = createAppWith(kit)
  changingForecastScenarios(kit)
  liveForecastScenarios(kit)

  describe('the queries about accounts, connections and the node', () => {
    test('return the data of the node', async () => {
      const app = createApp(paidByWallet(1))
      app.lcd.accounts.spendableBalances[owner] = []
      app.lcd.accounts.grants = [
        {
          granter: other,
          grantee: owner,
          authorization: { '@type': '/cosmos.authz.v1beta1.GenericAuthorization', msg: '/cosmos.bank.v1beta1.MsgSend' },
          expiration: null,
        },
      ]
      const page = mount(app, {
        use: () => ({
          balances: useBalances(() => ({ address: owner })),
          spendable: hooks.useSpendableBalances(() => ({ address: owner })),
          grants: hooks.useAuthzGrants(() => ({ granter: other, grantee: owner })),
          unbonding: hooks.useUnbondingDelegations(() => ({ delegator: owner })),
          channel: hooks.useIcaChannel(() => ({ owner, connectionId })),
          status: hooks.useClientStatus(() => ({ connectionId })),
          node: hooks.useNodeInfo(),
        }),
      })

      await waitFor(() => expect(Object.values(page.result).some(({ isPending }) => isPending)).toBe(false))
      const { balances, spendable, grants, unbonding, channel, status, node } = page.result
      expect(balances.data).toEqual(rich)
      expect(spendable.data).toEqual([])
      expect(grants.data?.[0]?.authorization.msg).toBe('/cosmos.bank.v1beta1.MsgSend')
      expect(unbonding.data).toEqual([])
      expect(channel.data).toMatchObject({ channelId: 'channel-2', state: 'STATE_OPEN', address: icaAddress })
      expect(status.data).toBe('Active')
      expect(node.data?.height).toBe(String(app.lcd.height))
    })
  })

  describe('useFlowsForecast', () => {
    test('100 flows of one owner share four requests, and each history is one more', async () => {
      const app = createApp(paidByWallet(100))
      const page = mount(app, {
        use: () => {
          const list = useFlows()
          return useFlowsForecast(() => ({ flows: list.data?.flows, now }))
        },
      })

      await waitFor(() => expect(page.result.data).toHaveLength(100))
      expect(page.result).toMatchObject({ isPending: false, error: null })
      expect(countOf(app, '/flow-history/')).toBe(100)
      // One of the others is the list.
      expect(app.lcd.requests).toHaveLength(100 + 1 + 4)
    })

    test('shares balances and histories with the single queries', async () => {
      const app = createApp(paidByWallet(2), { queries: fresh })
      const flows = await flowsOf(app)
      const page = mount(app, { use: () => useFlowsForecast(() => ({ flows, now })) })
      await waitFor(() => expect(page.result.data).toHaveLength(2))
      const before = app.lcd.requests.length

      const single = mount(app, {
        use: () => ({
          balances: useBalances(() => ({ address: owner })),
          history: useFlowHistory(() => ({ id: 1, limit: 20, reverse: true })),
          health: hooks.useFlowsHealth(() => ({ flows, now })),
        }),
      })
      expect(single.result.balances.data).toEqual(rich)
      expect(single.result.history.data?.history).toHaveLength(5)
      expect(single.result.health.data).toHaveLength(2)
      expect(app.lcd.requests).toHaveLength(before)
    })

    test('simulates flows of one owner together, because they share a wallet', async () => {
      const app = createApp(paidByWallet(2))
      app.lcd.accounts.balances[owner] = [{ denom: 'uinto', amount: '60000' }]
      const flows = await flowsOf(app)
      const page = mount(app, {
        use: () => ({
          together: useFlowsForecast(() => ({ flows, now })),
          alone: useFlowForecast(() => ({ flow: flows[1], now })),
        }),
      })

      await waitFor(() => expect(page.result.alone.data).toBeDefined())
      await waitFor(() => expect(page.result.together.isPending).toBe(false))
      expect(page.result.alone.data?.nextRun).toBe('likely')
      expect(page.result.together.data.map(({ nextRun }) => nextRun)).toEqual(['likely', 'atRisk'])
    })

    test('returns an error if one history cannot be loaded, keeps the other flows, and can be refetched', async () => {
      const app = createApp(paidByWallet(3))
      const flows = await flowsOf(app)
      app.lcd.fail({ path: '/flow-history/2', status: 503 })
      const page = mount(app, { use: () => useFlowsForecast(() => ({ flows, now })) })
      await waitFor(() => expect(page.result.error?.kind).toBe('node'))
      await waitFor(() => expect(idsOf(page.result.data)).toEqual(['1', '3']))

      app.lcd.recover()
      await act(() => app.queryClient.refetchQueries())
      await waitFor(() => expect(idsOf(page.result.data)).toEqual(['1', '2', '3']))
      expect(page.result.error).toBeNull()
    })

    test('`client` in the options overrides the provided one', async () => {
      const app = createApp(paidByWallet(1))
      const elsewhere = createApp(paidByWallet(1), { chainId: 'other-1' })
      const { client } = elsewhere
      const flows = await flowsOf(elsewhere)
      const page = mount(app, { use: () => useFlowsForecast(() => ({ flows, now, client })) })

      await waitFor(() => expect(page.result.data).toHaveLength(1))
      expect(app.lcd.requests).toEqual([])
    })
  })
}

function liveForecastScenarios(kit: Kit): void {
  const { hooks, mount, act, waitFor } = kit
  const { useFlow, useFlowForecast, useFlows, useFlowsForecast, useLiveFlows } = hooks
  const createApp = createAppWith(kit)
  const settled = ({ queryClient }: App) => waitFor(() => expect(queryClient.isFetching()).toBe(0))

  /** Mounts a page that shows the forecast of flow 1 and receives events. */
  async function livePage(app: App) {
    const page = mount(app, {
      use: () => {
        const flow = useFlow(firstFlow)
        return { live: useLiveFlows(), flow, forecast: useFlowForecast(() => ({ flow: flow.data, now })) }
      },
    })
    await waitFor(() => expect(page.result.live.state).toBe('connected'))
    await waitFor(() => expect(page.result.forecast.data?.nextRun).toBe('likely'))
    await settled(app)
    return { page, nextRun: () => page.result.forecast.data?.nextRun }
  }

  describe('live forecasts', () => {
    test("a run reads the payer's balance again and changes the forecast, with one request per fact", async () => {
      const app = createApp(paidByWallet(1))
      const { nextRun } = await livePage(app)
      const before = app.lcd.requests.length

      await act(() => {
        app.lcd.accounts.balances[owner] = []
        app.lcd.execute(1)
      })
      await waitFor(() => expect(nextRun()).toBe('willFail'))
      await settled(app)
      // The flow, its newest run, the balances of the owner and the fee account, and the spendable balances of the owner.
      expect(app.lcd.requests.length - before).toBe(5)
    })

    test('an update of the flow changes the forecast', async () => {
      const app = createApp(paidByWallet(1))
      const { page, nextRun } = await livePage(app)
      const configuration = page.result.flow.data?.configuration as object

      await act(() => app.lcd.updateFlow(1, { configuration: { ...configuration, walletFallback: false } as never }))
      await waitFor(() => expect(nextRun()).toBe('willFail'))
    })

    test('with the forecasts of 100 flows, a run causes four requests and keeps the other forecasts', async () => {
      const app = createApp(paidByWallet(100, { interval: '3600s' }))
      const page = mount(app, {
        use: () => {
          const list = useFlows()
          return { live: useLiveFlows(), forecasts: useFlowsForecast(() => ({ flows: list.data?.flows, now })) }
        },
      })
      await waitFor(() => expect(page.result.live.state).toBe('connected'))
      await waitFor(() => expect(page.result.forecasts.data).toHaveLength(100))
      await settled(app)
      const before = app.lcd.requests.length

      await act(() => app.lcd.execute(7))
      await waitFor(() => expect(page.result.forecasts.data[6]?.flow.execTime).toBe(app.lcd.flow(7)?.execTime))
      await settled(app)
      expect(page.result.forecasts.data).toHaveLength(100)
      expect(app.lcd.requests.length - before).toBe(4)
    })

    test('without events, polling finds a transfer to the payer and a new permission', async () => {
      const send = { '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: other, to_address: owner, amount: [] }
      const exec = { '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: owner, msgs: [send] }
      const app = createApp(paidByWallet(1, { msgs: [exec] }), { rpc: undefined })
      app.lcd.accounts.balances[owner] = []
      const page = mount(app, {
        props: { fallbackInterval: undefined as number | undefined },
        use: given => {
          const flow = useFlow(firstFlow)
          useLiveFlows(given)
          return useFlowForecast(() => ({ flow: flow.data, now }))
        },
      })
      const risks = () => page.result.data?.risks.map(({ kind }) => kind)
      await waitFor(() => expect(risks()).toEqual(['feeBalanceTooLow']))

      await page.give({ fallbackInterval: 20 })
      await act(() => {
        app.lcd.accounts.balances[owner] = rich
      })
      await waitFor(() => expect(risks()).toEqual(['grantMissing']))
      await act(() => {
        const authorization = { '@type': '/cosmos.authz.v1beta1.GenericAuthorization', msg: send['@type'] }
        app.lcd.accounts.grants.push({ granter: other, grantee: owner, authorization, expiration: null })
      })
      await waitFor(() => expect(page.result.data?.nextRun).toBe('likely'))
      page.unmount()
      await settled(app)
    })
  })
}

/** Returns a function that creates an app whose owner has coins. */
function createAppWith({ createApp }: Kit) {
  return (flows: object[], options: Parameters<Kit['createApp']>[0] = {}): App => {
    const app = createApp({ ...options, flows })
    app.lcd.accounts.balances[owner] = rich
    return app
  }
}
