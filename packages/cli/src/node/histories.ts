import type { Flow } from '@flow-query/core'
import pMap from 'p-map'
import type { Output } from '../terminal/output.js'
import { withProgress } from '../terminal/progress.js'

/** A low limit, to leave capacity for other users of the node. */
const concurrency = 8

export function mapFlows<Result>(
  output: Output,
  flows: readonly Flow[],
  read: (flow: Flow) => Promise<Result>,
): Promise<Result[]> {
  return withProgress(output, 'histories', progress => {
    let loaded = 0
    return pMap(
      flows,
      async flow => {
        const result = await read(flow)
        progress.update({ loaded: ++loaded, total: flows.length })
        return result
      },
      { concurrency },
    )
  })
}
