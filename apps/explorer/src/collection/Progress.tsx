import type { FlowQueryError } from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'
import { collectionProgress } from './coverage-text'

interface ProgressProps {
  query: { data: FlowCollection | undefined; error: FlowQueryError | null; isFetching: boolean }
  /** Called when the user continues after an error. */
  onContinue: () => void
}

/** An overlay, so that nothing moves when it disappears. */
export function Progress({ query, onContinue }: ProgressProps) {
  const progress = collectionProgress(query)
  if (!progress) return null
  const { text, loaded, total, hasFailed } = progress
  return (
    <div className="progress" role="status" data-testid="progress">
      <progress value={total === null ? undefined : loaded} max={total ?? undefined} aria-label={text} />
      <span>{text}</span>
      {hasFailed && (
        <button type="button" className="link" title={query.error?.message} onClick={onContinue}>
          Continue
        </button>
      )}
    </div>
  )
}
