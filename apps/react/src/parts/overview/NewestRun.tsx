import { executionOutcome, type Flow } from '@flow-query/core'
import { newestRunsQueryOptions } from '@flow-query/core/insights'
import { clock, overviewWords, paths } from '@flow-query/explorer-kit'
import { ago } from '@flow-query/format'
import { useFlowClient } from '@flow-query/react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { FlowLabel } from '../values/FlowLabel'
import { Outcome } from '../values/Outcome'
import { Time } from '../values/Time'

/** A flow and the outcome of its last run. */
export function NewestRun({ flow }: { flow: Flow }) {
  const client = useFlowClient()
  const { data: newest } = useQuery(newestRunsQueryOptions(client, flow))
  const entry = newest?.history[0]
  return (
    <li data-testid="newest-run" data-id={flow.id}>
      <Link className="row-link" to={paths.flow(flow.id)}>
        <FlowLabel flow={flow} />
      </Link>
      {!newest && <i className="bone wide" />}
      {newest && !entry && <span className="muted">{overviewWords.noRuns}</span>}
      {entry && (
        <span>
          <Outcome outcome={executionOutcome(entry, flow, clock.now())} testId="newest-outcome" />{' '}
          <span className="muted">
            <Time time={entry.actualExecTime} select={ago} />
          </span>
        </span>
      )}
    </li>
  )
}
