import { chainTime, createFlowClient } from '@flow-query/core'
import { flowHealth, summarizeHistory } from '@flow-query/core/insights'
import { describeFlow, describeNextRuns, describeSummary, explainHealth, phraseText } from '@flow-query/format'

const client = createFlowClient({ lcd: 'http://127.0.0.1:1317' })

export async function explain(id: string): Promise<void> {
  const time = await chainTime(client)
  const newest = await client.flowHistory({ id, limit: 50, reverse: true })
  const flow = await client.flow({ id })
  const { title, help } = explainHealth(flowHealth(flow, newest, time), flow, time)

  console.log(describeFlow(flow))
  console.log(phraseText(title))
  if (help) console.log(help)
  console.log(describeSummary(summarizeHistory(newest, flow, time), { isWhole: newest.nextKey === null }).join('. '))
  console.log(describeNextRuns(flow, time))
}
