import { formatNumber, statusNames } from '@flow-query/format'
import { Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { statuses } from '../flows/filters'
import { Link } from '../layout/Link'
import { paths } from '../paths'
import { Mark } from '../values/Mark'
import { statusMarks } from '../values/marks'
import { Burnt } from './Burnt'

/** The number of flows in each status, and the total of burned coins. */
export function Counts({ counts }: { counts: Record<(typeof statuses)[number], number> | null }) {
  return (
    <ul className="counts">
      {statuses.map(status => (
        <li key={status} data-status={status}>
          <Link to={`${paths.flows}?status=${status}`} data-testid={`count-${status}`}>
            <span className="figure">{counts ? formatNumber(counts[status]) : <i className="bone" />}</span>
            <span className="status">
              <Mark path={statusMarks[status]} />
              {statusNames[status]}
            </span>
          </Link>
        </li>
      ))}
      <ErrorBoundary fallback={<NoTotal />} resetKeys={[counts]}>
        <li className="burnt" data-testid="burnt">
          <span className="figure">
            <Suspense fallback={<i className="bone" />}>
              <Burnt />
            </Suspense>
          </span>
          <span className="muted">Total burned</span>
        </li>
      </ErrorBoundary>
    </ul>
  )
}

/** Older nodes don't have this query. On a phone, the place stays empty, so that the panels below don't move. */
function NoTotal() {
  return (
    <li className="burnt missing">
      <span className="figure">–</span>
    </li>
  )
}
