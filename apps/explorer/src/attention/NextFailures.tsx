import { formatNumber, until } from '@flow-query/format'
import { Link } from 'react-router'
import { forecastMarks } from '../flow/forecast/forecast-view'
import { paths } from '../paths'
import { Time } from '../time/Time'
import { FlowLabel } from '../values/FlowLabel'
import { Mark } from '../values/Mark'
import { type CheckOrder, checkedText } from './checks'
import { maxFailureRows } from './next-failures'
import { useNextFailures } from './use-next-failures'

interface NextFailuresProps {
  order: CheckOrder
  /** Whether all flows have the same owner. */
  ofOwner?: boolean
}

/** The flows whose next runs are expected to fail, soonest first, and how many flows were checked to find them. */
export function NextFailures({ order, ofOwner = false }: NextFailuresProps) {
  const { failures, checked, selected, total, isPending, error } = useNextFailures(order)
  const more = failures.length - maxFailureRows
  return (
    <section
      className={ofOwner ? 'panel failures of-owner' : 'panel failures'}
      aria-labelledby="failures"
      data-testid="next-failures"
    >
      <div className="panel-head">
        <h2 id="failures">
          Next failures{' '}
          {failures.length > 0 && (
            <span className="count" data-testid="failures-count">
              {formatNumber(failures.length)}
            </span>
          )}
        </h2>
      </div>
      <p className="intro" data-testid="failures-checked">
        {checkedText(checked, total, 'running')}
        {!isPending && checked < selected && ` · ${formatNumber(selected - checked)} failed to load`}
      </p>
      {failures.length > 0 && (
        <ol className="lines">
          {failures.slice(0, maxFailureRows).map(({ flow, at, tone, text, sentence }) => (
            <li key={flow.id} data-testid="next-failure" data-id={flow.id}>
              <Link className="row-link" to={paths.flow(flow.id)}>
                <FlowLabel flow={flow} />
              </Link>
              <span className="health" data-forecast={tone} title={sentence}>
                <Mark path={forecastMarks[tone]} />
                <span>{text}</span>
              </span>
              <span className="times">
                <Time time={at} select={until} />
              </span>
            </li>
          ))}
        </ol>
      )}
      {more > 0 && <p className="muted">and {formatNumber(more)} more</p>}
      {!failures.length && (
        <p className="muted" data-testid="no-failures">
          {isPending ? 'Checking…' : noFailuresText(checked, total)}
        </p>
      )}
      {error && <p className="muted">Some facts couldn’t be read, so failures may be missing.</p>}
    </section>
  )
}

function noFailuresText(checked: number, total: number | null): string {
  return checked === total ? 'No failures expected.' : 'No failures expected in the checked flows.'
}
