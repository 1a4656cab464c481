import { type BlockTime, type Flow, type FlowClient, flowStatus, type RequestOptions, toDate } from '@flow-query/core'
import { type WatchFlowsOptions, watchFlows } from '@flow-query/core/live'
import { WebSocket } from 'ws'

export function listen(node: Pick<FlowClient, 'rpc' | 'WebSocket'>, options: WatchFlowsOptions): void {
  watchFlows({ rpc: node.rpc, WebSocket: node.WebSocket ?? WebSocket }, options)
}

export async function newestFlows(client: FlowClient, options: RequestOptions): Promise<Flow[]> {
  return (await client.flows({ limit: 100, reverse: true }, options)).flows
}

/** Returns the flows whose `execTime` changed because they ran, not because their owner updated them. */
export function ranBetween(before: readonly Flow[], after: readonly Flow[]): Flow[] {
  const now = new Map(after.map(flow => [flow.id, flow]))
  return before.filter(flow => {
    const later = now.get(flow.id)
    return later && later.execTime !== flow.execTime && later.updateHistory.length === flow.updateHistory.length
  })
}

/** A flow that is later than this waits for the response of another chain. */
const latestRun = 60_000

/** Returns the flow that runs next. It can be a flow that has just ended, because such a flow still looks due. */
export function nextToRun(flows: readonly Flow[], time: BlockTime): { flow: Flow; time: number } | undefined {
  const coming = flows
    .filter(flow => ['active', 'scheduled'].includes(flowStatus(flow, time, { grace: latestRun })))
    .map(flow => ({ flow, time: toDate(flow.execTime)?.getTime() ?? 0 }))
  return coming.sort((a, b) => a.time - b.time)[0]
}
