'use client'

import { describeError } from '@flow-query/format'
import { useInfiniteFlowsForOwner } from '@flow-query/react'
import Link from 'next/link'

export function Flows({ owner }: { owner: string }) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteFlowsForOwner({ owner, limit: 5 })
  if (!data) return <p>{describeError(error) ?? 'Loading…'}</p>
  return (
    <>
      <ul>
        {data.pages
          .flatMap(page => page.flows)
          .map(({ id, label }) => (
            <li key={id}>
              <Link href={`/flow/${id}`}>{label}</Link>
            </li>
          ))}
      </ul>
      <button type="button" disabled={!hasNextPage || isFetchingNextPage} onClick={() => fetchNextPage()}>
        More
      </button>
    </>
  )
}
