import { executionOutcome, type Flow, type FlowHistoryPage } from '@flow-query/core'
import { summarizeHistory } from '@flow-query/core/insights'
import { ago, describeNextRun, formatMilliseconds, formatTime } from '@flow-query/format'
import { useClock } from '../hooks'
import { clock } from '../node/clock'
import { Amounts } from '../values/Amounts'
import { Outcome } from '../values/Outcome'
import { Time } from '../values/Time'
import { flowWords } from '../words/flow'
import { Figure } from './Figure'
import { willRunAgain } from './runs/executions'

/** The next run, the last run, and a summary of the newest runs. */
export function Figures({ flow, newest }: { flow: Flow; newest: FlowHistoryPage | undefined }) {
  const isOn = useClock(now => willRunAgain(flow, now, newest?.history[0]))
  const summary = newest && summarizeHistory(newest, flow, clock.now())
  const last = newest?.history[0]
  const runs = newest?.history.length ?? 0
  const period = newest && flowWords.period(runs, newest.nextKey === null)

  return (
    <div className="figures">
      <Figure
        name={flowWords.nextRun}
        testId="figure-next"
        note={isOn && <Time time={flow.execTime} select={time => formatTime(new Date(time))} />}
      >
        {isOn ? <Time time={flow.execTime} select={(_, now) => describeNextRun(flow, now)} /> : flowWords.noNext}
      </Figure>
      <Figure
        name={flowWords.lastRun}
        testId="figure-last"
        note={last && <Outcome outcome={executionOutcome(last, flow, clock.now())} testId="last-outcome" />}
      >
        {last ? <Time time={last.actualExecTime} select={ago} /> : newest && flowWords.notYet}
      </Figure>
      <Figure
        name={flowWords.success}
        testId="figure-success"
        note={summary && flowWords.attempted(summary, newest.nextKey === null)}
      >
        {summary && flowWords.successOf(summary)}
      </Figure>
      <Figure name={flowWords.fees} testId="figure-fees" note={period}>
        {summary && <Amounts coins={summary.fees} none={flowWords.noFees} />}
      </Figure>
      <Figure
        name={flowWords.delay}
        testId="figure-delay"
        note={summary?.delay && runs > 1 && flowWords.delayNote(formatMilliseconds(summary.delay.p95))}
      >
        {summary && (summary.delay ? formatMilliseconds(summary.delay.median) : '–')}
      </Figure>
    </div>
  )
}
