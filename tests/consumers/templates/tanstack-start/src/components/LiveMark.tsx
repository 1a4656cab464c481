import { describeError } from '@flow-query/format'
import { useLiveFlows } from '@flow-query/react/live'

export function LiveMark() {
  const { state, error } = useLiveFlows({ fallbackInterval: 10_000 })
  return <footer title={describeError(error)}>{state === 'connected' ? 'Live' : state}</footer>
}
