import { executionOutcome, type Flow } from '@flow-query/core'
import { newestRunsQueryOptions } from '@flow-query/core/insights'
import { clock, paths, words } from '@flow-query/explorer-kit'
import { useFlowClient } from '@flow-query/react'
import { ago } from '@flow-query/words'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { FlowLabel } from '../flows/FlowRow'
import { Outcome } from '../Mark'
import { Time } from '../Time'

/** Of the flows that ran last: what became of that run. */
export function NewestRuns({ flows }: { flows: readonly Flow[] }) {
  const { overview } = words
  return (
    <section className="panel newest" aria-labelledby="newest" data-testid="newest-runs">
      <div className="panel-head">
        <h2 id="newest">{overview.newest}</h2>
        <Link to={`${paths.flows}?sort=last`}>{overview.newestAll}</Link>
      </div>
      <ol className="lines">
        {flows.slice(0, 8).map(flow => (
          <NewestRun key={flow.id} flow={flow} />
        ))}
      </ol>
    </section>
  )
}

function NewestRun({ flow }: { flow: Flow }) {
  const client = useFlowClient()
  const { data: newest } = useQuery(newestRunsQueryOptions(client, flow))
  const entry = newest?.history[0]
  return (
    <li data-testid="newest-run" data-id={flow.id}>
      <Link className="row-link" to={paths.flow(flow.id)}>
        <FlowLabel flow={flow} />
      </Link>
      {!newest && <i className="bone wide" />}
      {newest && !entry && <span className="muted">{words.overview.noRuns}</span>}
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
