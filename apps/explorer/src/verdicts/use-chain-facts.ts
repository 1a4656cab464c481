import { planForecasts } from '@flow-query/insights/forecast'
import { useFlowClient } from '@flow-query/react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Loads the facts that all forecasts need, such as the parameters. A page loads them together with its flows. */
export function usePrefetchedChainFacts(): void {
  const client = useFlowClient()
  const queryClient = useQueryClient()
  useEffect(() => {
    const stateOf = queryClient.getQueryState.bind(queryClient)
    const { queries } = planForecasts(client, { flows: [] }, stateOf)
    for (const query of queries) queryClient.query(query).catch(() => {})
  }, [client, queryClient])
}
