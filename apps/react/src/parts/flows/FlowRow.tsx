import { type Flow, flowHistoryInfiniteQueryOptions } from '@flow-query/core'
import type { FlowHealth } from '@flow-query/core/insights'
import { paths, words } from '@flow-query/explorer-kit'
import { useFlowClient } from '@flow-query/react'
import { describeFlow, describeNextRun, shortenAddress } from '@flow-query/words'
import { useQueryClient } from '@tanstack/react-query'
import { memo } from 'react'
import { Link } from 'react-router'
import { newestRuns } from '../../hooks'
import { Health } from '../Health'
import { Status } from '../Mark'
import { Time } from '../Time'

interface FlowRowProps {
  flow: Flow
  health: FlowHealth | undefined
  ofOne: boolean
  index: number
}

/** An unchanged flow is the same object after a refetch, so its row does not render again. */
export const FlowRow = memo(function FlowRow({ flow, health, ofOne, index }: FlowRowProps) {
  const client = useFlowClient()
  const queryClient = useQueryClient()
  // What its page begins with is there when the reader is.
  const prefetch = () => {
    void queryClient.prefetchInfiniteQuery(flowHistoryInfiniteQueryOptions(client, newestRuns(flow.id)))
  }
  return (
    <tr aria-rowindex={index + 2} data-testid="flow-row" data-id={flow.id}>
      <td className="id number mono">{flow.id}</td>
      <td className="what">
        <Link className="row-link" to={paths.flow(flow.id)} onPointerEnter={prefetch} data-testid="flow-link">
          <FlowLabel flow={flow} />
        </Link>
        <span className="does">{describeFlow(flow)}</span>
      </td>
      {!ofOne && (
        <td className="owner">
          <Link className="mono" to={paths.owner(flow.owner)} title={flow.owner} data-testid="flow-row-owner">
            {shortenAddress(flow.owner)}
          </Link>
        </td>
      )}
      <td className="state">
        <Status flow={flow} health={health} testId="flow-row-status" />
      </td>
      <td className="how" data-testid="flow-row-health">
        <Health health={health} />
      </td>
      <td className="next number" data-testid="flow-row-next">
        <Time time={flow.execTime} select={(_, now) => describeNextRun(flow, now)} />
      </td>
    </tr>
  )
})

/** What its owner calls it, as text. */
export function FlowLabel({ flow }: { flow: Pick<Flow, 'label'> }) {
  return flow.label.trim() ? <bdi>{flow.label}</bdi> : <span className="muted">{words.flow.noLabel}</span>
}

export function FlowRowSkeleton({ ofOne }: { ofOne: boolean }) {
  return (
    <tr>
      <td className="id number">
        <i className="bone" />
      </td>
      <td className="what">
        <span className="row-link">
          <i className="bone wide" />
        </span>
        <span className="does">
          <i className="bone wider" />
        </span>
      </td>
      {!ofOne && (
        <td className="owner">
          <i className="bone wide" />
        </td>
      )}
      <td className="state">
        <i className="bone" />
      </td>
      <td className="how">
        <i className="bone wide" />
      </td>
      <td className="next number">
        <i className="bone" />
      </td>
    </tr>
  )
}
