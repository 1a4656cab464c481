import { describeFailures, until } from '@flow-query/format'
import type { FlowVerdict } from '@flow-query/insights'
import { Link } from '../router/Link'
import { attentionPath, paths } from '../router/paths'
import { LinesSkeleton } from '../states/LinesSkeleton'
import { Time } from '../time/Time'
import { FlowLabel } from '../values/FlowLabel'
import { Verdict } from '../values/Verdict'
import type { Checks } from '../verdicts/use-checks'
import { useStableRows } from '../verdicts/use-stable-rows'
import { Panel } from './Panel'

interface AttentionProps {
  checks: Checks
  /** The maximum number of listed flows. A link leads to all of them. */
  limit: number
  /** The owner of the flows. If omitted, these are the flows of the whole chain. */
  owner?: string
}

/** The flows that need attention, worst first. */
export function Attention({ checks, limit, owner }: AttentionProps) {
  const { worst, checked, total, isSorted, round } = checks
  const { shown, changes, update, handlers } = useStableRows({ rows: worst.slice(0, limit), isSorted, round })
  return (
    <Panel
      id="attention"
      title="Needs attention"
      count={worst.length}
      allPath={attentionPath('attention', owner)}
      checks={checks}
      changes={changes}
      onUpdate={update}
    >
      {!shown && <LinesSkeleton />}
      {shown?.length === 0 && (
        <p className="muted">
          {checked === total ? 'No flows need attention.' : 'None of the checked flows need attention.'}
        </p>
      )}
      {shown && shown.length > 0 && (
        <ol className="lines" {...handlers}>
          {shown.map(verdict => (
            <Line key={verdict.flow.id} verdict={verdict} />
          ))}
        </ol>
      )}
    </Panel>
  )
}

function Line({ verdict }: { verdict: FlowVerdict }) {
  const { flow, state, health, failure } = verdict
  return (
    <li data-testid="flow-line" data-id={flow.id}>
      <Link className="row-link" to={paths.flow(flow.id)}>
        <FlowLabel flow={flow} />
      </Link>
      <Verdict verdict={verdict} />
      <span className="times">
        {state === 'failing' && health.state === 'failing'
          ? describeFailures(health)
          : failure && <Time time={failure.at} select={until} />}
      </span>
    </li>
  )
}
