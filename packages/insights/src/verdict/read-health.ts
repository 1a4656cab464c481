import type {
  BlockTime,
  Flow,
  FlowClient,
  FlowHistoryPage,
  FlowId,
  HeightArgs,
  RequestOptions,
  TrustlessAgent,
} from '@flow-query/core'
import { isFlowQueryError } from '@flow-query/core'
import { type Packet, readPackets } from '../forecast/facts/packets.js'
import { readRelease } from '../forecast/facts/release.js'
import { type FlowHealth, flowHealth } from '../health/health.js'

/** The health of a flow, and the data that explains it. */
export interface CheckedFlow {
  flow: Flow
  health: FlowHealth
  /** The newest runs, newest first. */
  newest: FlowHistoryPage
  /** The flow's agent if the flow pays it, or if the last failure is about it. */
  agent: TrustlessAgent | null | undefined
  /** The packets of runs with unclear results. */
  packets: Packet[]
}

export interface ReadHealthArgs extends HeightArgs {
  id: FlowId
  /** The newest block before the request, from `chainTime`. */
  time: BlockTime
  /** The newest runs that you have already read, which are ignored if there are older ones. */
  newest?: FlowHistoryPage | undefined
}

const longestSeries = 100

/**
 * Reads a flow with its newest 100 runs, and determines its health.
 *
 * @throws {FlowQueryError} with kind `notFound` if the flow doesn't exist
 */
export async function readHealth(
  client: FlowClient,
  { id, time, newest: known, height }: ReadHealthArgs,
  options: RequestOptions,
): Promise<CheckedFlow> {
  const isWhole = known?.nextKey === null
  const newest = isWhole
    ? known
    : await client.flowHistory({ id, limit: longestSeries, reverse: true, height }, options)
  // If the flow was read before its runs, a run in between would look like its last one.
  const flow = await client.flow({ id, height }, options)
  // At an earlier height, the runs followed the rules of that time.
  const release = height === undefined ? undefined : await readRelease(client, { height }, options)
  const health = flowHealth(flow, newest, time, release)
  const isPaid = Boolean(flow.trustlessAgent?.feeLimit.length)
  const needsAgent = isPaid || ('cause' in health && health.cause === 'agentFeeNotPaid')
  const agent = needsAgent ? await readAgent(client, { flow, height }, options) : undefined
  const unclear = height === undefined && 'unclear' in health ? health.unclear : []
  const packets = await readPackets(client, { flow, runs: unclear }, options)
  return { flow, health, newest, agent, packets }
}

/** Returns null if the agent doesn't exist, and undefined if the flow has none or the node can't return agents. */
export async function readAgent(
  client: FlowClient,
  { flow: { trustlessAgent }, height }: HeightArgs & { flow: Pick<Flow, 'trustlessAgent'> },
  options: RequestOptions,
): Promise<TrustlessAgent | null | undefined> {
  if (!trustlessAgent) return undefined
  try {
    return await client.trustlessAgent({ agentAddress: trustlessAgent.agentAddress, height }, options)
  } catch (error) {
    // The address in a flow can be invalid.
    if (isFlowQueryError(error, 'notFound') || isFlowQueryError(error, 'argument')) return null
    if (isFlowQueryError(error, 'unsupported')) return undefined
    throw error
  }
}
