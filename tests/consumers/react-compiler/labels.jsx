import { useFlow } from '@flow-query/react'
import { useFlowCollection } from '@flow-query/react/collection'
import { useLiveFlows } from '@flow-query/react/live'
import { useState } from 'react'

export function Labels() {
  const [id, setId] = useState(1)
  const { data: all } = useFlowCollection()
  const { data: flow } = useFlow({ id })
  const { state } = useLiveFlows()
  return (
    <button type="button" onClick={() => setId(id + 1)}>
      {state}: {flow?.label} of {all?.flows.map(({ label }) => label).join(', ')}
    </button>
  )
}
