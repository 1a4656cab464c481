import { chainTime, createFlowClient, flowStatus } from '@flow-query/core'

const client = createFlowClient({ lcd: 'http://127.0.0.1:1317' })

export async function newest(limit: string): Promise<void> {
  const time = await chainTime(client)
  const { flows } = await client.flows({ limit: Number(limit), reverse: true })
  for (const flow of flows) console.log(flow.id, flow.label, flowStatus(flow, time))
}
