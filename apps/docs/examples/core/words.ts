import { chainTime, createFlowClient } from '@flow-query/core'
import { describeFlow, describeNextRuns, describeSummary, explainVerdict, phraseText } from '@flow-query/format'
import { flowVerdict, summarizeHistory } from '@flow-query/insights'

const client = createFlowClient({ lcd: 'http://127.0.0.1:1317' })

export async function explain(id: string): Promise<void> {
  const time = await chainTime(client)
  const newest = await client.flowHistory({ id, limit: 50, reverse: true })
  const flow = await client.flow({ id })
  // Without a forecast, the verdict is the health.
  const { title, second, help } = explainVerdict(flowVerdict(flow, newest, null, time))

  console.log(describeFlow(flow))
  console.log(phraseText(title))
  if (second) console.log(phraseText(second))
  if (help) console.log(help)
  console.log(describeSummary(summarizeHistory(newest, flow, time), { isWhole: newest.nextKey === null }).join('. '))
  console.log(describeNextRuns(flow, time))
}
