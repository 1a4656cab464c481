import type { BlockTime, Flow, FlowClient } from '@flow-query/core'
import { forecastFactKeys } from '@flow-query/insights/forecast'
import { newestRunsQueryOptions } from '@flow-query/react/insights'
import type { QueryClient } from '@tanstack/react-query'
import { willRunAgain } from '../runs/executions'
import { nextFlowsOf } from './owners-flows'

interface Means {
  /** All flows of the owners. Undefined if some are not loaded. */
  all: readonly Flow[] | undefined
  time: BlockTime
  /** The number of requests that the page may still send. */
  left: number
  client: FlowClient
  queryClient: Pick<QueryClient, 'getQueryState'>
}

/** Returns as many of the first flows as can be checked with these requests. */
export function affordableChecks(
  flows: readonly Flow[],
  { all, time, left, client, queryClient }: Means,
): readonly Flow[] {
  const stateOf = queryClient.getQueryState.bind(queryClient)
  const requests = new Set<string>()
  const addFacts = (flow: Flow) => {
    const isRunning = willRunAgain(flow, time)
    const keys = isRunning ? forecastFactKeys(client, flow, stateOf) : [newestRunsQueryOptions(client, flow).queryKey]
    for (const key of keys) {
      if (stateOf(key)) continue
      requests.add(JSON.stringify(key))
      // The status of a client requires two requests.
      if (key[2] === 'clientStatus') requests.add(`${JSON.stringify(key)} connection`)
    }
    return isRunning
  }
  const end = flows.findIndex(flow => {
    const isRunning = addFacts(flow)
    if (isRunning && all) nextFlowsOf(all, flow.owner, time).forEach(addFacts)
    return requests.size > Math.max(left, 0)
  })
  return end < 0 ? flows : flows.slice(0, end)
}
