import type { Flow } from '@flow-query/core'
import { executions, scheduleBar, words } from '@flow-query/explorer-kit'
import { useClock, useExecutions } from '../hooks'
import { Time } from './Time'

const percent = (part: number) => `${(part * 100).toFixed(2)}%`

/** A flow's time from start to end: past executions, now, and the next one. */
export function Schedule({ flow }: { flow: Flow }) {
  const { data } = useExecutions(flow.id)
  const entries = data ? executions(data.pages).map(({ entry }) => entry) : []
  const bar = (now: number) => scheduleBar(flow, entries, now)
  const now = useClock(now => percent(bar(now).now))
  const next = useClock(now => bar(now).next)
  const { runs } = bar(0)
  const { legend } = words.flow

  return (
    <section className="panel schedule" aria-labelledby="schedule" data-testid="schedule-bar">
      <div className="panel-head">
        <h2 id="schedule">{words.flow.schedule}</h2>
        <p className="legend" aria-hidden="true">
          <span>
            <i className="bar-run" />
            {legend.run}
          </span>
          <span>
            <i className="bar-now" />
            {legend.now}
          </span>
          {next !== null && (
            <span>
              <i className="bar-next" />
              {legend.next}
            </span>
          )}
        </p>
      </div>
      <div className="bar" aria-hidden="true">
        <div className="bar-past" style={{ inlineSize: now }} />
        {runs.map(run => (
          <i className="bar-run" key={run} style={{ insetInlineStart: percent(run) }} />
        ))}
        <i className="bar-now" style={{ insetInlineStart: now }} />
        {next !== null && <i className="bar-next" style={{ insetInlineStart: percent(next) }} />}
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
