import { executionOutcome, type FlowClient, flowStatus } from '@flow-query/core'
import { explainExecution } from '@flow-query/format'

/** Explains why the newest execution of a flow failed and how to fix it. Returns an empty list if it succeeded. */
export async function whatHelps(client: FlowClient, id: string): Promise<string[]> {
  const [flow, { history }] = await Promise.all([
    client.flow({ id }),
    client.flowHistory({ id, limit: 1, reverse: true }),
  ])
  const now = Date.now()
  const status = flowStatus(flow, now, { newest: history[0] })
  return history
    .flatMap(entry => explainExecution(entry, flow, executionOutcome(entry, flow, now), { status }))
    .map(({ title, help }) => `${title}. ${help}`)
}
