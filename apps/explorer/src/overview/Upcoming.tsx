import { until } from '@flow-query/format'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths'
import { shortTime } from '../time/time-axis'
import { useTime } from '../time/use-chain-time'
import { useClock } from '../time/use-clock'
import { FlowLabel } from '../values/FlowLabel'
import { type FlowsOverview, nextRuns } from './overview'
import { UpcomingChart } from './UpcomingChart'

/** Charts of the runs in the next hour and day, and a list of the next runs. */
export function Upcoming({ running, hour, day }: Pick<FlowsOverview, 'running' | 'hour' | 'day'>) {
  const newest = useTime()
  const next = useMemo(() => (newest ? nextRuns(running, newest, 10) : []), [running, newest])
  return (
    <section className="panel upcoming" aria-labelledby="upcoming" data-testid="upcoming">
      <div className="panel-head">
        <h2 id="upcoming">Upcoming runs</h2>
        <Link to={`${paths.flows}?sort=next`} aria-describedby="upcoming">
          View all
        </Link>
      </div>
      <UpcomingChart title="Next hour" chart={hour} />
      <UpcomingChart title="Next 24 hours" chart={day} />
      <ol className="lines">
        {next.map(({ flow, time }) => (
          <li key={`${flow.id} ${time}`} data-testid="upcoming-run" data-id={flow.id}>
            <Link className="row-link" to={paths.flow(flow.id)}>
              <FlowLabel flow={flow} />
            </Link>
            <span className="muted" title={shortTime(time, newest?.readAt ?? time)}>
              <Until time={time} />
            </span>
          </li>
        ))}
      </ol>
      {next.length === 0 && <p className="muted">No upcoming runs</p>}
    </section>
  )
}

function Until({ time }: { time: number }) {
  return useClock(now => until(time, now))
}
