import { type Flow, isFlowQueryError, type Route, type TrustlessAgent } from '@flow-query/core'
import { differs, fails, type Outcome, pass, type Step, skipped } from './finding.js'
import type { Node } from './probe.js'

/** What later steps ask about. */
export interface Samples {
  first: Flow | undefined
  newest: Flow | undefined
  agent: TrustlessAgent | undefined
}

const noFlows = skipped('there is no flow to ask about yet')
const noAgents = skipped('there is no agent to ask about')

/** Every query of the interface, read as flow-query reads it. */
export function routeSteps({ get, client, version }: Node, samples: Samples): Step[] {
  const step = (topic: string, run: Step['run']): Step => ({ group: 'routes', topic, run })
  const { name, routes } = version
  const address = ([route]: readonly Route[]) => `${name}/${route?.path}`

  const documented = async (): Promise<Outcome> => {
    const id = samples.first?.id ?? '1'
    for (const path of [`flows-history/${id}`, `flows-history?id=${id}`])
      if ((await get(`${path}${path.includes('?') ? '&' : '?'}pagination.limit=1`)).status === 200) return pass(path)
    const alias = await get(`flow-history/${id}?pagination.limit=1`)
    return alias.status === 200
      ? differs('not served, though documented. No harm: flow-query takes the path that is served.')
      : skipped('not served either')
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
      return pass(samples.newest ? `${name}/flows, ${samples.newest.id} of them` : `${name}/flows, none yet`)
    }),
    step('one flow', async () => {
      if (!samples.first) return noFlows
      const flow = await client.flow({ id: samples.first.id })
      return pass(`${name}/flow/${flow.id}`)
    }),
    step("an owner's flows", async () => {
      if (!samples.first) return noFlows
      const { owner, id } = samples.first
      const { flows } = await client.flowsForOwner({ owner, limit: 1 })
      return flows[0]?.owner === owner
        ? pass(address(routes.flowsForOwner))
        : fails(`flow ${id} is missing among its owner's`)
    }),
    step('history, as served', async () => {
      const id = samples.first?.id ?? '1'
      const answer = await get(`flow-history/${id}?pagination.limit=1`)
      if (answer.status === 200) {
        await client.flowHistory({ id, limit: 10, reverse: true })
        return pass(`${name}/flow-history/{id}`)
      }
      const others = await client.flowHistory({ id, limit: 1 }).catch(error => error)
      return isFlowQueryError(others)
        ? fails(
            `${name}/flow-history/{id} answered ${answer.status}, and no other path has it: no execution can be read.`,
          )
        : differs(`${name}/flow-history/{id} answered ${answer.status}; flow-query takes the documented path.`)
    }),
    step('history, as documented', documented),
    step('interchain account', async () => {
      const { owner = '', selfHostedIca } = samples.newest ?? {}
      if (!owner) return noFlows
      const connectionId = selfHostedIca?.connectionId || 'connection-0'
      const address = await client.ica({ owner, connectionId }).catch(error => {
        if (isFlowQueryError(error, 'notFound')) return null
        throw error
      })
      return pass(`${name}/address-to-ica${address === null ? ', which has none for the newest owner' : ''}`)
    }),
    step('agents', () =>
      ifServed('not served: agents cannot be shown.', async () => {
        const { trustlessAgents } = await client.trustlessAgents({ limit: 1 })
        samples.agent = trustlessAgents[0]
        return pass(`${address(routes.trustlessAgents)}${samples.agent ? '' : ', none yet'}`)
      }),
    ),
    step('one agent', async () => {
      if (!samples.agent) return noAgents
      const { agentAddress } = samples.agent
      await client.trustlessAgent({ agentAddress })
      return pass(address(routes.trustlessAgent))
    }),
    step("an admin's agents", async () => {
      if (!samples.agent) return noAgents
      const { feeAdmin } = samples.agent.feeConfig
      const { trustlessAgents } = await client.trustlessAgentsForAdmin({ feeAdmin, limit: 1 })
      return trustlessAgents.length
        ? pass(address(routes.trustlessAgentsForAdmin))
        : differs('lacks an agent whose admin was set twice, as nodes do. The list of all agents has it.')
    }),
    step('burnt coins', async () => {
      if (!routes.totalBurnt.length) return skipped(`${name} has no such query`)
      return ifServed('not served, as before release 1.0.5: the coins burnt in all cannot be shown.', async () => {
        await client.totalBurnt()
        return pass(address(routes.totalBurnt))
      })
    }),
    step('unknown path', async () => {
      const { status, code } = await get('no-such-path')
      return status === 501 && code === 12
        ? pass('501: versions and paths are found out by it')
        : differs(
            `${status} instead of 501. Clients find out the version and the paths by 501: name them, as with --path-version.`,
          )
    }),
  ]
}

/** Of a query that not every release has. */
async function ifServed(otherwise: string, ask: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await ask()
  } catch (error) {
    if (isFlowQueryError(error, 'unsupported')) return differs(otherwise)
    throw error
  }
}
