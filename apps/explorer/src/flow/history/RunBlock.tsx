import type { FlowHistoryEntry } from '@flow-query/core'
import { findBlock } from '@flow-query/core/scan'
import { formatNumber } from '@flow-query/format'
import { useFlowClient } from '@flow-query/react'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../node/errors'
import { CopyButton } from '../../values/CopyButton'

/** The block of a run. Finding it requires several requests, so the search only starts after a click. */
export function RunBlock({ entry: { actualExecTime: time } }: { entry: FlowHistoryEntry }) {
  const client = useFlowClient()
  const { data, error, isFetching, refetch } = useQuery({
    enabled: false,
    queryKey: ['flow-explorer', 'block', client.scope, time],
    queryFn: ({ signal }) => findBlock(client, { time }, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data)
    return (
      <>
        <span data-testid="detail-block">{formatNumber(data.height)}</span>
        <CopyButton text={() => data.height} what="block height" />
      </>
    )
  if (data === null && !isFetching)
    return (
      <span className="muted" data-testid="detail-block">
        Not found on this node
      </span>
    )
  return (
    <>
      <button type="button" className="link" data-testid="find-block" aria-busy={isFetching} onClick={() => refetch()}>
        {isFetching ? 'Searching…' : 'Find block'}
      </button>
      {error && !isFetching && <span className="muted"> {errorText(error).title}</span>}
    </>
  )
}
