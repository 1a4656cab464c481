import { chainTime, type Flow, isFlowQueryError } from '@flow-query/core'
import {
  authzGrants,
  balances,
  clientStatus,
  dryRunFlow,
  icaChannel,
  spendableBalances,
} from '@flow-query/insights/forecast'
import { differs, pass, type Step, type StepResult, skipped } from './finding.js'
import type { Get, Node } from './probe.js'
import { ifSupported, type Samples } from './routes.js'

const noForecasts = 'not supported, so apps cannot predict whether the next runs will work'
const lessCertain = 'not supported, so apps cannot predict runs on other chains'

/** Checks the queries of other modules, which forecasts need. `get` sends requests to paths below the URL of the node. */
export function forecastSteps({ client }: Pick<Node, 'client'>, samples: Samples, get: Get): Step[] {
  const step = (topic: string, otherwise: string, run: (flow: Flow) => Promise<StepResult>): Step => ({
    group: 'forecast',
    topic,
    run: async () => {
      const flow = samples.newest
      return flow ? ifSupported(otherwise, () => run(flow)) : skipped('the chain has no flows')
    },
  })
  const connectionOf = ({ selfHostedIca }: Flow) => selfHostedIca?.connectionId || 'connection-0'

  return [
    step('balances', noForecasts, async ({ owner: address }) => {
      await balances(client, { address })
      await spendableBalances(client, { address })
      return pass('balances and spendable balances')
    }),
    step('permissions', noForecasts, async ({ owner, feeAddress }) => {
      await authzGrants(client, { granter: owner, grantee: feeAddress })
      return pass('authz grants')
    }),
    step('channels', lessCertain, async flow => {
      const connectionId = connectionOf(flow)
      const channel = await nullIfMissing(icaChannel(client, { owner: flow.owner, connectionId }))
      return pass(`channels of ${connectionId}${channel ? '' : ', none for the newest owner'}`)
    }),
    step('light clients', lessCertain, async flow => {
      const connectionId = connectionOf(flow)
      const status = await nullIfMissing(clientStatus(client, { connectionId }))
      return status === null
        ? skipped(`the chain has no ${connectionId}`)
        : pass(`the client of ${connectionId} is ${status}`)
    }),
    step('node status', 'not supported, so apps cannot know whether a flow is over', async () => {
      const { height } = await chainTime(client)
      return pass(`block ${height}`)
    }),
    step('dry runs', 'not supported, so apps cannot test messages before a run', async flow => {
      await dryRunFlow(client, { flow: paymentOf(flow) })
      const { status, headers } = await get('cosmos/tx/v1beta1/simulate', {
        method: 'OPTIONS',
        headers: {
          origin: 'https://explorer.example.org',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      })
      return status < 300 && /\*|content-type/i.test(headers.get('access-control-allow-headers') ?? '')
        ? pass('executes messages without keys or changes')
        : differs('not allowed for web pages (CORS), so only servers and scripts can test messages before a run')
    }),
  ]
}

/** A flow that pays its owner 1 uinto on this chain. Whether the payment would succeed doesn't matter. */
function paymentOf(flow: Flow): Flow {
  const { owner } = flow
  const amount = [{ denom: 'uinto', amount: '1' }]
  const message = { '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: owner, to_address: owner, amount }
  return { ...flow, selfHostedIca: null, trustlessAgent: null, msgs: [message] }
}

async function nullIfMissing<Data>(data: Promise<Data>): Promise<Data | null> {
  try {
    return await data
  } catch (error) {
    if (isFlowQueryError(error, 'notFound')) return null
    throw error
  }
}
