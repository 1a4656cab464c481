import { describeError, describeInterval, formatCount, formatLabel } from '@flow-query/format'
import { useFlowsForOwner } from '@flow-query/react'

/** Use it for the flows of a wallet. `countTotal` also returns their number, which makes the node count all of them. */
export function FlowsForOwner({ owner }: { owner: string | undefined }) {
  const { data, error } = useFlowsForOwner({ owner, limit: 5, reverse: true, countTotal: true })
  return (
    <>
      {error && <p role="alert">{describeError(error)}</p>}
      {!data && !error && <p>Loading…</p>}
      {data && (
        <>
          <p>
            {data.flows.length} of {formatCount(data.total ?? 0, 'flow')}
          </p>
          <ul>
            {data.flows.map(flow => (
              <li key={flow.id}>
                {formatLabel(flow)} <small>{describeInterval(flow.interval)}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
