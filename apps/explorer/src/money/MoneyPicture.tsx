import { formatAmount } from '@flow-query/format'
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react'
import { useOldDataTime } from '../time/data-age'
import { TimeAxis } from '../time/TimeAxis'
import { ticks } from '../time/ticks'
import { type ExpectedMoney, type MoneyLine, moneyLine } from './money-line'

interface MoneyPictureProps {
  money: ExpectedMoney
  /** The time of the chain, in milliseconds since 1970. */
  now: number
}

/** The balance that pays for a flow as a line over time, which falls with each expected run. Renders nothing if no balance is known. */
export function MoneyPicture({ money, now }: MoneyPictureProps) {
  const [selected, setSelected] = useState<number | null>(null)
  const isOld = useOldDataTime() !== null
  const line = useMemo(() => moneyLine(money, now), [money, now])
  if (!line) return null
  const { runs, from, until, accounts, unpaid, needed } = line
  const run = selected === null ? undefined : runs[Math.min(selected, runs.length - 1)]
  const place = (time: number) => (time - from) / Math.max(1, until - from)
  return (
    <div className="money" data-testid="money-picture">
      <p className="money-top muted" data-testid="money-top">
        {run ? run.sentence : formatAmount({ denom: line.denom, amount: `${line.most}` })}
      </p>
      <div
        className="money-plot"
        role="slider"
        tabIndex={0}
        aria-label="Expected balance after each run"
        aria-valuemin={1}
        aria-valuemax={runs.length}
        aria-valuenow={(selected ?? 0) + 1}
        aria-valuetext={(run ?? runs[0])?.sentence}
        data-testid="money-plot"
        onKeyDown={event => setSelected(moved(event, selected ?? 0, runs.length))}
        onFocus={() => setSelected(selected ?? 0)}
        onBlur={() => setSelected(null)}
        onPointerMove={event => setSelected(nearest(line, event))}
        onPointerLeave={() => setSelected(null)}
      >
        <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
          {accounts.map(({ payer, points }) => (
            <path key={payer} d={stepsOf(points)} data-payer={payer} />
          ))}
          {unpaid !== null && <path d={endOf(line)} data-unpaid="true" />}
        </svg>
        {!isOld && <i className="money-now" data-testid="money-now" />}
        {needed > 0.06 && needed < 1.01 && (
          <span className="money-needed" data-low={needed < 0.2} style={{ insetBlockEnd: `${needed * 100}%` }}>
            required
          </span>
        )}
        {unpaid !== null && (
          <span className="money-end" style={{ insetInlineEnd: `${(1 - place(unpaid)) * 100}%` }}>
            Can’t pay
          </span>
        )}
        {run && (
          <i
            className="money-run"
            style={{ insetInlineStart: `${run.x * 100}%`, insetBlockEnd: `${run.y * 100}%` }}
            data-unpaid={run.time === unpaid}
          />
        )}
      </div>
      <TimeAxis ticks={ticks(from, until)} place={place} />
    </div>
  )
}

/** Draws a balance that stays the same until the next run. */
function stepsOf([first, ...points]: MoneyLine['accounts'][number]['points']): string {
  if (!first) return ''
  return `M${first.x} ${1 - first.y}${points.map(({ x, y }) => `H${x}V${1 - y}`).join('')}`
}

/** Draws the rest of the money, which is too low for a run. */
function endOf({ runs, from, until, unpaid }: MoneyLine): string {
  const y = 1 - (runs.at(-1)?.y ?? 0)
  return `M${((unpaid ?? from) - from) / Math.max(1, until - from)} ${y}H1`
}

function moved(event: KeyboardEvent, at: number, runs: number): number {
  const target = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: 0, End: runs - 1 }[
    event.key
  ]
  if (target === undefined) return at
  event.preventDefault()
  return Math.max(0, Math.min(runs - 1, target))
}

function nearest({ runs }: MoneyLine, { clientX, currentTarget }: PointerEvent): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  const at = (clientX - left) / Math.max(1, width)
  const distances = runs.map(({ x }) => Math.abs(x - at))
  return distances.indexOf(Math.min(...distances))
}
