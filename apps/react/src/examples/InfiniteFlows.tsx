import { describeError } from '@flow-query/format'
import { useInfiniteFlows } from '@flow-query/react'

/** Use it for "Load more" and infinite scroll. */
export function InfiniteFlows() {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteFlows({ limit: 5, reverse: true })
  if (error) return <p role="alert">{describeError(error)}</p>
  if (!data) return <p>Loading…</p>
  return (
    <>
      <ul>
        {data.pages.map(page => page.flows.map(flow => <li key={flow.id}>{flow.label || `Flow ${flow.id}`}</li>))}
      </ul>
      <button type="button" disabled={!hasNextPage || isFetchingNextPage} onClick={() => fetchNextPage()}>
        Load more
      </button>
    </>
  )
}
