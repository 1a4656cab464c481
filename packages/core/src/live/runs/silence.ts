import type { FlowClient } from '../../client.js'
import { isFlowQueryError } from '../../errors.js'
import type { DueRuns } from './due-runs.js'

export async function checkSilence(
  client: Pick<FlowClient, 'flowHistory'>,
  dueRuns: DueRuns,
  signal?: AbortSignal,
): Promise<boolean> {
  try {
    const missing = await Promise.all(
      dueRuns.suspects().map(async run => {
        const { history } = await client.flowHistory({ id: run.id, limit: 10, reverse: true }, { signal })
        return dueRuns.isEventMissing(run, history)
      }),
    )
    return missing.length > 0 && missing.every(Boolean)
  } catch (error) {
    if (!signal?.aborted && !isFlowQueryError(error)) throw error
    return false
  }
}
