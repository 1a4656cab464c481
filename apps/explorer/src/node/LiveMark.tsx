import { useChainTime } from '@flow-query/react'
import { useLiveFlows } from '@flow-query/react/live'
import { useRef } from 'react'
import { useClock } from '../time/use-clock'
import { pollInterval } from './live'
import { type NewestBlock, newestBlock, nodeState } from './node'
import { useLive } from './use-live'

/** Keeps the page up to date, and shows the state of the connection. */
export function LiveMark() {
  const updates = useLiveFlows({ fallbackInterval: pollInterval })
  const live = useLive()
  const node = useChainTime()
  const block = useRef<NewestBlock>(undefined)
  block.current = newestBlock(block.current, node, performance.now())
  const stateAt = (now: number) =>
    nodeState(live, updates, node.error !== null, block.current, { now, elapsed: performance.now() })
  const text = useClock(now => stateAt(now).text)
  const isBlockLate = useClock(now => stateAt(now).isBlockLate)
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
