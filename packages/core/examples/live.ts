import { createFlowClient } from '@flow-query/core'
import { watchFlows } from '@flow-query/core/live'

const client = createFlowClient({ lcd: 'http://127.0.0.1:1317', rpc: 'http://127.0.0.1:1317' })

export function logFlows(signal: AbortSignal): void {
  watchFlows(client, {
    onEvents: events => {
      for (const { id, type, height } of events) console.log(`Flow ${id}: ${type} in block ${height}`)
    },
    onStatus: ({ state, error }) => console.log(state, error?.message ?? ''),
    signal,
  })
}
