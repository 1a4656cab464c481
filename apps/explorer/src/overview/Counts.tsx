import { formatNumber, statusNames } from '@flow-query/format'
import type { FlowsSummary } from '@flow-query/insights'
import { statuses } from '../filters/filters'
import { Link } from '../router/Link'
import { paths } from '../router/paths'
import { Mark } from '../values/Mark'
import { statusMarks } from '../values/marks'
import { Burnt } from './Burnt'

interface CountsProps {
  counts: FlowsSummary['status']
  /** The number of stopped flows that have no rule for stopping. */
  unplannedStops: number
  /** Which flows are counted, such as `Newest 100 of 65,000 flows`. */
  title: string
}

/** The number of flows in each status, and the total of burned coins. */
export function Counts({ counts, unplannedStops, title }: CountsProps) {
  return (
    <section className="panel" aria-labelledby="counts">
      <h2 id="counts" data-testid="counts-title">
        {title}
      </h2>
      <p className="intro">
        A flow is a transaction that the chain executes automatically: on a schedule, when a condition is met, or on
        another chain.
      </p>
      <ul className="counts">
        {statuses.map(status => (
          <li key={status} data-status={status} data-testid={`count-${status}`}>
            <Link className="row-link" to={`${paths.flows}?status=${status}`}>
              <Mark path={statusMarks[status]} />
              {status === 'stopped' ? 'Stopped early' : statusNames[status]}
            </Link>
            {status === 'stopped' && unplannedStops > 0 && (
              <span className="muted" title="These flows have no rule that stops them" data-testid="unplanned-stops">
                {formatNumber(unplannedStops)} unexpectedly
              </span>
            )}
            <span className="number">{formatNumber(counts[status])}</span>
          </li>
        ))}
        <Burnt />
      </ul>
    </section>
  )
}
