import type { Flow } from '@flow-query/core'
import { upcomingRuns } from '@flow-query/core/insights'
import { paths, shortTime, type UpcomingChart, upcomingChart, words } from '@flow-query/explorer-kit'
import { formatRelativeTime } from '@flow-query/words'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useClock } from '../../hooks'
import { FlowLabel } from '../flows/FlowRow'

const minute = 60_000
const percent = (place: number) => `${(place * 100).toFixed(2)}%`

/** What runs next: the coming hour and day at a glance, and the next few by name. */
export function Upcoming({ flows }: { flows: readonly Flow[] }) {
  const now = useClock(now => Math.floor(now / minute) * minute)
  const charts = useMemo(
    () => [
      { title: words.overview.hour, chart: upcomingChart(flows, now, 60 * minute, 60) },
      { title: words.overview.day, chart: upcomingChart(flows, now, 24 * 60 * minute, 48) },
    ],
    [flows, now],
  )
  const seconds = useClock(now => Math.floor(now / 5_000) * 5_000)
  const next = useMemo(() => upcomingRuns(flows, { from: seconds, limit: 10 }), [flows, seconds])
  return (
    <section className="panel upcoming" aria-labelledby="upcoming" data-testid="upcoming">
      <div className="panel-head">
        <h2 id="upcoming">{words.overview.upcoming}</h2>
        <Link to={`${paths.flows}?sort=next`}>{words.overview.upcomingAll}</Link>
      </div>
      {charts.map(({ title, chart }) => (
        <Chart key={title} title={title} chart={chart} />
      ))}
      <ol className="lines">
        {next.map(({ flow, time }) => (
          <li key={`${flow.id} ${time}`} data-testid="upcoming-run" data-id={flow.id}>
            <Link className="row-link" to={paths.flow(flow.id)}>
              <FlowLabel flow={flow} />
            </Link>
            <span className="muted" title={shortTime(time, seconds)}>
              <Until time={time} />
            </span>
          </li>
        ))}
      </ol>
      {next.length === 0 && <p className="muted">{words.overview.noUpcoming}</p>}
    </section>
  )
}

function Until({ time }: { time: number }) {
  return useClock(now => formatRelativeTime(Math.max(time, now), now))
}

function Chart({ title, chart: { bars, ticks, runs, most } }: { title: string; chart: UpcomingChart }) {
  return (
    <figure className="chart">
      <figcaption>
        <span>{title}</span> <span className="muted">{words.overview.upcomingSum(runs, most)}</span>
      </figcaption>
      <div className="chart-bars" role="img" aria-label={`${title}: ${words.overview.upcomingSum(runs, most)}`}>
        {bars.map(({ place, width, height, sentence }) => (
          <i
            key={place}
            title={sentence}
            style={{ insetInlineStart: percent(place), inlineSize: percent(width), blockSize: percent(height) }}
          />
        ))}
      </div>
      <div className="axis" aria-hidden="true">
        {ticks.map(({ place, label }) => (
          <span key={place} style={{ insetInlineStart: percent(place) }}>
            {label}
          </span>
        ))}
      </div>
    </figure>
  )
}
