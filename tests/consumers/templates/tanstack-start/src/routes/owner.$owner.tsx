import { describeError, formatLabel } from '@flow-query/format'
import { flowsForOwnerInfiniteQueryOptions, isFlowQueryError, useInfiniteFlowsForOwner } from '@flow-query/react'
import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import { client } from '../flow-client'

export const Route = createFileRoute('/owner/$owner')({
  /** An invalid address causes a 404. If the request fails for another reason, the browser retries it. */
  loader: async ({ context: { queryClient }, params: { owner } }) => {
    try {
      await queryClient.infiniteQuery(flowsForOwnerInfiniteQueryOptions(client, { owner, limit: 5 }))
    } catch (error) {
      if (isFlowQueryError(error, 'argument')) throw notFound()
    }
  },
  component: Page,
  notFoundComponent: () => <h1>Page not found</h1>,
})

function Page() {
  const { owner } = Route.useParams()
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteFlowsForOwner({ owner, limit: 5 })
  if (!data) return <p>{describeError(error) ?? 'Loading…'}</p>
  return (
    <main>
      <h1>{owner}</h1>
      <ul>
        {data.pages.map(page =>
          page.flows.map(flow => (
            <li key={flow.id}>
              <Link to="/flow/$id" params={{ id: flow.id }}>
                {formatLabel(flow)}
              </Link>
            </li>
          )),
        )}
      </ul>
      <button type="button" disabled={!hasNextPage || isFetchingNextPage} onClick={() => fetchNextPage()}>
        More
      </button>
    </main>
  )
}
