import { type ChainTime, executionOutcome, type Flow, type FlowHistoryEntry } from '@flow-query/core'
import { ago, describeNextRun } from '@flow-query/format'
import { willRunAgain } from '../../runs/executions'
import { Time } from '../../time/Time'
import { Outcome } from '../../values/Outcome'

interface RunEndsProps {
  flow: Flow
  last: FlowHistoryEntry | undefined
  time: ChainTime
}

/** The last run and the next one, which are the ends of the past and the future in the picture above. */
export function RunEnds({ flow, last, time }: RunEndsProps) {
  const isOn = willRunAgain(flow, time, last)
  return (
    <dl className="ends">
      <div>
        <dt>Last run</dt>
        <dd>
          <strong data-testid="figure-last">
            {last ? <Time time={last.actualExecTime} select={ago} /> : 'None yet'}
          </strong>
          {last && <Outcome outcome={executionOutcome(last, flow, time)} testId="last-outcome" />}
        </dd>
      </div>
      <div>
        <dt>Next run</dt>
        <dd>
          <strong data-testid="figure-next">
            {isOn ? (
              <Time time={flow.execTime} select={(_, now) => describeNextRun(flow, time, { now })} both />
            ) : (
              'None'
            )}
          </strong>
        </dd>
      </div>
    </dl>
  )
}
