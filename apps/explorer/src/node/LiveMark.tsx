import { useChainTime } from '@flow-query/react'
import { useLiveFlows } from '@flow-query/react/live'
import { useClock } from '../time/use-clock'
import { pollInterval } from './live'
import { nodeState } from './node'
import { useLive } from './use-live'

/** Keeps the page up to date, and shows the state of the connection. */
export function LiveMark() {
  const updates = useLiveFlows({ fallbackInterval: pollInterval })
  const live = useLive()
  const node = useChainTime()
  const text = useClock(now => nodeState(live, updates, node, now).text)
  const isBlockLate = useClock(now => nodeState(live, updates, node, now).isBlockLate)
  return (
    <p
      className="live"
      data-testid="live-mark"
      data-state={live.state}
      data-connection={updates.state}
      data-late={isBlockLate}
      title={updates.error?.message ?? text}
    >
      <span className="live-dot" aria-hidden="true" />
      <span className="live-text">{text}</span>
    </p>
  )
}
