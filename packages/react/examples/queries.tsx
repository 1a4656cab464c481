import { flowQueryKeys, flowQueryOptions, useFlowClient } from '@flow-query/react'
import { useQueries, useQueryClient } from '@tanstack/react-query'

export function Labels({ ids }: { ids: string[] }) {
  const client = useFlowClient()
  const queryClient = useQueryClient()
  const flows = useQueries({ queries: ids.map(id => flowQueryOptions(client, { id })) })
  const refresh = () => queryClient.invalidateQueries({ queryKey: flowQueryKeys.flow(client) })
  return (
    <button type="button" onClick={refresh}>
      {flows.map(({ data, error }) => data?.label ?? error?.kind ?? 'Loading').join(', ')}
    </button>
  )
}
