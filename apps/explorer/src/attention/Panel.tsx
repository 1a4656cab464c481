import { formatNumber } from '@flow-query/format'
import type { ReactNode } from 'react'
import { Link } from '../router/Link'
import { checkedText, countText } from '../verdicts/checks'
import type { Checks } from '../verdicts/use-checks'

interface PanelProps {
  id: 'attention' | 'failures'
  title: string
  /** The total number of flows in the list, and the URL that shows them. */
  count: number
  allPath: string
  checks: Checks
  /** Whether the list has rows to show. By default, it waits for the first checks. */
  isReady?: boolean
  /** If the flows are checked soonest first, the time up to which the list is complete, such as `14:20`. */
  until?: string | null
  /** The number of changes that the list doesn't show yet, and a function that shows them. */
  changes: number
  onUpdate: () => void
  children: ReactNode
}

/**
 * A panel with a list of checked flows. It shows how many flows were checked, and checks the remaining flows if the visitor clicks a
 * button.
 */
export function Panel({
  id,
  title,
  count,
  allPath,
  checks,
  isReady = checks.isSorted,
  until = null,
  changes,
  onUpdate,
  children,
}: PanelProps) {
  const { checked, total, failedChecks, checkRest, isSorted } = checks
  return (
    <section className="panel" aria-labelledby={id} aria-busy={!isSorted} data-testid={id}>
      <div className="panel-head">
        <h2 id={id}>
          {title}{' '}
          {isReady && count > 0 && (
            <span className="count" data-testid={`${id}-count`}>
              {countText(count, checked === total, until)}
            </span>
          )}
        </h2>
        <Link to={allPath} aria-describedby={id} data-testid={`${id}-all`}>
          View all
        </Link>
      </div>
      <p className="intro" data-testid={`${id}-checked`}>
        {isSorted ? checkedText(checked, total) : 'Checking…'}
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
            <button type="button" className="link" data-testid={`${id}-update`} onClick={onUpdate}>
              {changes === 1 ? 'Show 1 change' : `Show ${formatNumber(changes)} changes`}
            </button>
          </>
        )}
      </p>
      {children}
    </section>
  )
}
