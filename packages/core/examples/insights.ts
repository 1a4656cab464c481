import { createFlowClient } from '@flow-query/core'
import { flowHealth, stopReason, summarizeHistory, upcomingRuns } from '@flow-query/core/insights'

const client = createFlowClient({ lcd: 'http://127.0.0.1:1317' })

/** Logs which flows of an owner fail, why flows stopped, what they cost and when the next ones run. */
export async function report(owner: string): Promise<void> {
  const now = Date.now()
  const { flows } = await client.flowsForOwner({ owner })
  for (const flow of flows) {
    const page = await client.flowHistory({ id: flow.id, limit: 50, reverse: true })

    const health = flowHealth(flow, page, now)
    if (health.state === 'failing') console.log(`${flow.label}: run ${health.failedRun.number} failed, ${health.cause}`)

    const reason = stopReason(flow, page, now)
    if (reason) console.log(`${flow.label} stopped, run ${reason.run?.number}: ${reason.rule}`)

    const { runs, fees } = summarizeHistory(page, flow, now)
    for (const { denom, amount } of fees) console.log(`${flow.label}: ${runs.succeeded} runs for ${amount} ${denom}`)
  }
  for (const { flow, time } of upcomingRuns(flows, { from: now, limit: 3 }))
    console.log(`${flow.label} runs in ${Math.round((time - now) / 1_000)} s`)
}
