import type { ChainTime, Flow, FlowHistoryPage } from '@flow-query/core'
import { formatCount, formatMilliseconds, formatNumber, outcomeNames } from '@flow-query/format'
import { summarizeHistory } from '@flow-query/insights'
import type { FlowForecast } from '@flow-query/insights/forecast'
import { type CSSProperties, useMemo, useState } from 'react'
import { Amounts } from '../../accounts/Amounts'
import { Link } from '../../router/Link'
import { useSearchParams } from '../../router/router'
import { executions, readOpened } from '../../runs/executions'
import { useOldDataTime } from '../../time/data-age'
import { TimeAxis } from '../../time/TimeAxis'
import { useChainNow } from '../../time/use-chain-time'
import { Mark } from '../../values/Mark'
import { expectedMarks, outcomeMarks } from '../../values/marks'
import { RunEnds } from './RunEnds'
import { moveInStrip, nowPlace, type RunsPicture as Picture, runsPicture } from './runs-picture'

interface RunsPictureProps {
  flow: Flow
  newest: FlowHistoryPage
  forecast: FlowForecast | null | undefined
  time: ChainTime
}

/** The newest runs of a flow and the next ones as bars over time, and their fees. */
export function RunsPicture({ flow, newest, forecast, time }: RunsPictureProps) {
  const runs = useMemo(() => executions([newest]), [newest])
  const picture = useMemo(() => runsPicture(flow, runs, forecast, time), [flow, runs, forecast, time])
  const { past, counts, next } = picture
  return (
    <section className="panel runs" aria-labelledby="picture" data-testid="runs-picture">
      <div className="panel-head">
        <h2 id="picture">{pictureTitle(past.length, newest.nextKey === null)}</h2>
        <p className="legend">
          {counts.map(({ outcome, runs }) => (
            <span key={outcome} data-outcome={outcome}>
              <Mark path={outcomeMarks[outcome]} />
              {`${formatNumber(runs)} ${outcomeNames[outcome].toLowerCase()}`}
            </span>
          ))}
        </p>
      </div>
      {past.length + next.length > 0 && <Timeline picture={picture} />}
      <RunEnds flow={flow} last={newest.history[0]} time={time} />
      {past.length > 0 && (
        <p className="muted small">
          {past.length === 1 ? 'Fee of this run' : 'Fees of these runs'}:{' '}
          <span data-testid="figure-fees">
            <Amounts coins={summarizeHistory(newest, flow, time).fees} none="None" />
          </span>
        </p>
      )}
    </section>
  )
}

function Timeline({ picture }: { picture: Picture }) {
  const { past, next, scale, height } = picture
  const [search] = useSearchParams()
  const opened = readOpened(search)
  // Runs that arrive later are animated.
  const [seen] = useState(past[0]?.number ?? 0)
  const isOn = next.length > 0
  const isOld = useOldDataTime() !== null
  const now = useChainNow(now => (isOn && !isOld ? nowPlace(picture, now) : null))
  return (
    <figure className="timeline" style={{ '--slot': `${scale.slot * 100}%` } as CSSProperties}>
      <div className="bars">
        {now !== null && <i className="now" data-testid="timeline-now" style={placed(now)} title="Now" />}
        {past.length > 0 && (
          <ol
            className="strip"
            aria-label={`The last ${formatCount(past.length, 'run')}, newest on the right. Use the arrow keys to move between runs.`}
            data-testid="history-strip"
            onKeyDown={event => moveInStrip(event.nativeEvent, event.currentTarget)}
          >
            {past.map(({ number, outcome, sentence, at, height, isMarked }, index) => (
              <li key={number} className={number > seen ? 'fresh' : undefined} style={placed(at, height)}>
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
                  {isMarked && <Mark path={outcomeMarks[outcome]} />}
                </Link>
              </li>
            ))}
          </ol>
        )}
        {isOn && (
          <ol className="strip-next" aria-label="Next runs" data-testid="next-runs">
            {next.map(({ time, expected, sentence, at, height }, index) => (
              <li key={time} title={sentence} data-expected={expected} style={placed(at, height)}>
                {next[index - 1]?.expected !== expected && <Mark path={expectedMarks[expected]} />}
                <span className="sr">{sentence}</span>
              </li>
            ))}
          </ol>
        )}
        {scale.breaks.map(({ at, duration }) => (
          <i key={at} className="break" style={placed(at)} title={`${formatMilliseconds(duration)} without a run`} />
        ))}
      </div>
      <TimeAxis ticks={scale.ticks} place={scale.place} />
      <figcaption className="sr">{`The height of a bar shows the ${height}.`}</figcaption>
    </figure>
  )
}

/** The style sheet moves the bars with transforms, because each run moves all of them, which would be a layout shift. */
function placed(at: number, height = 1): CSSProperties {
  return { '--at': at * 100, '--height': `${height * 100}%` } as CSSProperties
}

/** The number of all runs is shown elsewhere. */
function pictureTitle(runs: number, isWhole: boolean): string {
  if (runs === 0) return 'Runs'
  return isWhole ? 'All runs' : `Last ${formatCount(runs, 'run')}`
}
