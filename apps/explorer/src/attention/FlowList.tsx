import type { Flow } from '@flow-query/core'
import type { FlowHealth } from '@flow-query/core/insights'
import { describeFailures } from '@flow-query/format'
import { Link } from 'react-router'
import { paths } from '../paths'
import { FlowLabel } from '../values/FlowLabel'
import { Health } from '../values/Health'

const skeletonLines = [1, 2, 3, 4, 5]

/** A short list of flows and their health. Without `flows`, it is a skeleton. */
export function FlowList({ flows }: { flows?: readonly { flow: Flow; health: FlowHealth }[] }) {
  return (
    <ol className="lines">
      {!flows &&
        skeletonLines.map(line => (
          <li key={line}>
            <i className="bone wide" />
            <i className="bone wider" />
          </li>
        ))}
      {flows?.map(({ flow, health }) => (
        <li key={flow.id} data-testid="flow-line" data-id={flow.id}>
          <Link className="row-link" to={paths.flow(flow.id)}>
            <FlowLabel flow={flow} />
          </Link>
          <Health health={health} />
          {health.state === 'failing' && <span className="times">{describeFailures(health)}</span>}
        </li>
      ))}
    </ol>
  )
}
