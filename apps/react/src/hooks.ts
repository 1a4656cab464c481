import { clock, currentTheme, idle, type LiveState, liveState, onTheme, type Theme } from '@flow-query/explorer-kit'
import { useInfiniteFlowHistory } from '@flow-query/react'
import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useSyncExternalStore } from 'react'

/** What `select` makes of the time. Renders again when that changes, which is less often than the clock ticks. */
export function useClock<T extends string | number | boolean | null>(select: (now: number) => T): T {
  return useSyncExternalStore(clock.subscribe, () => select(clock.now()))
}

export function useTheme(): Theme {
  return useSyncExternalStore(onTheme, currentTheme)
}

/** How the page stands with its node, judged by the queries that are on it. */
export function useLive(): LiveState {
  const cache = useQueryClient().getQueryCache()
  const state = useRef(idle)
  const subscribe = useCallback((listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)), [cache])
  return useSyncExternalStore(subscribe, () => {
    state.current = liveState(cache.findAll({ type: 'active' }), state.current)
    return state.current
  })
}

/** A flow's executions, newest first and counted: what several parts of its page are made of. */
export function useExecutions(id: string) {
  return useInfiniteFlowHistory({ id, limit: 50, reverse: true, countTotal: true })
}
