import type { FlowClient } from '@flow-query/core'
import { useFlowClient } from '@flow-query/react'
import { useWatchFlows } from '@flow-query/react/live'
import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer } from './transactions'

/** Returns the answers to a flow's packets. `useWatchAnswers` collects them. */
export function useAnswers(flowId: string): readonly Answer[] | undefined {
  return useQuery<readonly Answer[]>({ queryKey: keyOf(useFlowClient(), flowId), queryFn: skipToken }).data
}

/** Collects answers from live events, so it only knows those that arrived while the component was mounted. */
export function useWatchAnswers(flowId: string): void {
  const queryClient = useQueryClient()
  const queryKey = keyOf(useFlowClient(), flowId)
  useWatchFlows({
    onEvent({ id, answer }) {
      if (id !== flowId || !answer) return
      const { packetSequences, transaction } = answer
      const answers = packetSequences.map(sequence => ({ sequence, transaction, at: Date.now() }))
      queryClient.setQueryData<readonly Answer[]>(queryKey, (known = []) => [...known, ...answers])
    },
  })
  // An observed query stays in the cache.
  useAnswers(flowId)
}

/** Returns the transactions of all collected answers, and the flows whose packets they answered. */
export function knownAnswers(queryClient: QueryClient, { scope }: FlowClient) {
  const known = queryClient.getQueriesData<readonly Answer[]>({ queryKey: [...answersKey, scope] })
  return known.flatMap(([queryKey, answers = []]) =>
    answers.map(({ transaction }) => ({ flowId: String(queryKey.at(-1)), transaction })),
  )
}

const answersKey = ['flow-explorer', 'answers']

function keyOf({ scope }: FlowClient, flowId: string) {
  return [...answersKey, scope, flowId]
}
