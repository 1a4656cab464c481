import { createFlowClient } from '@flow-query/core'
import { mirrorFlows } from '@flow-query/core/mirror'

const client = createFlowClient({ lcd: 'http://127.0.0.1:1317', rpc: 'http://127.0.0.1:1317' })

/** Logs the number of flows of the chain, and then all changes. */
export async function logChanges(signal: AbortSignal): Promise<void> {
  const mirror = mirrorFlows(client, { signal })
  await mirror.ready
  console.log(`${mirror.flows.size} flows in block ${mirror.height}`)
  mirror.subscribe(changed => {
    for (const { id, execTime } of changed) console.log(`Flow ${id}: the next run is at ${execTime}`)
  })
}
