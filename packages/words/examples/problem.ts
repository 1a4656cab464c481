import { executionOutcome, type FlowClient } from '@flow-query/core'
import { explainExecution } from '@flow-query/words'

/** What went wrong with the newest execution of a flow, and what helps; empty where it went well. */
export async function whatHelps(client: FlowClient, id: string): Promise<string[]> {
  const [flow, { history }] = await Promise.all([
    client.flow({ id }),
    client.flowHistory({ id, limit: 1, reverse: true }),
  ])
  return history
    .flatMap(entry => explainExecution(entry, flow, executionOutcome(entry, flow, Date.now())))
    .map(({ title, help }) => `${title}. ${help}`)
}
