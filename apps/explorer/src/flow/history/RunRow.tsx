import type { ExecutionOutcome, Flow, FlowStatus } from '@flow-query/core'
import { formatDelay } from '@flow-query/format'
import { memo } from 'react'
import { Amounts } from '../../accounts/Amounts'
import { Link } from '../../router/Link'
import { type Execution, runSearch } from '../../runs/executions'
import { shortTime } from '../../time/short-time'
import { Time } from '../../time/Time'
import { Outcome } from '../../values/Outcome'
import { ExecutionDetail } from './ExecutionDetail'

interface RunRowProps extends Execution {
  flow: Flow
  outcome: ExecutionOutcome
  /** The status of the flow if this is its newest run. */
  status: FlowStatus
  opened: boolean
  /** The outcome that the list is filtered by. */
  filter: ExecutionOutcome | null
  fresh: boolean
}

export const RunRow = memo(function RunRow({
  flow,
  number,
  entry,
  outcome,
  status,
  opened,
  filter,
  fresh,
}: RunRowProps) {
  return (
    <>
      <tr data-testid="history-row" data-number={number} className={fresh ? 'fresh' : undefined}>
        <td className="id number">
          <Link
            className="row-link"
            to={{ search: runSearch(opened ? null : number, filter) }}
            replace
            aria-label={`Run ${number}`}
            aria-expanded={opened}
            data-testid="history-link"
          >
            {number}
          </Link>
        </td>
        <td className="state">
          <Outcome outcome={outcome} testId="history-outcome" />
        </td>
        <td className="when">
          <Time time={entry.actualExecTime} select={shortTime} />
        </td>
        <td className="delay number">{formatDelay(entry.scheduledExecTime, entry.actualExecTime)}</td>
        <td className="fee number">
          <Amounts coins={entry.execFee} none="None" aligned />
        </td>
      </tr>
      {opened && (
        <tr className="detail-row">
          <td colSpan={5}>
            <ExecutionDetail flow={flow} number={number} entry={entry} outcome={outcome} status={status} />
          </td>
        </tr>
      )}
    </>
  )
})
