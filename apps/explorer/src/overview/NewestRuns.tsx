import type { Flow } from '@flow-query/core'
import { useFlowClient } from '@flow-query/react'
import { newestRunsQueryOptions } from '@flow-query/react/insights'
import { useQueries } from '@tanstack/react-query'
import { Link } from '../router/Link'
import { paths } from '../router/paths'
import { NewestRun } from './NewestRun'
import { sortByNewestRun } from './overview'

/** The flows that ran last, newest first, and the outcomes of these runs. */
export function NewestRuns({ flows }: { flows: readonly Flow[] }) {
  const client = useFlowClient()
  const newest = useQueries({ queries: flows.map(flow => newestRunsQueryOptions(client, flow)) })
  const pages = newest.map(({ data }) => data)
  return (
    <section className="panel newest" aria-labelledby="newest" data-testid="newest-runs">
      <div className="panel-head">
        <h2 id="newest">Recent runs</h2>
        <Link to={`${paths.flows}?sort=last`} aria-describedby="newest">
          View all
        </Link>
      </div>
      <ol className="lines">
        {sortByNewestRun(flows, pages).map(({ flow, page }) => (
          <NewestRun key={flow.id} flow={flow} page={page} />
        ))}
      </ol>
    </section>
  )
}
