import { chainTime, executionOutcome, type FlowClient, flowStatus } from '@flow-query/core'
import { explainExecution } from '@flow-query/format'

/** Explains why the newest execution of a flow failed and how to fix it. Returns an empty list if it succeeded. */
export async function whatHelps(client: FlowClient, id: string): Promise<string[]> {
  const time = await chainTime(client)
  const { history } = await client.flowHistory({ id, limit: 1, reverse: true })
  const flow = await client.flow({ id })
  const status = flowStatus(flow, time, { newest: history[0] })
  return history
    .flatMap(entry => explainExecution(entry, flow, executionOutcome(entry, flow, time), { status }))
    .map(({ title, help }) => `${title}. ${help}`)
}
