import { executionOutcome } from '@flow-query/core'
import { ago } from '@flow-query/format'
import { Link } from '../router/Link'
import { paths } from '../router/paths'
import { Time } from '../time/Time'
import { useChainClock } from '../time/use-chain-time'
import { FlowLabel } from '../values/FlowLabel'
import { Outcome } from '../values/Outcome'
import type { NewestRuns } from './overview'

export function NewestRun({ flow, page }: NewestRuns) {
  const entry = page?.history[0]
  const outcome = useChainClock(time => (entry ? executionOutcome(entry, flow, time) : 'pending'))
  return (
    <li data-testid="newest-run" data-id={flow.id}>
      <Link className="row-link" to={paths.flow(flow.id)}>
        <FlowLabel flow={flow} />
      </Link>
      {!page && (
        <span className="status">
          <i className="bone wide" />
        </span>
      )}
      {page && !entry && <span className="status muted">No runs yet</span>}
      {entry && (
        <>
          {outcome && <Outcome outcome={outcome} testId="newest-outcome" />}
          <span className="times">
            <Time time={entry.actualExecTime} select={ago} />
          </span>
        </>
      )}
    </li>
  )
}
