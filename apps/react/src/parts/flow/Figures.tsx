import { executionOutcome, type Flow, type FlowHistoryPage } from '@flow-query/core'
import { summarizeHistory } from '@flow-query/core/insights'
import { clock, willRunAgain, words } from '@flow-query/explorer-kit'
import { ago, describeNextRun, formatMilliseconds, formatTime } from '@flow-query/format'
import { useClock } from '../../hooks'
import { Amounts } from '../Amounts'
import { Outcome } from '../Outcome'
import { Time } from '../Time'
import { Figure } from './Figure'

/** The next run, the last run, and a summary of the newest runs. */
export function Figures({ flow, newest }: { flow: Flow; newest: FlowHistoryPage | undefined }) {
  const isOn = useClock(now => willRunAgain(flow, now, newest?.history[0]))
  const summary = newest && summarizeHistory(newest, flow, clock.now())
  const last = newest?.history[0]
  const runs = newest?.history.length ?? 0
  const period = newest && words.flow.period(runs, newest.nextKey === null)

  return (
    <div className="figures">
      <Figure
        name={words.flow.nextRun}
        testId="figure-next"
        note={isOn && <Time time={flow.execTime} select={time => formatTime(new Date(time))} />}
      >
        {isOn ? <Time time={flow.execTime} select={(_, now) => describeNextRun(flow, now)} /> : words.flow.noNext}
      </Figure>
      <Figure
        name={words.flow.lastRun}
        testId="figure-last"
        note={last && <Outcome outcome={executionOutcome(last, flow, clock.now())} testId="last-outcome" />}
      >
        {last ? <Time time={last.actualExecTime} select={ago} /> : newest && words.flow.notYet}
      </Figure>
      <Figure
        name={words.flow.success}
        testId="figure-success"
        note={summary && words.flow.attempted(summary, newest.nextKey === null)}
      >
        {summary && words.flow.successOf(summary)}
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
