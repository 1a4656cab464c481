import type { FlowQueryError } from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'
import { words } from '@flow-query/explorer-kit'

interface ProgressProps {
  query: { data: FlowCollection | undefined; error: FlowQueryError | null; isFetching: boolean; refetch: () => void }
}

/** The loading progress of the chain. It is an overlay, so nothing moves when it disappears. */
export function Progress({ query: { data, error, isFetching, refetch } }: ProgressProps) {
  if (!data || data.complete) return null
  const { loaded, total } = data
  const text = words.overview.loaded(loaded, total)
  return (
    <div className="progress" role="status" data-testid="progress">
      <progress value={total === null ? undefined : loaded} max={total ?? undefined} aria-label={text} />
      <span>{text}</span>
      {error && !isFetching && (
        <button type="button" className="link" title={error.message} onClick={refetch}>
          {words.overview.continueLoading}
        </button>
      )}
    </div>
  )
}
