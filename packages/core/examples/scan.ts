import { createFlowClient } from '@flow-query/core'
import { scanFlows } from '@flow-query/core/scan'

const client = createFlowClient({ lcd: 'http://127.0.0.1:1317' })

/** Returns the number of flows of each owner on the chain. */
export async function flowsByOwner(signal?: AbortSignal): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for await (const { owner } of scanFlows(client, {
    signal,
    onProgress: ({ loaded, total, rate }) =>
      console.log(`${loaded} of ${total ?? 'unknown'}, ${Math.round(rate)} per second`),
  })) {
    counts.set(owner, (counts.get(owner) ?? 0) + 1)
  }
  return counts
}
