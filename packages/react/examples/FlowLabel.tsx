import { useFlow } from '@flow-query/react'

export function FlowLabel() {
  const { data: flow, error } = useFlow({ id: '14' })
  return <p>{flow?.label ?? error?.message ?? 'Loading'}</p>
}
