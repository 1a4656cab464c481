import { type ExecutionOutcome, executionOutcome, type Flow, type FlowHistoryEntry } from '@flow-query/core'
import { type FlowHealth, flowHealth, type HistorySummary, summarizeHistory } from '@flow-query/core/insights'
import type { ExplainOptions } from '@flow-query/format'
import pMap from 'p-map'
import type { Output } from '../terminal/output.js'
import { withProgress } from '../terminal/progress.js'
import { findAgent } from './agent.js'
import type { Access } from './client.js'

/** The health of a flow, based on its newest runs. */
export interface FlowState {
  flow: Flow
  health: FlowHealth
  summary: HistorySummary
  /** Whether the flow has no older runs. */
  isWhole: boolean
  /** The outcomes of the runs, oldest first. */
  outcomes: ExecutionOutcome[]
  /** The newest run, or undefined if the flow has not run. */
  newest: FlowHistoryEntry | undefined
  /** Additional data that explains the health. */
  known: Pick<ExplainOptions, 'agent'>
}

/** Reads the newest runs of a flow and evaluates its health at the time `now`. */
export async function readState(access: Access, flow: Flow, now: number, runs: number): Promise<FlowState> {
  const { client, height, options } = access
  const page = await client.flowHistory({ id: flow.id, limit: runs, reverse: true, height }, options)
  const health = flowHealth(flow, page, now)
  const needsAgent = 'cause' in health && health.cause === 'agentFeeNotPaid'
  return {
    flow,
    health,
    summary: summarizeHistory(page, flow, now),
    isWhole: page.nextKey === null,
    outcomes: page.history.map(entry => executionOutcome(entry, flow, now)).reverse(),
    newest: page.history[0],
    known: needsAgent ? { agent: await findAgent(access, flow) } : {},
  }
}

/** A low limit, to leave capacity for other users of the node. */
const concurrency = 8

/** Calls `read` for all flows, eight at a time, and shows a progress bar. */
export function mapFlows<Result>(
  output: Output,
  flows: readonly Flow[],
  read: (flow: Flow) => Promise<Result>,
): Promise<Result[]> {
  return withProgress(output, 'histories', progress => {
    let loaded = 0
    return pMap(
      flows,
      async flow => {
        const result = await read(flow)
        progress.update({ loaded: ++loaded, total: flows.length })
        return result
      },
      { concurrency },
    )
  })
}
