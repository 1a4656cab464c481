import { type Flow, isFlowQueryError, type TrustlessAgent } from '@flow-query/core'
import { differs, fails, pass, type Step, type StepResult, skipped } from './finding.js'
import type { Node } from './probe.js'

export interface Samples {
  first: Flow | undefined
  newest: Flow | undefined
  agent: TrustlessAgent | undefined
}

const noFlows = skipped('the chain has no flows')
const noAgents = skipped('the chain has no agents')

export function routeSteps({ get, client, version }: Node, samples: Samples): Step[] {
  const step = (topic: string, run: Step['run']): Step => ({ group: 'routes', topic, run })
  const { name, routes } = version
  const address = ([route]: readonly string[]) => `${name}/${route}`

  const documented = async (): Promise<StepResult> => {
    const id = samples.first?.id ?? '1'
    for (const path of [`flows-history/${id}`, `flows-history?id=${id}`])
      if ((await get(`${path}${path.includes('?') ? '&' : '?'}pagination.limit=1`)).status === 200) return pass(path)
    const alias = await get(`flow-history/${id}?pagination.limit=1`)
    return alias.status === 200
      ? differs('not supported, although the API description has it. flow-query uses the other path.')
      : skipped('not supported either')
  }

  return [
    step('params', async () => {
      await client.params()
      return pass(`${name}/params`)
    }),
    step('all flows', async () => {
      const [oldest, newest] = [await client.flows({ limit: 1 }), await client.flows({ limit: 1, reverse: true })]
      samples.first = oldest.flows[0]
      samples.newest = newest.flows[0]
      return pass(samples.newest ? `${name}/flows, the newest is flow ${samples.newest.id}` : `${name}/flows, empty`)
    }),
    step('one flow', async () => {
      if (!samples.first) return noFlows
      const flow = await client.flow({ id: samples.first.id })
      return pass(`${name}/flow/${flow.id}`)
    }),
    step('flows of an owner', async () => {
      if (!samples.first) return noFlows
      const { owner, id } = samples.first
      const { flows } = await client.flowsForOwner({ owner, limit: 1 })
      return flows[0]?.owner === owner
        ? pass(address(routes.flowsForOwner))
        : fails(`flow ${id} is missing in the list of its owner`)
    }),
    step('history', async () => {
      const id = samples.first?.id ?? '1'
      const answer = await get(`flow-history/${id}?pagination.limit=1`)
      if (answer.status === 200) {
        await client.flowHistory({ id, limit: 10, reverse: true })
        return pass(`${name}/flow-history/{id}`)
      }
      const others = await client.flowHistory({ id, limit: 1 }).catch(error => error)
      return isFlowQueryError(others)
        ? fails(
            `${name}/flow-history/{id} returned ${answer.status}, like the other paths, so apps cannot show executions`,
          )
        : differs(`${name}/flow-history/{id} returned ${answer.status}. flow-query uses the documented path.`)
    }),
    step('history, documented path', documented),
    step('interchain account', async () => {
      const { owner = '', selfHostedIca } = samples.newest ?? {}
      if (!owner) return noFlows
      const connectionId = selfHostedIca?.connectionId || 'connection-0'
      const address = await client.ica({ owner, connectionId }).catch(error => {
        if (isFlowQueryError(error, 'notFound')) return null
        throw error
      })
      return pass(`${name}/address-to-ica${address === null ? ', no account for the newest owner' : ''}`)
    }),
    step('agents', () =>
      ifSupported('not supported, so apps cannot show agents', async () => {
        const { trustlessAgents } = await client.trustlessAgents({ limit: 1 })
        samples.agent = trustlessAgents[0]
        return pass(`${address(routes.trustlessAgents)}${samples.agent ? '' : ', empty'}`)
      }),
    ),
    step('one agent', async () => {
      if (!samples.agent) return noAgents
      const { agentAddress } = samples.agent
      await client.trustlessAgent({ agentAddress })
      return pass(address(routes.trustlessAgent))
    }),
    step('agents of a fee admin', async () => {
      if (!samples.agent) return noAgents
      const { feeAdmin } = samples.agent.feeConfig
      const { trustlessAgents } = await client.trustlessAgentsForAdmin({ feeAdmin, limit: 1 })
      return trustlessAgents.length
        ? pass(address(routes.trustlessAgentsForAdmin))
        : differs(
            'an agent whose admin was set twice is missing, like on other nodes. The list of all agents contains it.',
          )
    }),
    step('burnt coins', async () => {
      if (!routes.totalBurnt.length) return skipped(`${name} does not have this query`)
      return ifSupported('not supported before release 1.0.5, so apps cannot show the total', async () => {
        await client.totalBurnt()
        return pass(address(routes.totalBurnt))
      })
    }),
    step('unknown path', async () => {
      const { status, code } = await get('no-such-path')
      return status === 501 && code === 12
        ? pass('status 501, so clients can detect API versions')
        : differs(`status ${status} instead of 501, so clients can't detect the API version. Set it: --path-version`)
    }),
  ]
}

/** Runs a check. If the node doesn't support the query, returns `differs` with the given text. */
export async function ifSupported(otherwise: string, check: () => Promise<StepResult>): Promise<StepResult> {
  try {
    return await check()
  } catch (error) {
    if (isFlowQueryError(error, 'unsupported')) return differs(otherwise)
    throw error
  }
}
