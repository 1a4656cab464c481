import type { BlockTime, Flow, FlowClient, HeightArgs, RequestOptions } from '@flow-query/core'
import { flowStatus } from '@flow-query/core'
import { blockMilliseconds, clockTime } from '@flow-query/core/parts/runs'
import { dryRunFlow } from './facts/dry-run.js'
import type { FlowDryRun } from './forecast-facts.js'

/** Returns the flows that will run until a time, in milliseconds since 1970, soonest first. */
export function flowsDueUntil(flows: readonly Flow[], time: BlockTime, until: number): Flow[] {
  return flows
    .filter(flow => isDue(flow, time, until))
    .sort((one, other) => clockTime(one.execTime) - clockTime(other.execTime))
}

/** A dry run predicts no run after this many milliseconds, because the state of the chain changes until then. */
const maximumDryRunDelay = 3_600_000

/**
 * Executes the messages of a flow that is due within an hour. Returns null for any other flow, for messages on another chain, and for
 * an earlier block, because a dry run always uses the newest state.
 *
 * @throws {FlowQueryError} with kind `unsupported` if the node can't simulate transactions, or if a request fails
 */
export async function dryRunIfDue(
  client: FlowClient,
  { flow, time, height }: HeightArgs & { flow: Flow; time: BlockTime },
  options: RequestOptions,
): Promise<FlowDryRun | null> {
  if (height !== undefined || !isDue(flow, time, blockMilliseconds(time) + maximumDryRunDelay)) return null
  const dryRun = await dryRunFlow(client, { flow }, options)
  return dryRun.result === 'notLocal' ? null : dryRun
}

function isDue(flow: Flow, time: BlockTime, until: number): boolean {
  const status = flowStatus(flow, time)
  return (status === 'active' || status === 'scheduled') && clockTime(flow.execTime) <= until
}
