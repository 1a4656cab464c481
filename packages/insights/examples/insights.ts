import { chainTime, createFlowClient } from '@flow-query/core'
import { flowHealth, stopReason, summarizeHistory, upcomingRuns } from '@flow-query/insights'

const client = createFlowClient({ lcd: 'http://127.0.0.1:1317' })

/** Logs which flows of an owner fail, why flows stopped, what they cost and when the next ones run. */
export async function report(owner: string): Promise<void> {
  const newestBlock = await chainTime(client)
  const { flows } = await client.flowsForOwner({ owner })
  for (const { id } of flows) {
    const page = await client.flowHistory({ id, limit: 50, reverse: true })
    // Read the flow after its runs, because a run in between would look like its last one.
    const flow = await client.flow({ id })
    const name = flow.label || `Flow ${id}`

    const health = flowHealth(flow, page, newestBlock)
    if (health.state === 'failing') console.log(`${name}: run ${health.failedRun.number} failed, ${health.cause}`)

    const reason = stopReason(flow, page, newestBlock)
    if (reason) console.log(`${name} stopped, run ${reason.run?.number}: ${reason.rule}`)

    const { runs, fees } = summarizeHistory(page, flow, newestBlock)
    for (const { denom, amount } of fees) console.log(`${name}: ${runs.succeeded} runs for ${amount} ${denom}`)
  }
  for (const { flow, time } of upcomingRuns(flows, newestBlock, { limit: 3 }))
    console.log(`${flow.label || `Flow ${flow.id}`} runs in ${Math.round((time - Date.now()) / 1_000)} s`)
}
