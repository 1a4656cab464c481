import type { ChainTime, Flow } from '@flow-query/core'
import { formatCount, formatNumber, outcomeNames } from '@flow-query/format'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Mark } from '../../values/Mark'
import { outcomeMarks } from '../../values/marks'
import type { Execution } from './executions'
import { moveInStrip, runsPicture } from './runs-picture'

/** A bar chart of the newest runs. The height of a bar is the fee, and the color and the icon show the outcome. */
export function RunsPicture({ flow, runs, time }: { flow: Flow; runs: readonly Execution[]; time: ChainTime }) {
  const [search] = useSearchParams()
  const opened = Number(search.get('execution'))
  // Runs that arrive later are animated.
  const [seen] = useState(runs[0]?.number ?? 0)
  const { marks, ticks, legend } = runsPicture(runs, flow, time)
  return (
    <section className="panel runs" aria-labelledby="picture" data-testid="runs-picture">
      <div className="panel-head">
        <h2 id="picture">
          {runs.length === 1 ? 'Fee of the last run' : `Fees of the last ${formatCount(runs.length, 'run')}`}
        </h2>
        <p className="legend">
          {legend.map(({ outcome, runs }) => (
            <span key={outcome} data-outcome={outcome}>
              <Mark path={outcomeMarks[outcome]} />
              {`${formatNumber(runs)} ${outcomeNames[outcome].toLowerCase()}`}
            </span>
          ))}
        </p>
      </div>
      <div className="plot">
        <div className="plot-axis" aria-hidden="true">
          {ticks.map(({ height, label }) => (
            <span key={label} style={{ insetBlockEnd: `${height * 100}%` }}>
              {label}
            </span>
          ))}
        </div>
        <ol
          className="strip"
          aria-label={`The last ${formatCount(marks.length, 'run')}, newest on the right. Use the arrow keys to move between runs.`}
          data-testid="history-strip"
          onKeyDown={event => moveInStrip(event.nativeEvent, event.currentTarget)}
        >
          {marks.map(({ number, outcome, height, sentence, label }, index) => (
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
                <span className="strip-room">
                  <i className="strip-fee" style={{ blockSize: `${height * 100}%` }} />
                </span>
                <Mark path={outcomeMarks[outcome]} />
                <span className="strip-number">{label}</span>
              </Link>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
