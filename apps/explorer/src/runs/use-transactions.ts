import type { FlowClient } from '@flow-query/core'
import { useFlowClient } from '@flow-query/react'
import { useWatchFlows } from '@flow-query/react/live'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'

type Transactions = ReadonlyMap<string, string>

/**
 * Returns the hashes of the transactions that answered a flow's packets, by the sequence of the packet. `useWatchTransactions` collects
 * them.
 */
export function useTransactions(flowId: string): Transactions | undefined {
  return useQuery<Transactions>({ queryKey: keyOf(useFlowClient(), flowId), queryFn: skipToken }).data
}

/** Collects the hashes from live events, so it only knows the answers that arrived while the component was mounted. */
export function useWatchTransactions(flowId: string): void {
  const queryClient = useQueryClient()
  const queryKey = keyOf(useFlowClient(), flowId)
  useWatchFlows({
    onEvent({ id, answer }) {
      if (id !== flowId || !answer) return
      const answered = answer.packetSequences.map(sequence => [sequence, answer.transaction] as const)
      queryClient.setQueryData<Transactions>(queryKey, known => new Map([...(known ?? []), ...answered]))
    },
  })
  // An observed query stays in the cache.
  useTransactions(flowId)
}

function keyOf({ scope }: FlowClient, flowId: string) {
  return ['flow-explorer', 'transactions', scope, flowId]
}
