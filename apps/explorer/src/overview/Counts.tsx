import { formatNumber, statusNames } from '@flow-query/format'
import { statuses } from '../filters/filters'
import { Link } from '../router/Link'
import { paths } from '../router/paths'
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
      <Burnt />
    </ul>
  )
}
