import type { FlowClient } from '@flow-query/core'
import { flowHealth, summarizeHistory } from '@flow-query/core/insights'
import { describeNextRuns, describeSummary, explainHealth, phraseText } from '@flow-query/format'

/** Returns the first lines of a flow's page: its health, the fix for a problem, a summary of its runs, and the next runs. */
export async function firstLines(client: FlowClient, id: string, now: number): Promise<string[]> {
  const [flow, page] = await Promise.all([client.flow({ id }), client.flowHistory({ id, limit: 50, reverse: true })])
  const { title, since, help } = explainHealth(flowHealth(flow, page, now), flow, now)
  return [
    phraseText(title),
    ...(since === null ? [] : [phraseText(since)]),
    ...(help === null ? [] : [help]),
    ...describeSummary(summarizeHistory(page, flow, now), { isWhole: page.nextKey === null }),
    describeNextRuns(flow, now, { newest: page.history[0] }),
  ]
}
