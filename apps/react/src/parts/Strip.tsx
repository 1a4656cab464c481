import type { Flow } from '@flow-query/core'
import { type Execution, moveInStrip, outcomeMarks, stripMarks, words } from '@flow-query/explorer-kit'
import { Link } from 'react-router'
import { useClock } from '../hooks'
import { Mark } from './Mark'

interface StripProps {
  flow: Flow
  runs: readonly Execution[]
  /** The newest execution when the page was opened: what came after slides in. */
  seen: number
  opened: number | null
}

/** A picture of the last executions, newest right: height for fee, colour and shape for outcome. */
export function Strip({ flow, runs, seen, opened }: StripProps) {
  // Rendered again when an outcome changes by time alone: what is pending goes unanswered.
  useClock(now =>
    stripMarks(runs, flow, now)
      .map(mark => mark.outcome)
      .join(),
  )
  const marks = stripMarks(runs, flow, Date.now())
  return (
    <figure className="strip-figure">
      <ol
        className="strip"
        aria-label={words.history.strip(marks.length)}
        data-testid="history-strip"
        onKeyDown={event => moveInStrip(event.nativeEvent, event.currentTarget)}
      >
        {marks.map(({ number, outcome, height, sentence }, index) => (
          <li key={number} className={number > seen ? 'fresh' : undefined}>
            <Link
              to={{ search: `?execution=${number}` }}
              replace
              preventScrollReset
              tabIndex={index === 0 ? 0 : -1}
              aria-label={sentence}
              aria-current={number === opened}
              title={sentence}
              data-testid="strip-mark"
              data-outcome={outcome}
            >
              <i className="strip-fee" style={{ blockSize: `${Math.round(height * 48)}px` }} />
              <Mark path={outcomeMarks[outcome]} />
            </Link>
          </li>
        ))}
      </ol>
      <figcaption>{words.history.legend}</figcaption>
    </figure>
  )
}
