import type { Flow } from '@flow-query/core'
import type { FlowVerdict } from '@flow-query/insights'
import type { FlowDryRun } from '@flow-query/insights/forecast'
import { chainTimeAt } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { type App, connectionId, firstFlow, icaAddress, other, owner, startTime } from '../app.js'
import type { Kit } from '../framework.js'

const time = chainTimeAt(Date.parse(startTime))
const rich = [{ denom: 'uinto', amount: '1000000000' }]
const idsOf = (verdicts: readonly FlowVerdict[]) => verdicts.map(({ flow }) => flow.id)
const flowsOf = async ({ client }: App) => (await client.flows({ limit: 100 })).flows

/** Flows whose fees are paid from the owner's wallet. */
const paidByWallet = (length: number, flow: object = {}) =>
  Array.from({ length }, (_, index) => ({
    label: `Flow ${index + 1}`,
    owner,
    configuration: { walletFallback: true },
    ...flow,
  })) as object[]

/** Runs the scenarios for changing flows and times. Each binding runs them for every kind of argument that it supports. */
export function changingForecastScenarios(kit: Kit): void {
  const { hooks, mount, waitFor } = kit
  const { useFlowVerdict, useFlowsVerdict } = hooks
  const createApp = createAppWith(kit)

  describe('useFlowsVerdict', () => {
    test('sends no request for an empty list, and is not pending', async () => {
      const app = createApp(paidByWallet(1))
      const page = mount(app, {
        props: { flows: undefined as Flow[] | undefined },
        use: given => useFlowsVerdict(given),
      })
      expect(page.result).toMatchObject({ data: [], isPending: true, error: null })

      await page.give({ flows: [] })
      expect(page.result).toMatchObject({ data: [], isPending: false, error: null })
      expect(app.lcd.requests).toEqual([])
    })

    test('loads all flows of an owner', async () => {
      const app = createApp([...paidByWallet(3), ...paidByWallet(2, { owner: other })])
      const page = mount(app, { props: { owner: '' }, use: given => useFlowsVerdict(given) })
      expect(page.result).toMatchObject({ data: [], isPending: true, error: null })
      expect(app.lcd.requests).toEqual([])

      await page.give({ owner })
      await waitFor(() => expect(page.result.isPending).toBe(false))
      expect(idsOf(page.result.data)).toEqual(['1', '2', '3'])
      await page.give({ owner: other })
      await waitFor(() => expect(idsOf(page.result.data)).toEqual(['4', '5']))
    })

    test('sends requests only for new flows, and keeps the other forecasts', async () => {
      const app = createApp([...paidByWallet(3), ...paidByWallet(2, { owner: other })])
      app.lcd.accounts.balances[other] = rich
      const flows = await flowsOf(app)
      const page = mount(app, { props: { flows: flows.slice(0, 3), time }, use: given => useFlowsVerdict(given) })
      await waitFor(() => expect(idsOf(page.result.data)).toEqual(['1', '2', '3']))
      const before = app.lcd.requests.length

      await page.give({ flows: flows.slice(1, 5), time })
      expect(idsOf(page.result.data)).toEqual(['2', '3'])
      await waitFor(() => expect(idsOf(page.result.data)).toEqual(['2', '3', '4', '5']))
      // There are requests for the runs of both flows, the flows of their owner, and the balances and spendable balances of the owner. The
      // balances of the sender are already known.
      expect(app.lcd.requests.length - before).toBe(5)
    })

    test('uses the other flows of the owner that it gets', async () => {
      const app = createApp(paidByWallet(3))
      const otherFlows = await flowsOf(app)
      const flows = otherFlows.slice(0, 1)
      const page = mount(app, {
        props: { flows, otherFlows, maxOtherFlows: 0, time },
        use: given => useFlowsVerdict(given),
      })
      const assumptions = () => page.result.data[0]?.forecast?.assumptions
      await waitFor(() => expect(assumptions()).toContain('otherFlowsIgnored'))

      await page.give({ flows, otherFlows, maxOtherFlows: 2, time })
      await waitFor(() => expect(assumptions()).not.toContain('otherFlowsIgnored'))
      expect(app.lcd.requests.filter(({ query }) => query === 'flowsForOwner')).toEqual([])
    })
  })

  describe('useFlowVerdict', () => {
    test('waits for the flow', async () => {
      const app = createApp(paidByWallet(1))
      const [flow] = await flowsOf(app)
      const page = mount(app, {
        props: { flow: undefined as Flow | undefined, time },
        use: given => useFlowVerdict(given),
      })
      expect(page.result).toMatchObject({ data: undefined, isPending: true, error: null })

      await page.give({ flow, time })
      await waitFor(() => expect(page.result.data?.forecast?.nextRun).toBe('likely'))
      expect(page.result).toMatchObject({ isPending: false, error: null })
    })

    test('a failed dry run changes the verdict without a request', async () => {
      const app = createApp(paidByWallet(1))
      const [flow] = await flowsOf(app)
      const page = mount(app, {
        props: { flow, time, dryRun: undefined as FlowDryRun | undefined },
        use: given => useFlowVerdict(given),
      })
      await waitFor(() => expect(page.result.data?.failure).toBeNull())
      const before = app.lcd.requests.length

      const message = 'validator does not exist'
      await page.give({ flow, time, dryRun: { result: 'failed', messageIndex: 0, problem: 'other', message } })
      await waitFor(() => expect(page.result.data?.state).toBe('willFail'))
      expect(page.result.data?.failure?.risk).toMatchObject({ kind: 'dryRunFailed', message })
      expect(app.lcd.requests).toHaveLength(before)
    })

    test('computes the forecast at another time without a request', async () => {
      const app = createApp(paidByWallet(1))
      const [flow] = await flowsOf(app)
      const page = mount(app, { props: { flow, time }, use: given => useFlowVerdict(given) })
      await waitFor(() => expect(page.result.data?.forecast?.nextRun).toBe('likely'))
      const before = app.lcd.requests.length

      await page.give({ flow, time: chainTimeAt(Date.parse('2040-01-01T00:00:00Z')) })
      await waitFor(() => expect(page.result.data?.forecast?.nextRun).toBe('none'))
      expect(app.lcd.requests).toHaveLength(before)
    })
  })
}

