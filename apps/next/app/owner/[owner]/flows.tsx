'use client'

import { describeError, formatLabel } from '@flow-query/format'
import { useInfiniteFlowsForOwner } from '@flow-query/react'
import Link from 'next/link'

export function Flows({ owner }: { owner: string }) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteFlowsForOwner({ owner, limit: 5 })
  return (
    <>
      {error && <p role="alert">{describeError(error)}</p>}
      {!data && !error && <p>Loading…</p>}
      <ul>
        {data?.pages.map(page =>
          page.flows.map(flow => (
            <li key={flow.id}>
              <Link href={`/flow/${flow.id}`}>{formatLabel(flow)}</Link>
            </li>
          )),
        )}
      </ul>
      <button type="button" disabled={!hasNextPage || isFetchingNextPage} onClick={() => fetchNextPage()}>
        More
      </button>
    </>
  )
}
