import { compareHealth } from '@flow-query/core/insights'
import { describeHealth, phraseText } from '@flow-query/format'
import { useFlowsForOwner, useLiveFlows } from '@flow-query/react'
import { useFlowsHealth } from '@flow-query/react/insights'

/** Use it to show problems first. It reads the newest runs of each flow, so pass the flows on your page. */
export function FlowsHealth({ owner }: { owner: string }) {
  useLiveFlows()
  const mine = useFlowsForOwner({ owner, limit: 10, reverse: true })
  const health = useFlowsHealth({ flows: mine.data?.flows })
  const error = mine.error ?? health.error
  if (error) return <p role="alert">{error.message}</p>
  if (health.isPending) return <p>Loading…</p>
  return (
    <ul>
      {health.data.toSorted(compareHealth).map(({ flow, health }) => (
        <li key={flow.id} data-state={health.state}>
          {flow.label} <small>{phraseText(describeHealth(health))}</small>
        </li>
      ))}
    </ul>
  )
}
