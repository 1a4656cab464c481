import type { Flow } from '@flow-query/core'
import type { UnclearRun } from '@flow-query/insights'
import { readPackets } from '@flow-query/insights/forecast'
import { useFlowClient } from '@flow-query/react'
import { useQuery } from '@tanstack/react-query'

/** Returns what happened to the packets of runs on the other chain. Undefined while it is loading, and if it can't be read. */
export function usePackets(flow: Flow, runs: readonly UnclearRun[]) {
  const client = useFlowClient()
  const sequences = runs.flatMap(({ packetSequences }) => packetSequences)
  return useQuery({
    enabled: sequences.length > 0,
    queryKey: ['flow-explorer', 'packets', client.scope, flow.id, sequences],
    queryFn: ({ signal }) => readPackets(client, { flow, runs }, { signal }),
    retry: false,
    staleTime: 30_000,
  }).data
}
