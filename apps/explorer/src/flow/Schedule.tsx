import type { ChainTime, Flow } from '@flow-query/core'
import type { FlowForecast } from '@flow-query/core/forecast'
import { describeInterval, describeNextRuns } from '@flow-query/format'
import { Time } from '../time/Time'
import { useClock } from '../time/use-clock'
import { Mark } from '../values/Mark'
import { outcomeMarks } from '../values/marks'
import { expectedMarks, expectedRunSentence } from './forecast/forecast-view'
import type { Execution } from './runs/executions'
import { type ExpectedRun as Expected, scheduleAround } from './schedule-view'

const percent = (place: number) => `${(place * 100).toFixed(2)}%`

interface ScheduleProps {
  flow: Flow
  runs: readonly Execution[]
  forecast: FlowForecast | undefined
  time: ChainTime
}

/** A timeline with the last runs of a flow, and the expected outcomes of the next ones. */
export function Schedule({ flow, runs, forecast, time }: ScheduleProps) {
  const now = useClock(now => now)
  const view = scheduleAround(flow, runs, time, now, forecast)
  return (
    <section className="panel schedule" aria-labelledby="schedule" data-testid="schedule-bar">
      <div className="panel-head">
        <h2 id="schedule">Schedule</h2>
        <p className="legend" aria-hidden="true">
          <span>
            <Mark path={outcomeMarks.succeeded} />
            past run
          </span>
          {view.now !== null && (
            <span>
              <i className="bar-now" />
              now
            </span>
          )}
          {view.next.length > 0 && (
            <span>
              <ExpectedRun expected={view.next[0]?.expected ?? 'unknown'} />
              next run
            </span>
          )}
        </p>
      </div>
      <p className="intro" data-testid="schedule-words">
        {`${describeInterval(flow.interval)}. ${describeNextRuns(flow, time, { now })}.`}
      </p>
      <div className="bar" data-before={view.hasBefore} data-after={view.hasAfter} aria-hidden="true">
        {view.runs.map(({ number, place, outcome }) => (
          <span key={number} className="bar-run" data-outcome={outcome} style={{ insetInlineStart: percent(place) }}>
            <Mark path={outcomeMarks[outcome]} />
          </span>
        ))}
        {view.next.map(({ time, place, expected }) => (
          <span
            key={time}
            className="bar-run"
            title={expectedRunSentence(time, expected)}
            style={{ insetInlineStart: percent(place) }}
          >
            <ExpectedRun expected={expected} />
          </span>
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
          <dt>Start</dt>
          <dd>
            <Time time={flow.startTime} both />
          </dd>
        </div>
        <div>
          <dt>End</dt>
          <dd>
            <Time time={flow.endTime} both />
          </dd>
        </div>
      </dl>
    </section>
  )
}

function ExpectedRun({ expected }: { expected: Expected }) {
  return (
    <span className="bar-next" data-expected={expected}>
      <Mark path={expectedMarks[expected]} />
    </span>
  )
}
