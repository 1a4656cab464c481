import { createFlowClient } from '@flow-query/core'
import { watchFlows } from '@flow-query/core/live'

const client = createFlowClient({ lcd: 'https://lcd.example.org', rpc: 'https://rpc.example.org' })

export function logFlows(signal: AbortSignal): void {
  watchFlows(client, {
    onEvents: events => {
      for (const { id, type, height } of events) console.log(`Flow ${id}: ${type} in block ${height}`)
    },
    onStatus: ({ state, error }) => console.log(state, error?.message ?? ''),
    signal,
  })
}
