import { chainTime, createFlowClient } from '@flow-query/core'
import { forecastFlows, readForecastFacts } from '@flow-query/insights/forecast'

const client = createFlowClient({ lcd: 'http://127.0.0.1:1317' })

/** Prints whether the next run of each flow of an owner will work, and how long its money lasts. */
export async function printForecasts(owner: string): Promise<void> {
  const time = await chainTime(client)
  const { flows } = await client.flowsForOwner({ owner })
  const facts = await readForecastFacts(client, { flows, time })
  for (const { flow, nextRun, risks, funds } of forecastFlows(facts, time)) {
    console.log(`${flow.label || `Flow ${flow.id}`}: ${nextRun}`)
    for (const { kind, certainty, at, missing } of risks) console.log(`  ${certainty}: ${kind} at ${at}`, missing ?? '')
    if (funds) console.log(`  enough for ${funds.runs.likely} of ${funds.scheduled} runs`)
  }
}
