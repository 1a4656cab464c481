import { executionOutcome, type Flow, type FlowHistoryPage, flowStatus } from '@flow-query/core'
import { summarizeHistory } from '@flow-query/core/insights'
import { clock, formatPercent, words } from '@flow-query/explorer-kit'
import { ago, describeNextRun, formatMilliseconds, formatTime } from '@flow-query/words'
import type { ReactNode } from 'react'
import { useClock } from '../../hooks'
import { Amounts } from '../Amounts'
import { Outcome } from '../Mark'
import { Time } from '../Time'

/** When it runs, and what its newest runs add up to: over the same number of runs, however many are read further down. */
export function Figures({ flow, newest }: { flow: Flow; newest: FlowHistoryPage | undefined }) {
  const status = useClock(now => flowStatus(flow, now))
  const goesOn = status === 'active' || status === 'scheduled'
  const summary = newest && summarizeHistory(newest, flow, clock.now())
  const last = newest?.history[0]
  const runs = newest?.history.length ?? 0
  const period = newest && words.flow.period(runs, newest.nextKey === null)

  return (
    <div className="figures">
      <Figure
        name={words.flow.nextRun}
        testId="figure-next"
        note={goesOn && <Time time={flow.execTime} select={time => formatTime(new Date(time))} />}
      >
        {goesOn ? <Time time={flow.execTime} select={(_, now) => describeNextRun(flow, now)} /> : words.flow.noNext}
      </Figure>
      <Figure
        name={words.flow.lastRun}
        testId="figure-last"
        note={last && <Outcome outcome={executionOutcome(last, flow, clock.now())} testId="last-outcome" />}
      >
        {last ? <Time time={last.actualExecTime} select={ago} /> : newest && words.flow.notYet}
      </Figure>
      <Figure name={words.flow.success} testId="figure-success" note={period}>
        {summary && (summary.successRate === null ? '–' : formatPercent(summary.successRate))}
      </Figure>
      <Figure name={words.flow.fees} testId="figure-fees" note={period}>
        {summary && <Amounts coins={summary.fees} none={words.flow.noFees} />}
      </Figure>
      <Figure
        name={words.flow.delay}
        testId="figure-delay"
        note={summary?.delay && runs > 1 && words.flow.delayNote(formatMilliseconds(summary.delay.p95))}
      >
        {summary && (summary.delay ? formatMilliseconds(summary.delay.median) : '–')}
      </Figure>
    </div>
  )
}

/** Holds their place. */
export function FiguresSkeleton() {
  const { nextRun, lastRun, success, fees, delay } = words.flow
  return (
    <div className="figures">
      {[nextRun, lastRun, success, fees, delay].map(name => (
        <Figure key={name} name={name} />
      ))}
    </div>
  )
}

interface FigureProps {
  name: string
  testId?: string
  note?: ReactNode
  /** Nothing while it is awaited. */
  children?: ReactNode
}

function Figure({ name, testId, note, children }: FigureProps) {
  return (
    <div>
      <h2>{name}</h2>
      <p className="figure" data-testid={testId}>
        {children ?? <i className="bone" />}
      </p>
      <p className="figure-note">{note}</p>
    </div>
  )
}
