import { worstFirst } from '@flow-query/core/insights'
import { useLiveFlows } from '@flow-query/react'
import { useFlowCollection } from '@flow-query/react/collection'
import { useFlowsHealth } from '@flow-query/react/insights'

export function FailingFlows({ owner }: { owner: string }) {
  useLiveFlows()
  const { data: mine, error } = useFlowCollection({ owner })
  const { data } = useFlowsHealth({ flows: mine?.flows })
  const lines = data.toSorted(worstFirst).map(({ flow, health }) => {
    if (health.state !== 'failing') return null
    return <li key={flow.id}>{`${flow.label}: ${health.message ?? health.cause}`}</li>
  })
  return (
    <ul>
      {error && <li>{error.message}</li>}
      {lines}
    </ul>
  )
}
