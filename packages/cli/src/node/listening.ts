import { type Flow, type FlowClient, flowStatus, type RequestOptions, toDate } from '@flow-query/core'
import { type WatchFlowsOptions, watchFlows } from '@flow-query/core/live'
import { WebSocket } from 'ws'

/** Hears the events of a node, until the signal aborts. */
export function listen(node: Pick<FlowClient, 'rpc' | 'WebSocket'>, options: WatchFlowsOptions): void {
  watchFlows({ rpc: node.rpc, WebSocket: node.WebSocket ?? WebSocket }, options)
}

/** The newest flows, by which it shows whether the chain runs any. */
export async function newestFlows(client: FlowClient, options: RequestOptions): Promise<Flow[]> {
  return (await client.flows({ limit: 100, reverse: true }, options)).flows
}

/** Flows that ran between two looks at them, as they were before: their next execution has moved on since. */
export function ranBetween(before: readonly Flow[], after: readonly Flow[]): Flow[] {
  const now = new Map(after.map(flow => [flow.id, flow]))
  return before.filter(flow => {
    const later = now.get(flow.id)
    return later && later.execTime !== flow.execTime && later.updateHistory.length === flow.updateHistory.length
  })
}

/** Which of them runs next; undefined where none does. */
export function nextToRun(flows: readonly Flow[], now: number): { flow: Flow; time: number } | undefined {
  const coming = flows
    .filter(flow => ['active', 'scheduled'].includes(flowStatus(flow, now)))
    .map(flow => ({ flow, time: toDate(flow.execTime)?.getTime() ?? 0 }))
  return coming.sort((a, b) => a.time - b.time)[0]
}
