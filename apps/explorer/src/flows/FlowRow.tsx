import type { Flow } from '@flow-query/core'
import { describeFlow, describeNextRun, until } from '@flow-query/format'
import type { FlowVerdict } from '@flow-query/insights'
import { flowHistoryInfiniteQueryOptions, useFlowClient } from '@flow-query/react'
import { useQueryClient } from '@tanstack/react-query'
import { memo } from 'react'
import { OwnerLink } from '../accounts/OwnerLink'
import { Link } from '../router/Link'
import { paths } from '../router/paths'
import { newestRuns, willRunAgain } from '../runs/executions'
import { Time } from '../time/Time'
import { useChainClock } from '../time/use-chain-time'
import { FlowLabel } from '../values/FlowLabel'
import { endedAsPlanned } from '../values/marks'
import { Status } from '../values/Status'
import { Verdict } from '../values/Verdict'

interface FlowRowProps {
  flow: Flow
  verdict: FlowVerdict | undefined
  hideOwner: boolean
  showsFailures: boolean
  index: number
}

/** A flow that is unchanged after a refetch is the same object, so its row doesn't rerender. */
export const FlowRow = memo(function FlowRow({ flow, verdict, hideOwner, showsFailures, index }: FlowRowProps) {
  const client = useFlowClient()
  const queryClient = useQueryClient()
  // Prefetches the runs, because the flow's page needs them first.
  const prefetch = () => {
    queryClient.infiniteQuery(flowHistoryInfiniteQueryOptions(client, newestRuns(flow.id))).catch(() => {})
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
      {!hideOwner && (
        <td className="owner">
          <OwnerLink owner={flow.owner} />
        </td>
      )}
      <td className="state">
        <Status flow={flow} verdict={verdict ?? undefined} testId="flow-row-status" />
      </td>
      <td className="how" data-testid="flow-row-health">
        {!(verdict && endedAsPlanned(verdict)) && <Verdict verdict={verdict} />}
      </td>
      <td className="next number" data-testid="flow-row-next">
        {showsFailures && verdict?.failure ? (
          <Time time={verdict.failure.at} select={until} />
        ) : (
          <NextRun flow={flow} />
        )}
      </td>
    </tr>
  )
})

/** Shows when a flow runs next. The last run of a flow that is over gets no date, which screen readers would read as the next run. */
function NextRun({ flow }: { flow: Flow }) {
  const isOver = useChainClock(time => !willRunAgain(flow, time))
  const text = useChainClock((time, now) => describeNextRun(flow, time, { now }))
  if (text === null) return null
  return isOver ? text : <Time time={flow.execTime} select={() => text} />
}
