import type { Flow } from '@flow-query/core'
import type { FlowHealth } from '@flow-query/core/insights'
import { failuresInARow, paths, words } from '@flow-query/explorer-kit'
import { Link } from 'react-router'
import { FlowLabel } from './flows/FlowRow'
import { Health } from './Health'

/** A few flows with how they are, in a line or two each. */
export function FlowList({ flows }: { flows: readonly { flow: Flow; health: FlowHealth }[] }) {
  return (
    <ol className="lines">
      {flows.map(({ flow, health }) => (
        <li key={flow.id} data-testid="flow-line" data-id={flow.id}>
          <Link className="row-link" to={paths.flow(flow.id)}>
            <FlowLabel flow={flow} />
          </Link>
          <Health health={health} />
          {failuresInARow(flow, health) > 1 && (
            <span className="times">{words.overview.inARow(failuresInARow(flow, health))}</span>
          )}
        </li>
      ))}
    </ol>
  )
}

const lines = [1, 2, 3, 4, 5]

/** Holds its place. */
export function FlowListSkeleton() {
  return (
    <ol className="lines">
      {lines.map(line => (
        <li key={line}>
          <i className="bone wide" />
          <i className="bone wider" />
        </li>
      ))}
    </ol>
  )
}
