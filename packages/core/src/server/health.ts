import type { FlowClient, RequestOptions } from '../client.js'
import { clockTime } from '../convert.js'
import { isFlowQueryError } from '../errors.js'
import { type Packet, readPackets } from '../forecast.js'
import { type FlowHealth, flowHealth, flowsToCheck, needsAttention } from '../insights.js'
import { type ExecutionOutcome, executionOutcome, flowStatus } from '../status.js'
import type { Flow, FlowHistoryEntry, FlowHistoryPage, HeightArgs, TrustlessAgent } from '../types.js'

/** The health of a flow, and the data that explains it. */
export interface CheckedFlow {
  flow: Flow
  health: FlowHealth
  /** The newest runs, newest first. */
  newest: FlowHistoryPage
  /** The flow's agent if the last failure is about it. Null if it doesn't exist. */
  agent: TrustlessAgent | null | undefined
  /** The packets of runs with unclear results. Empty if all results are clear, and for an earlier block. */
  packets: Packet[]
}

/** The arguments of {@link readHealth} and {@link readHealthIfFailing}. */
export interface ReadHealthArgs extends HeightArgs {
  flow: Flow
  /** The current time, in milliseconds since 1970. */
  now: number
}

/** Five runs show whether a flow is failing. If it is, 100 runs show since when. */
const [few, many] = [5, 100]

/** Reads the newest 100 runs of a flow and determines its health. */
export async function readHealth(
  client: FlowClient,
  args: ReadHealthArgs,
  options: RequestOptions,
): Promise<CheckedFlow> {
  return checkFlow(client, args, await readRuns(client, args, many, options), options)
}

/** Does the same for a flow that needs attention. Returns null for any other flow, after reading only five runs. */
export async function readHealthIfFailing(
  client: FlowClient,
  args: ReadHealthArgs,
  options: RequestOptions,
): Promise<CheckedFlow | null> {
  const newest = await readRuns(client, args, few, options)
  if (!needsAttention(flowHealth(args.flow, newest, args.now))) return null
  return newest.nextKey === null ? checkFlow(client, args, newest, options) : readHealth(client, args, options)
}

function readRuns(
  client: FlowClient,
  { flow: { id }, height }: ReadHealthArgs,
  limit: number,
  options: RequestOptions,
): Promise<FlowHistoryPage> {
  return client.flowHistory({ id, limit, reverse: true, height }, options)
}

async function checkFlow(
  client: FlowClient,
  { flow, now, height }: ReadHealthArgs,
  newest: FlowHistoryPage,
  options: RequestOptions,
): Promise<CheckedFlow> {
  const health = flowHealth(flow, newest, now)
  const needsAgent = 'cause' in health && health.cause === 'agentFeeNotPaid'
  const agent = needsAgent ? await readAgent(client, { flow, height }, options) : undefined
  const unclear = height === undefined && 'unclear' in health ? health.unclear : []
  const packets = await readPackets(client, { flow, runs: unclear }, options)
  return { flow, health, newest, agent, packets }
}

/** Reads the agent of a flow. Null if it doesn't exist, undefined if the flow has no agent or the node can't return agents. */
export async function readAgent(
  client: FlowClient,
  { flow: { trustlessAgent }, height }: HeightArgs & { flow: Pick<Flow, 'trustlessAgent'> },
  options: RequestOptions,
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

/** Whether a run has failed. Skipped runs don't count as failed, because the flow's conditions caused the skip. */
export function hasFailed(run: FlowHistoryEntry, flow: Flow, now: number): boolean {
  return failures.has(executionOutcome(run, flow, now))
}

const failures: ReadonlySet<ExecutionOutcome> = new Set(['failed', 'feeNotCollected', 'timedOut', 'unacknowledged'])

/** Returns the flows of `flowsToCheck`, without those that ended longer ago than `endedWithin` milliseconds. */
export function recentFlowsToCheck(flows: readonly Flow[], now: number, endedWithin: number): Flow[] {
  // The last run of an ended flow is the one at its `execTime`.
  const isRecent = (flow: Flow) => flowStatus(flow, now) === 'active' || clockTime(flow.execTime) >= now - endedWithin
  return flowsToCheck(flows, now).filter(isRecent)
}
