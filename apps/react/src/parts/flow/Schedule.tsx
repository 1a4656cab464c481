import type { Flow } from '@flow-query/core'
import { type Execution, outcomeMarks, scheduleAround, words } from '@flow-query/explorer-kit'
import { describeInterval, describeNextRuns } from '@flow-query/format'
import { useClock } from '../../hooks'
import { Mark } from '../Mark'
import { Time } from '../Time'

const percent = (place: number) => `${(place * 100).toFixed(2)}%`

/** A timeline with the last and the next runs of a flow. */
export function Schedule({ flow, runs }: { flow: Flow; runs: readonly Execution[] }) {
  const now = useClock(now => now)
  const view = scheduleAround(flow, runs, now)
  const { legend } = words.flow
  return (
    <section className="panel schedule" aria-labelledby="schedule" data-testid="schedule-bar">
      <div className="panel-head">
        <h2 id="schedule">{words.flow.schedule}</h2>
        <p className="legend" aria-hidden="true">
          <span>
            <Mark path={outcomeMarks.succeeded} />
            {legend.run}
          </span>
          {view.now !== null && (
            <span>
              <i className="bar-now" />
              {legend.now}
            </span>
          )}
          {view.next.length > 0 && (
            <span>
              <i className="bar-next" />
              {legend.next}
            </span>
          )}
        </p>
      </div>
      <p className="intro" data-testid="schedule-words">
        {`${describeInterval(flow.interval)}. ${describeNextRuns(flow, now)}.`}
      </p>
      <div className="bar" data-before={view.hasBefore} data-after={view.hasAfter} aria-hidden="true">
        {view.runs.map(({ number, place, outcome }) => (
          <span key={number} className="bar-run" data-outcome={outcome} style={{ insetInlineStart: percent(place) }}>
            <Mark path={outcomeMarks[outcome]} />
          </span>
        ))}
        {view.next.map(({ time, place }) => (
          <i key={time} className="bar-next" style={{ insetInlineStart: percent(place) }} />
        ))}
        {view.now !== null && <i className="bar-now" style={{ insetInlineStart: percent(view.now) }} />}
      </div>
      <div className="axis" aria-hidden="true">
        {view.ticks.map(({ place, label }) => (
          <span key={place} style={{ insetInlineStart: percent(place) }}>
            {label}
          </span>
        ))}
      </div>
      <dl className="ends">
        <div>
          <dt>{words.flow.starts}</dt>
          <dd>
            <Time time={flow.startTime} both />
          </dd>
        </div>
        <div>
          <dt>{words.flow.ends}</dt>
          <dd>
            <Time time={flow.endTime} both />
          </dd>
        </div>
      </dl>
    </section>
  )
}
