import { formatNumber } from '@flow-query/format'
import { checkedText } from '../verdicts/checks'
import type { Checks } from '../verdicts/use-checks'
import { ShowChanges } from './ShowChanges'

interface CheckProgressProps {
  checks: Checks
  /** Replaces the number of checked flows. */
  text?: string
  /** The number of changes that the list doesn't show yet, and a function that shows them. */
  changes: number
  onShowChanges: () => void
}

/** The line above a list of checked flows. Its buttons check the remaining flows, and show the changes of the list. */
export function CheckProgress({ checks, text, changes, onShowChanges }: CheckProgressProps) {
  const { checked, unchecked, total, sampleOf, failedChecks, checkRest } = checks
  const isLoading = total === null && sampleOf === null
  return (
    <>
      {text ?? (isLoading ? 'Loading flows…' : checkedText(checked, total, sampleOf))}
      {failedChecks > 0 && ` · ${formatNumber(failedChecks)} failed to load`}
      {checkRest && (
        <span className="line-action">
          <button type="button" className="link" data-testid="check-more" onClick={checkRest}>
            Check the other {formatNumber(unchecked)}
          </button>
        </span>
      )}
      <ShowChanges count={changes} onShow={onShowChanges} />
    </>
  )
}
