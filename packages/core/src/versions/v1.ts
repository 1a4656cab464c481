import { type Body, checkFields, child, coin } from '../decode.js'
import type { Flow } from '../types.js'
import type { Version } from './contract.js'
import {
  agent,
  agentsPage,
  flow as commonFlow,
  existing,
  flowsPage,
  historyEntry,
  historyPage,
  ica,
  params,
} from './mappers.js'

const flows = flowsPage('flows', flow)
const agents = agentsPage('trustless_agents', agent)
const existingAgent = existing('agent_address', agent)

/** The current API version. */
export const v1: Version = {
  name: 'v1',
  routes: {
    flow: ['flow/{id}'],
    flows: ['flows'],
    flowsForOwner: ['flows/{owner}'],
    // All known releases support the first route. The other two match the chain's documentation.
    flowHistory: ['flow-history/{id}', 'flows-history/{id}', 'flows-history?id={id}'],
    ica: ['address-to-ica?owner={owner}&connection_id={connectionId}'],
    params: ['params'],
    trustlessAgent: ['trustless-agent/{agentAddress}'],
    trustlessAgents: ['trustless-agents'],
    trustlessAgentsForAdmin: ['trustless-agents/{feeAdmin}'],
    totalBurnt: ['total_burnt_coins'],
  },
  mappers: {
    flow: body => child(body.flow, 'flow', flow),
    flows,
    flowsForOwner: flows,
    flowHistory: historyPage(historyEntry),
    ica,
    params: body => child(body.params, 'params', params),
    trustlessAgent: body => child(body.trustless_agent, 'trustless_agent', existingAgent),
    trustlessAgents: agents,
    trustlessAgentsForAdmin: agents,
    totalBurnt: body => child(body.total_burnt, 'total_burnt', coin),
  },
}

function flow(body: Body): Flow {
  const flow = commonFlow(body)
  checkFields(body, ['self_hosted_ica', 'trustless_agent'])
  return flow
}
