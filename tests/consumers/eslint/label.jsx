import { flowQueryOptions, useFlow, useFlowClient } from '@flow-query/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

export function Label({ id }) {
  const client = useFlowClient()
  const queryClient = useQueryClient()
  const { data, error } = useFlow({ id }, { select: flow => flow.label })
  const { data: owner } = useQuery({ ...flowQueryOptions(client, { id }), select: flow => flow.owner })
  useEffect(() => {
    queryClient.prefetchQuery(flowQueryOptions(client, { id: Number(id) + 1 }))
  }, [queryClient, client, id])
  return <p title={owner}>{data ?? error?.message ?? 'Loading'}</p>
}
