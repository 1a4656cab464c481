import { describeError, formatCount, formatLabel } from '@flow-query/format'
import { useChainTime } from '@flow-query/react'
import { type FlowSort, filterAndSortFlows, useFlowCollection } from '@flow-query/react/collection'
import { useState } from 'react'

/** Use it to search, sort or count all flows of an owner. The status of a flow depends on the chain's time. */
export function FlowCollection({ owner }: { owner: string }) {
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<FlowSort>('nextRun')
  const mine = useFlowCollection({ owner })
  const time = useChainTime()
  const error = mine.error ?? time.error
  const found = mine.data && time.data && filterAndSortFlows(mine.data.flows, { search, sort }, time.data)
  return (
    <>
      <input type="search" aria-label="Search" value={search} onChange={event => setSearch(event.target.value)} />
      <select aria-label="Sort" value={sort} onChange={event => setSort(event.target.value as FlowSort)}>
        <option value="nextRun">Next run</option>
        <option value="label">Label</option>
      </select>
      {error && <p role="alert">{describeError(error)}</p>}
      {!found && !error && <p>Loading…</p>}
      {found && (
        <>
          <p>
            {found.length} of {formatCount(mine.data?.total ?? 0, 'flow')}
          </p>
          <ul>
            {found.map(flow => (
              <li key={flow.id}>{formatLabel(flow)}</li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
