import { useInfiniteFlows } from '@flow-query/react'

export function NewestFlows() {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteFlows({ limit: 20, reverse: true })
  const flows = data?.pages.flatMap(page => page.flows) ?? []
  return (
    <>
      {flows.map(flow => (
        <p key={flow.id}>{flow.label}</p>
      ))}
      <button type="button" disabled={!hasNextPage || isFetchingNextPage} onClick={() => fetchNextPage()}>
        More
      </button>
    </>
  )
}
