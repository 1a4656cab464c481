import { describeError, formatLabel } from '@flow-query/format'
import { flowQueryKeys, flowQueryOptions, useFlowClient } from '@flow-query/react'
import { useQueries, useQueryClient } from '@tanstack/react-query'

export function Labels({ ids }: { ids: string[] }) {
  const client = useFlowClient()
  const queryClient = useQueryClient()
  const flows = useQueries({ queries: ids.map(id => flowQueryOptions(client, { id })) })
  const refresh = () => queryClient.invalidateQueries({ queryKey: flowQueryKeys.flow(client) })
  return (
    <>
      <button type="button" onClick={refresh}>
        Refresh
      </button>
      <ul>
        {flows.map(({ data: flow, error }, index) => (
          <li key={ids[index]}>
            {error && <p role="alert">{describeError(error)}</p>}
            {!flow && !error && <p>Loading…</p>}
            {flow && <p>{formatLabel(flow)}</p>}
          </li>
        ))}
      </ul>
    </>
  )
}
