import { chainTime, createFlowClient } from '@flow-query/core'
import { dryRunFlow, forecastFlows, readForecastFacts } from '@flow-query/insights/forecast'

const client = createFlowClient({ lcd: 'http://127.0.0.1:1317' })

/** Prints whether the messages of a flow would succeed now, and what that means for its next run. */
export async function printDryRun(id: string): Promise<void> {
  const time = await chainTime(client)
  const flow = await client.flow({ id })
  const dryRun = await dryRunFlow(client, { flow })
  if (dryRun.result === 'failed') console.log(`${dryRun.problem}: ${dryRun.message}`)
  else console.log(dryRun.result)

  const facts = await readForecastFacts(client, { flows: [flow], time })
  const [forecast] = forecastFlows({ ...facts, dryRuns: { [id]: dryRun } }, time)
  console.log(`Next run: ${forecast?.nextRun}`)
}
