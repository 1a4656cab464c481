import { formatNumber, until } from '@flow-query/format'
import { Link } from 'react-router'
import { forecastMarks, maxFailureRows } from '../flow/forecast/forecast'
import { paths } from '../paths'
import { FlowLabel } from '../values/FlowLabel'
import { Mark } from '../values/Mark'
import { Time } from '../values/Time'
import { words } from '../words/common'
import { forecastWords } from '../words/forecast'
import { overviewWords } from '../words/overview'
import type { CheckOrder } from './attention'
import { useNextFailures } from './next-failures'

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
          {forecastWords.failures}{' '}
          {failures.length > 0 && (
            <span className="count" data-testid="failures-count">
              {formatNumber(failures.length)}
            </span>
          )}
        </h2>
      </div>
      <p className="intro" data-testid="failures-checked">
        {forecastWords.checked(checked, total)}
        {!isPending && checked < selected && ` · ${overviewWords.unread(selected - checked)}`}
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
      {more > 0 && <p className="muted">{forecastWords.moreFailures(more)}</p>}
      {!failures.length && (
        <p className="muted" data-testid="no-failures">
          {isPending ? words.flows.checking : forecastWords.noFailures(checked, total)}
        </p>
      )}
      {error && <p className="muted">{forecastWords.unreadFacts}</p>}
    </section>
  )
}