export function forecastScenarios(kit: Kit): void {
  const { hooks, mount, waitFor } = kit
  const { useBalances, useFlowsVerdict } = hooks
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
          node: hooks.useChainTime(),
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

  describe('useFlowsVerdict', () => {
    test('`client` in the options overrides the provided one', async () => {
      const app = createApp(paidByWallet(1))
      const elsewhere = createApp(paidByWallet(1), { chainId: 'other-1' })
      const { client } = elsewhere
      const flows = await flowsOf(elsewhere)
      const page = mount(app, { use: () => useFlowsVerdict(() => ({ flows, time, client })) })

      await waitFor(() => expect(page.result.data).toHaveLength(1))
      expect(app.lcd.requests).toEqual([])
    })
  })
}

function liveForecastScenarios(kit: Kit): void {
  const { hooks, mount, act, waitFor } = kit
  const { useFlow, useFlowVerdict, useLiveFlows } = hooks
  const createApp = createAppWith(kit)
  const settled = ({ queryClient }: App) => waitFor(() => expect(queryClient.isFetching()).toBe(0))

  /** Mounts a page that shows the forecast of flow 1 and receives events. */
  async function livePage(app: App) {
    const page = mount(app, {
      use: () => {
        const flow = useFlow(firstFlow)
        return { live: useLiveFlows(), flow, forecast: useFlowVerdict(() => ({ flow: flow.data, time })) }
      },
    })
    await waitFor(() => expect(page.result.live.state).toBe('connected'))
    await waitFor(() => expect(page.result.forecast.data?.forecast?.nextRun).toBe('likely'))
    await settled(app)
    return { page, nextRun: () => page.result.forecast.data?.forecast?.nextRun }
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
      // There are requests for the flow, its newest run, the balances of the owner and the fee account, and the spendable balances of
      // the owner.
      expect(app.lcd.requests.length - before).toBe(5)
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
