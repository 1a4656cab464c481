import { type ExecutionOutcome, executionOutcome, type Flow } from '@flow-query/core'
import { type FlowHealth, flowHealth, type HistorySummary, summarizeHistory } from '@flow-query/core/insights'
import pMap from 'p-map'
import type { Output } from '../terminal/output.js'
import { withProgress } from '../terminal/progress.js'
import type { Access } from './client.js'

/** How a flow is, by its newest runs. */
export interface FlowState {
  flow: Flow
  health: FlowHealth
  /** What those runs add up to. */
  summary: HistorySummary
  /** There are no older ones. */
  isWhole: boolean
  /** How they went, oldest first. */
  outcomes: ExecutionOutcome[]
}

/** How a flow is at `now`, by so many of its newest runs. */
export async function readState(access: Access, flow: Flow, now: number, runs: number): Promise<FlowState> {
  const { client, height, options } = access
  const page = await client.flowHistory({ id: flow.id, limit: runs, reverse: true, height }, options)
  return {
    flow,
    health: flowHealth(flow, page, now),
    summary: summarizeHistory(page, flow, now),
    isWhole: page.nextKey === null,
    outcomes: page.history.map(entry => executionOutcome(entry, flow, now)).reverse(),
  }
}

/** Nodes have other users, too. */
const atOnce = 8

/** Asks for something of each of many flows, a few at a time, while a bar tells how far it is. */
export function askForEach<Answer>(
  output: Output,
  flows: readonly Flow[],
  ask: (flow: Flow) => Promise<Answer>,
): Promise<Answer[]> {
  return withProgress(output, 'histories', progress => {
    let done = 0
    return pMap(
      flows,
      async flow => {
        const answer = await ask(flow)
        progress.update({ done: ++done, of: flows.length })
        return answer
      },
      { concurrency: atOnce },
    )
  })
}
