import { useFlowClient, useWatchFlows } from '@flow-query/react'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'

/**
 * Returns the hashes of the transactions that answered a flow's packets, by the sequence of the packet. They come from live events,
 * so it contains only answers that arrived while the page was open.
 */
export function useTransactions(flowId: string): ReadonlyMap<string, string> | undefined {
  const client = useFlowClient()
  const queryClient = useQueryClient()
  const queryKey = ['flow-explorer', 'transactions', client.scope, flowId]
  useWatchFlows({
    onEvent({ id, answer }) {
      if (id !== flowId || !answer) return
      const answered = answer.packetSequences.map(sequence => [sequence, answer.transaction] as const)
      queryClient.setQueryData<ReadonlyMap<string, string>>(queryKey, known => new Map([...(known ?? []), ...answered]))
    },
  })
  return useQuery<ReadonlyMap<string, string>>({ queryKey, queryFn: skipToken }).data
}
