import { chainTime, type FlowClient } from '@flow-query/core'
import { describeNextRuns, explainVerdict, phraseText } from '@flow-query/format'
import { flowVerdict } from '@flow-query/insights'
import { forecastFlows, readForecastFacts } from '@flow-query/insights/forecast'

/** Returns the first lines of a flow's page: the worst news, the other news, the fix for a problem, and the next runs. */
export async function firstLines(client: FlowClient, id: string): Promise<string[]> {
  // Read the time first, because runs after it are ignored.
  const time = await chainTime(client)
  const flow = await client.flow({ id })
  const facts = await readForecastFacts(client, { flows: [flow], time })
  const [forecast] = forecastFlows(facts, time)
  const { title, second, since, help } = explainVerdict(flowVerdict(flow, facts.histories?.[id], forecast, time))
  const news = [title, second, since].flatMap(phrase => (phrase ? phraseText(phrase) : []))
  return [...news, ...(help === null ? [] : [help]), describeNextRuns(flow, time, { forecast })]
}
