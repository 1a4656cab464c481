import { describeError, formatLabel } from '@flow-query/format'
import { useInfiniteFlows } from '@flow-query/react'

/** Use it for "Load more" and infinite scroll. */
export function InfiniteFlows() {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteFlows({ limit: 5, reverse: true })
  return (
    <>
      {error && <p role="alert">{describeError(error)}</p>}
      {!data && !error && <p>Loading…</p>}
      {data && (
        <>
          <ul>{data.pages.map(page => page.flows.map(flow => <li key={flow.id}>{formatLabel(flow)}</li>))}</ul>
          <button type="button" disabled={!hasNextPage || isFetchingNextPage} onClick={() => fetchNextPage()}>
            Load more
          </button>
        </>
      )}
    </>
  )
}
