import type { FlowClient } from '../client.js'
import { isFlowQueryError } from '../errors.js'
import type { DueRuns } from './due-runs.js'

/**
 * Returns whether a node sends no events although flows run. Reads the executions of a few flows if events may be missing. If the node
 * fails, the next call reads them again.
 */
export async function checkSilence(
  client: Pick<FlowClient, 'flowHistory'>,
  dueRuns: DueRuns,
  signal?: AbortSignal,
): Promise<boolean> {
  try {
    await Promise.all(
      dueRuns.unverified().map(async run => {
        const { history } = await client.flowHistory({ id: run.id, limit: 10, reverse: true }, { signal })
        dueRuns.historyRead(run, history)
      }),
    )
  } catch (error) {
    if (!signal?.aborted && !isFlowQueryError(error)) throw error
  }
  return dueRuns.isSilent
}
