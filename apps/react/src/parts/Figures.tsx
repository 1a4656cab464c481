import { type Flow, type FlowHistoryEntry, flowStatus } from '@flow-query/core'
import { clock, executions, failures, sumCoins, words } from '@flow-query/explorer-kit'
import { ago, describeNextRun, formatNumber, formatTime } from '@flow-query/words'
import type { ReactNode } from 'react'
import { useClock, useExecutions } from '../hooks'
import { Amounts } from './Amounts'
import { Outcome, useOutcome } from './Mark'
import { Time } from './Time'

/** The four things that an owner looks for first. */
export function Figures({ flow }: { flow: Flow }) {
  const { data } = useExecutions(flow.id)
  const status = useClock(now => flowStatus(flow, now))
  const goesOn = status === 'active' || status === 'scheduled'
  const runs = data && executions(data.pages)
  const newest = runs?.[0]

  return (
    <div className="figures">
      <Figure
        name={words.flow.nextRun}
        testId="figure-next"
        note={
          goesOn ? (
            <Time time={flow.execTime} select={time => formatTime(new Date(time))} />
          ) : (
            words.statusMeaning[status]
          )
        }
      >
        {goesOn ? <Time time={flow.execTime} select={(_, now) => describeNextRun(flow, now)} /> : words.flow.noNext}
      </Figure>
      <Figure
        name={words.flow.lastRun}
        testId="figure-last"
        note={newest && <LastOutcome flow={flow} entry={newest.entry} />}
      >
        {newest ? <Time time={newest.entry.actualExecTime} select={ago} /> : runs && words.flow.notYet}
      </Figure>
      <Figure name={words.flow.runs} testId="figure-runs" note={newest && failures(runs, flow, clock.now())}>
        {runs && <Counted number={newest?.number ?? 0} />}
      </Figure>
      <Figure name={words.flow.fees} testId="figure-fees" note={newest && words.flow.feesOf(runs.length)}>
        {runs && <Amounts coins={sumCoins(runs.flatMap(({ entry }) => entry.execFee))} none={words.flow.noFees} />}
      </Figure>
    </div>
  )
}

/** Holds their place. */
export function FiguresSkeleton() {
  const { nextRun, lastRun, runs, fees } = words.flow
  return (
    <div className="figures">
      {[nextRun, lastRun, runs, fees].map(name => (
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

function LastOutcome({ flow, entry }: { flow: Flow; entry: FlowHistoryEntry }) {
  return <Outcome outcome={useOutcome(entry, flow)} testId="last-outcome" />
}

/** A number that shows when it changes. */
function Counted({ number }: { number: number }) {
  return (
    <span className="counted" key={number}>
      {formatNumber(number)}
    </span>
  )
}
