import { type ChainTime, executionOutcome, type Flow, flowStatus } from '@flow-query/core'
import { useFlowHistory } from '@flow-query/react'
import { Link } from '../../router/Link'
import { Loaded } from '../../states/Loaded'
import { Outcome } from '../../values/Outcome'
import { ExecutionDetail } from './ExecutionDetail'

/** A run in the URL that is not in the loaded pages. It is fetched separately. */
export function OlderRun({ flow, number, time }: { flow: Flow; number: number; time: ChainTime }) {
  const older = useFlowHistory({ id: flow.id, offset: number - 1, limit: 1 })
  return (
    <div className="panel" data-testid="older-execution">
      <div className="panel-head">
        <h3>Run {number}</h3>
        <Link to={{ search: '' }} replace data-testid="close">
          Close
        </Link>
      </div>
      <Loaded query={older} skeleton={<i className="bone wide" />}>
        {({ history: [entry] }) =>
          entry ? (
            <>
              <Outcome outcome={executionOutcome(entry, flow, time)} testId="older-outcome" />
              <ExecutionDetail
                flow={flow}
                number={number}
                entry={entry}
                outcome={executionOutcome(entry, flow, time)}
                status={flowStatus(flow, time, { newest: entry })}
              />
            </>
          ) : (
            <p>This flow has no run {number}.</p>
          )
        }
      </Loaded>
    </div>
  )
}
