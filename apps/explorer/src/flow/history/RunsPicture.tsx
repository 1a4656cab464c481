import type { ChainTime, Flow } from '@flow-query/core'
import { formatCount, formatNumber, outcomeNames } from '@flow-query/format'
import type { FlowForecast } from '@flow-query/insights/forecast'
import { useState } from 'react'
import { Link } from '../../router/Link'
import { useSearchParams } from '../../router/router'
import { type Execution, readOpened } from '../../runs/executions'
import { Mark } from '../../values/Mark'
import { expectedMarks, outcomeMarks } from '../../values/marks'
import { moveInStrip, runsPicture } from './runs-picture'

interface RunsPictureProps {
  flow: Flow
  runs: readonly Execution[]
  forecast: FlowForecast | null | undefined
  time: ChainTime
}

/** The newest runs of a flow and their outcomes, and the next runs and their expected outcomes. */
export function RunsPicture({ flow, runs, forecast, time }: RunsPictureProps) {
  const [search] = useSearchParams()
  const opened = readOpened(search)
  // Runs that arrive later are animated.
  const [seen] = useState(runs[0]?.number ?? 0)
  const { past, counts, next } = runsPicture(flow, runs, forecast, time)
  return (
    <section className="panel runs" aria-labelledby="picture" data-testid="runs-picture">
      <div className="panel-head">
        <h2 id="picture">{pictureTitle(past.length)}</h2>
        <p className="legend">
          {counts.map(({ outcome, runs }) => (
            <span key={outcome} data-outcome={outcome}>
              <Mark path={outcomeMarks[outcome]} />
              {`${formatNumber(runs)} ${outcomeNames[outcome].toLowerCase()}`}
            </span>
          ))}
        </p>
      </div>
      <div className="timeline">
        {past.length > 0 && (
          <ol
            className="strip"
            aria-label={`The last ${formatCount(past.length, 'run')}, newest on the right. Use the arrow keys to move between runs.`}
            data-testid="history-strip"
            onKeyDown={event => moveInStrip(event.nativeEvent, event.currentTarget)}
          >
            {past.map(({ number, outcome, sentence }, index) => (
              <li key={number} className={number > seen ? 'fresh' : undefined}>
                <Link
                  to={{ search: `?execution=${number}` }}
                  replace
                  tabIndex={index === 0 ? 0 : -1}
                  aria-label={sentence}
                  aria-current={number === opened}
                  title={sentence}
                  data-testid="strip-mark"
                  data-outcome={outcome}
                >
                  <Mark path={outcomeMarks[outcome]} />
                </Link>
              </li>
            ))}
          </ol>
        )}
        {next.length > 0 && (
          <ol className="strip-next" aria-label="Next runs" data-testid="next-runs">
            {Object.entries(next).map(([place, { expected, sentence }]) => (
              <li key={place} title={sentence} data-expected={expected}>
                <Mark path={expectedMarks[expected]} />
                <span className="sr">{sentence}</span>
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  )
}

function pictureTitle(runs: number): string {
  if (runs === 0) return 'Next runs'
  return runs === 1 ? 'Last run' : `Last ${formatNumber(runs)} runs`
}
