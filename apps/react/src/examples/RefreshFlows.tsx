import { describeError, formatLabel } from '@flow-query/format'
import { flowQueryKeys, useFlowClient, useFlowsForOwner } from '@flow-query/react'
import { useQueryClient } from '@tanstack/react-query'

/** Use it after a transaction of your app, unless `useLiveFlows` already keeps the page up to date. */
export function RefreshFlows({ owner }: { owner: string }) {
  const client = useFlowClient()
  const queryClient = useQueryClient()
  const { data, error, dataUpdatedAt } = useFlowsForOwner({ owner, limit: 5 })
  const refresh = () => queryClient.invalidateQueries({ queryKey: flowQueryKeys.flowsForOwner(client) })
  return (
    <>
      {error && <p role="alert">{describeError(error)}</p>}
      {!data && !error && <p>Loading…</p>}
      {data && (
        <>
          <button type="button" onClick={refresh}>
            Refresh
          </button>
          <p>
            Read at <time>{new Date(dataUpdatedAt).toLocaleTimeString()}</time>
          </p>
          <ul>
            {data.flows.map(flow => (
              <li key={flow.id}>{formatLabel(flow)}</li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
