import { chainTime, type FlowClient } from '@flow-query/core'
import { flowHealth, summarizeHistory } from '@flow-query/core/insights'
import { describeNextRuns, describeSummary, explainHealth, phraseText } from '@flow-query/format'

/** Returns the first lines of a flow's page: its health, the fix for a problem, a summary of its runs, and the next runs. */
export async function firstLines(client: FlowClient, id: string): Promise<string[]> {
  const time = await chainTime(client)
  const page = await client.flowHistory({ id, limit: 50, reverse: true })
  // Read the flow after its runs, because a run in between would look like its last one.
  const flow = await client.flow({ id })
  const { title, since, help } = explainHealth(flowHealth(flow, page, time), flow, time)
  return [
    phraseText(title),
    ...(since === null ? [] : [phraseText(since)]),
    ...(help === null ? [] : [help]),
    ...describeSummary(summarizeHistory(page, flow, time), { isWhole: page.nextKey === null }),
    describeNextRuns(flow, time, { newest: page.history[0] }),
  ]
}
