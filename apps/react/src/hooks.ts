import type { Flow } from '@flow-query/core'
import { nextChange } from '@flow-query/core/collection'
import { clock, currentTheme, idle, type LiveState, liveState, onTheme, type Theme } from '@flow-query/explorer-kit'
import { useInfiniteFlowHistory } from '@flow-query/react'
import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'

/** What `select` makes of the time. Renders again when that changes, which is less often than the clock ticks. */
export function useClock<T extends string | number | boolean | null>(select: (now: number) => T): T {
  return useSyncExternalStore(clock.subscribe, () => select(clock.now()))
}

/** The time as far as it matters to a list of flows: it moves when one of them starts or ends. */
export function useTimeOf(flows: readonly Flow[]): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const change = nextChange(flows, now)
    if (change === null) return
    const wait = Math.min(Math.max(change - Date.now(), 1_000), longestTimeout)
    const timer = setTimeout(() => setNow(Date.now()), wait)
    return () => clearTimeout(timer)
  }, [flows, now])
  return now
}

/** A browser takes longer ones for none. */
const longestTimeout = 2 ** 31 - 1

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

/** What is asked of a flow's runs: the parts of its page share one query by asking alike. Its first page is the newest fifty. */
export const newestRuns = (id: string) => ({ id, limit: 50, reverse: true, countTotal: true })

export function useRuns(id: string) {
  return useInfiniteFlowHistory(newestRuns(id))
}
