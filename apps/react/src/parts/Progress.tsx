import type { FlowQueryError } from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'
import { words } from '@flow-query/explorer-kit'

interface ProgressProps {
  query: { data: FlowCollection | undefined; error: FlowQueryError | null; isFetching: boolean; refetch: () => void }
}

/** How far the chain is read. It stands over the page, so that nothing moves when it is done. */
export function Progress({ query: { data, error, isFetching, refetch } }: ProgressProps) {
  if (!data || data.complete) return null
  const { done, of } = data
  const text = words.overview.reading(done, of)
  return (
    <div className="progress" role="status" data-testid="progress">
      <progress value={of === null ? undefined : done} max={of ?? undefined} aria-label={text} />
      <span>{text}</span>
      {error && !isFetching && (
        <button type="button" className="link" title={error.message} onClick={refetch}>
          {words.overview.readOn}
        </button>
      )}
    </div>
  )
}
