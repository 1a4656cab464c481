import { type Flow, isFlowQueryError, type TrustlessAgent } from '@flow-query/core'
import type { Access } from './client.js'

/** The agent of a flow. Null if it does not exist, undefined if the flow has no agent or the node can't return agents. */
export async function findAgent(
  { client, height, options }: Access,
  { trustlessAgent }: Pick<Flow, 'trustlessAgent'>,
): Promise<TrustlessAgent | null | undefined> {
  if (!trustlessAgent) return undefined
  try {
    return await client.trustlessAgent({ agentAddress: trustlessAgent.agentAddress, height }, options)
  } catch (error) {
    if (isFlowQueryError(error, 'notFound')) return null
    if (isFlowQueryError(error, 'unsupported')) return undefined
    throw error
  }
}
