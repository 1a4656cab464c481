import { formatNumber } from '@flow-query/format'
import { type CalendarDay, describeDay, describeRuns } from './calendar'

interface CalendarProps {
  days: readonly CalendarDay[]
  /** Whether all flows are checked, so that all expected failures are known. */
  isComplete: boolean
  /** The name of the day whose flows are listed, or null. */
  chosen: string | null
  onChoose: (name: string | null) => void
}

/** The next two weeks, with a dot for each run. A click lists the flows that run on a day. */
export function Calendar({ days, isComplete, chosen, onChoose }: CalendarProps) {
  const runs = sum(days.map(day => day.runs))
  const failures = sum(days.map(({ willFail, atRisk }) => willFail + atRisk))
  return (
    <section className="panel calendar" aria-labelledby="calendar" data-testid="calendar">
      <div className="panel-head">
        <h2 id="calendar">Next 14 days</h2>
        <p className="legend" data-testid="calendar-runs">
          {describeRuns(runs, failures, isComplete)}
        </p>
      </div>
      <ol>
        {days.map((day, index) => (
          <li key={day.name}>
            <button
              type="button"
              disabled={day.runs === 0}
              aria-label={describeDay(day, isComplete)}
              aria-pressed={day.name === chosen}
              title={describeDay(day, isComplete)}
              data-testid="calendar-day"
              onClick={() => onChoose(day.name === chosen ? null : day.name)}
            >
              <span className="weekday">{index === 0 ? 'Today' : day.weekday}</span>
              <span className="date">
                {day.name.split(' ')[0]}
                <span className="month"> {day.name.split(' ')[1]}</span>
              </span>
              {day.runs > maxDots ? <Sum day={day} /> : <Dots day={day} />}
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

const maxDots = 20
const dotsPerLine = 5
const spacing = 8

/** Expected failures have another shape, because some people can't distinguish the colors. */
const dot = 'm-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0'
const diamond = 'm0-3.75l3.75 3.75-3.75 3.75-3.75-3.75z'

function Dots({ day: { runs, willFail, atRisk } }: { day: CalendarDay }) {
  return (
    <svg viewBox="0 0 40 32" aria-hidden="true">
      <path className="bad" d={drawn(diamond, 0, willFail)} />
      <path className="late" d={drawn(diamond, willFail, willFail + atRisk)} />
      <path d={drawn(dot, willFail + atRisk, runs)} />
    </svg>
  )
}

/** Draws the marks from one place to another. */
function drawn(mark: string, from: number, to: number): string {
  const places = Array.from({ length: to - from }, (_, index) => from + index)
  const at = (place: number) => place * spacing + spacing / 2
  return places.map(place => `M${at(place % dotsPerLine)} ${at(Math.floor(place / dotsPerLine))}${mark}`).join('')
}

function Sum({ day: { runs, willFail, atRisk } }: { day: CalendarDay }) {
  return (
    <span className="sum" aria-hidden="true">
      {formatNumber(runs)}
      {willFail + atRisk > 0 && (
        <small className={willFail > 0 ? 'bad' : 'late'}>
          <svg viewBox="0 0 8 8" aria-hidden="true">
            <path d={`M4 4${diamond}`} />
          </svg>
          {formatNumber(willFail + atRisk)}
        </small>
      )}
    </span>
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
