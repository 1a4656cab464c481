import { formatNumber } from '@flow-query/format'
import { checkedText } from '../verdicts/checks'
import type { Checks } from '../verdicts/use-checks'

interface ProgressProps {
  checks: Checks
  /** The number of changes that the list doesn't show yet, and a function that shows them. */
  changes: number
  onUpdate: () => void
}

/** Says how many flows were checked, and checks the remaining flows after a click. */
export function Progress({ checks, changes, onUpdate }: ProgressProps) {
  const { checked, total, sampleOf, failedChecks, checkRest } = checks
  return (
    <p className="intro" data-testid="attention-checked">
      {total === null && sampleOf === null ? 'Loading flows…' : checkedText(checked, total, sampleOf)}
      {failedChecks > 0 && ` · ${formatNumber(failedChecks)} failed to load`}
      {checkRest && total !== null && (
        <>
          {' · '}
          <button type="button" className="link" data-testid="check-more" onClick={checkRest}>
            Check the other {formatNumber(total - checked)}
          </button>
        </>
      )}
      {changes > 0 && (
        <>
          {' · '}
          <button type="button" className="link" data-testid="attention-update" onClick={onUpdate}>
            {changes === 1 ? 'Show 1 change' : `Show ${formatNumber(changes)} changes`}
          </button>
        </>
      )}
    </p>
  )
}
