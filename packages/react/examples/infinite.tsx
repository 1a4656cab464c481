import { useInfiniteFlows } from '@flow-query/react'

export function NewestFlows() {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteFlows({ limit: 20, reverse: true })
  const flows = data?.pages.flatMap(page => page.flows) ?? []
  return (
    <>
      {flows.map(flow => (
        <p key={flow.id}>{flow.label}</p>
      ))}
      {error && <p>{error.message}</p>}
      <button type="button" disabled={!hasNextPage || isFetchingNextPage} onClick={() => fetchNextPage()}>
        More
      </button>
    </>
  )
}
