import { type ChainTime, executionOutcome, type Flow, type FlowHistoryPage } from '@flow-query/core'
import { ago, describeNextRun, formatNumber, formatTime } from '@flow-query/format'
import { summarizeHistory } from '@flow-query/insights'
import { Amounts } from '../accounts/Amounts'
import { willRunAgain } from '../runs/executions'
import { Time } from '../time/Time'
import { Outcome } from '../values/Outcome'
import { Figure } from './Figure'

interface FiguresProps {
  flow: Flow
  newest: FlowHistoryPage | undefined
  time: ChainTime
}

/** The next run, the last run, and the fees of the newest runs. */
export function Figures({ flow, newest, time }: FiguresProps) {
  const isOn = willRunAgain(flow, time, newest?.history[0])
  const summary = newest && summarizeHistory(newest, flow, time)
  const last = newest?.history[0]
  return (
    <div className="panel figures">
      <Figure
        name="Next run"
        testId="figure-next"
        note={isOn && <Time time={flow.execTime} select={time => formatTime(new Date(time))} isAbsolute />}
      >
        {isOn ? <Time time={flow.execTime} select={(_, now) => describeNextRun(flow, time, { now })} /> : 'None'}
      </Figure>
      <Figure
        name="Last run"
        testId="figure-last"
        note={last && <Outcome outcome={executionOutcome(last, flow, time)} testId="last-outcome" />}
      >
        {last ? <Time time={last.actualExecTime} select={ago} /> : newest && 'None yet'}
      </Figure>
      <Figure
        name="Fees"
        testId="figure-fees"
        note={newest && periodText(newest.history.length, newest.nextKey === null)}
      >
        {summary && <Amounts coins={summary.fees} none="None" />}
      </Figure>
    </div>
  )
}

/** The runs whose fees are summed, such as `last 50 runs`. */
function periodText(runs: number, isWhole: boolean): string {
  if (runs === 0) return ''
  if (isWhole) return runs === 1 ? '1 run' : `all ${formatNumber(runs)} runs`
  return runs === 1 ? 'last run' : `last ${formatNumber(runs)} runs`
}
