import type { FlowClient } from '@flow-query/core'
import { flowHealth, summarizeHistory } from '@flow-query/core/insights'
import { describeNextRuns, describeSummary, explainHealth, phraseText } from '@flow-query/words'

/** What stands first on a flow's page: how it is, what helps, how its runs went, and what comes next. */
export async function firstLines(client: FlowClient, id: string, now: number): Promise<string[]> {
  const [flow, page] = await Promise.all([client.flow({ id }), client.flowHistory({ id, limit: 50, reverse: true })])
  const { title, help } = explainHealth(flowHealth(flow, page, now), flow, now)
  return [
    phraseText(title),
    ...(help === null ? [] : [help]),
    ...describeSummary(summarizeHistory(page, flow, now), { isWhole: page.nextKey === null }),
    describeNextRuns(flow, now),
  ]
}
