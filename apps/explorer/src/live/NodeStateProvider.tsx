import { useChainTime } from '@flow-query/react'
import { type LiveStatus, useLiveFlows } from '@flow-query/react/live'
import { createContext, type ReactNode, use, useMemo, useRef } from 'react'
import { DataAge } from '../time/data-age'
import { useClock } from '../time/use-clock'
import { type LiveState, pollInterval } from './live'
import { isBlockLate, type NewestBlock, newestBlock, oldDataTime } from './newest-block'
import { useLive } from './use-live'

interface NodeState {
  live: LiveState
  updates: LiveStatus
  /** Whether the node answers, but the chain has created no block for a while. */
  isHalted: boolean
}

const NodeStateContext = createContext<NodeState | null>(null)

/** Keeps the page up to date, and observes whether the node responds and the chain creates blocks. */
export function NodeStateProvider({ children }: { children: ReactNode }) {
  const updates = useLiveFlows({ fallbackInterval: pollInterval })
  const live = useLive()
  const node = useChainTime()
  const block = useRef<NewestBlock>(undefined)
  block.current = newestBlock(block.current, node, performance.now())
  const isHalted = useClock(() => isBlockLate(live, node.error !== null, block.current, performance.now()))
  const state = useMemo(() => ({ live, updates, isHalted }), [live, updates, isHalted])
  return (
    <NodeStateContext value={state}>
      <DataAge value={oldDataTime(live, isHalted, node.data)}>{children}</DataAge>
    </NodeStateContext>
  )
}

export function useNodeState(): NodeState {
  const state = use(NodeStateContext)
  if (!state) throw new Error('useNodeState must be used inside a NodeStateProvider.')
  return state
}
