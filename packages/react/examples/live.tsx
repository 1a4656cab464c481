import { useFlowUpdates } from '@flow-query/react'

export function LiveMark() {
  const { state, error } = useFlowUpdates({ fallbackInterval: 10_000 })
  return <p title={error?.message}>{state === 'connected' ? 'Live' : state}</p>
}
