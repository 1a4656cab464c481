import { useChainTime, useLiveFlows } from '@flow-query/react'
import { useQuery } from '@tanstack/react-query'
import { useClock } from '../time/use-clock'
import { useEndpoint } from './EndpointProvider'
import { pollInterval } from './live'
import { chainIdQueryOptions, nodeLine } from './node'
import { useLive } from './use-live'

/** Keeps the page up to date, and shows the state of the connection and the chain's newest block. */
export function LiveMark() {
  const { endpoint } = useEndpoint()
  const updates = useLiveFlows({ fallbackInterval: pollInterval })
  const live = useLive()
  const node = useChainTime()
  const { data: chainId } = useQuery(chainIdQueryOptions(endpoint, node))
  const line = (now: number) => nodeLine(live, updates, node, chainId, now)
  const text = useClock(now => line(now).text)
  const facts = useClock(now => line(now).facts)
  const isBlockLate = useClock(now => line(now).isBlockLate)
  return (
    <p className="node-line" data-testid="node-line">
      <span
        className="live"
        data-testid="live-mark"
        data-state={live.state}
        data-connection={updates.state}
        data-late={isBlockLate}
        title={updates.error?.message ?? text}
      >
        <span className="live-dot" aria-hidden="true" />
        <span>{text}</span>
      </span>
      <span data-testid="node-facts">{facts}</span>
    </p>
  )
}
