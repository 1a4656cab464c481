import { ago, describeFlow, describeRunsInARow, until } from '@flow-query/format'
import { type FlowVerdict, runToInspect } from '@flow-query/insights'
import { OwnerLink } from '../accounts/OwnerLink'
import { Link } from '../router/Link'
import { paths } from '../router/paths'
import { Time } from '../time/Time'
import { FlowLabel } from '../values/FlowLabel'
import { Verdict } from '../values/Verdict'

interface ProblemRowProps {
  verdict: FlowVerdict
  /** Whether the row is listed by the time of its next failure. */
  isExpected: boolean
}

/** A flow that needs attention: when it fails or failed last, what it does, its owner, and the cause. */
export function ProblemRow({ verdict, isExpected }: ProblemRowProps) {
  const { flow, health } = verdict
  const runs = verdict.state === 'failing' && health.state === 'failing' ? describeRunsInARow(health) : null
  return (
    <li className="attention-row" data-testid={isExpected ? 'next-failure' : 'flow-line'} data-id={flow.id}>
      <span className="times">
        <When verdict={verdict} />
      </span>
      <span className="what">
        <Link className="row-link" to={paths.flow(flow.id)}>
          <FlowLabel flow={flow} />
        </Link>
        <span className="does">{describeFlow(flow)}</span>
      </span>
      <span className="owner">
        <OwnerLink owner={flow.owner} />
      </span>
      <Verdict verdict={verdict} detail={runs} />
    </li>
  )
}

function When({ verdict: { failure, state, health } }: { verdict: FlowVerdict }) {
  if (failure && state !== 'failing') return <Time time={failure.at} select={until} />
  const time = runToInspect(health)?.time
  return time ? <Time time={time} select={ago} /> : null
}
