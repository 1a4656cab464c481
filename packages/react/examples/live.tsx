import { useLiveFlows } from '@flow-query/react'

export function LiveMark() {
  const { state, error } = useLiveFlows({ fallbackInterval: 10_000 })
  return <p title={error?.message}>{state === 'connected' ? 'Live' : state}</p>
}
