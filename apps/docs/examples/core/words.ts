import { createFlowClient } from '@flow-query/core'
import { flowHealth, summarizeHistory } from '@flow-query/core/insights'
import { describeFlow, describeNextRuns, describeSummary, explainHealth, phraseText } from '@flow-query/format'

const client = createFlowClient({ lcd: 'http://127.0.0.1:1317' })

export async function explain(id: string): Promise<void> {
  const [flow, newest] = await Promise.all([client.flow({ id }), client.flowHistory({ id, limit: 50, reverse: true })])
  const now = Date.now()
  const { title, help } = explainHealth(flowHealth(flow, newest, now), flow, now)

  console.log(describeFlow(flow))
  console.log(phraseText(title))
  if (help) console.log(help)
  console.log(describeSummary(summarizeHistory(newest, flow, now), { isWhole: newest.nextKey === null }).join('. '))
  console.log(describeNextRuns(flow, now))
}
