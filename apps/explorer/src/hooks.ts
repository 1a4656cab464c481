import type { Flow } from '@flow-query/core'
import { nextStatusChange } from '@flow-query/core/collection'
import { useInfiniteFlowHistory } from '@flow-query/react'
import { useFlowsHealth } from '@flow-query/react/insights'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useSearchParams } from 'react-router'
import { attentionChecks, type CheckOrder, checksPerGroup, checksPerStep, worstFlows } from './attention/attention'
import type { Bookmark } from './bookmarks/bookmarks'
import { bookmarks, currentTheme, lastView, onPrint, onTheme, rememberView, type Theme } from './browser'
import { newestRuns } from './flow/runs/executions'
import { type Filters, flowsPath, readFilters, withFilter } from './flows/filters'
import { clock } from './node/clock'
import { idle, type LiveState, liveState, watchCache } from './node/live'
import { paths } from './paths'
import { createStepper, type Steps } from './steps/steps'

/** Returns a value that depends on the time. The component rerenders when the value changes, not on every tick. */
export function useClock<T extends string | number | boolean | null>(select: (now: number) => T): T {
  return useSyncExternalStore(clock.subscribe, () => select(clock.now()))
}

/** Returns a time that updates only when one of the flows starts or ends. */
function useStatusTime(flows: readonly Flow[]): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const change = nextStatusChange(flows, now)
    if (change === null) return
    const wait = Math.min(Math.max(change - Date.now(), 1_000), longestTimeout)
    const timer = setTimeout(() => setNow(Date.now()), wait)
    return () => clearTimeout(timer)
  }, [flows, now])
  return now
}

/**
 * Returns the newest result of a computation over many flows, or undefined before the first result. A long computation pauses between
 * frames, and the previous result is returned while it runs. The computation is repeated when one of the flows starts or ends.
 *
 * @param question a new value, such as new filters, cancels the running computation
 * @param start starts a computation at a time. Memoize this function
 */
export function useSteps<Result extends { flows: readonly Flow[] }>(
  question: unknown,
  start: (now: number) => Steps<Result>,
): Result | undefined {
  const [result, setResult] = useState<Result>()
  const now = useStatusTime(result?.flows ?? noFlows)
  const [stepper] = useState(() => createStepper<Result>(setResult))
  useLayoutEffect(() => () => stepper.stop(), [stepper])
  // A layout effect, so that the result of a short computation appears in the first frame.
  useLayoutEffect(() => stepper.run(question, start(now)), [stepper, question, start, now])
  return result
}

const noFlows: readonly Flow[] = []

/** The maximum delay of `setTimeout`. Browsers treat longer delays as 0. */
const longestTimeout = 2 ** 31 - 1

export function useTheme(): Theme {
  return useSyncExternalStore(onTheme, currentTheme)
}

/** Whether the page is being printed. The rows are rendered synchronously, because the browser does not wait for them. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => onPrint(printing => flushSync(() => setPrinting(printing))), [])
  return printing
}

/** Returns whether the node responds to the queries of the page. */
export function useLive(): LiveState {
  const cache = useQueryClient().getQueryCache()
  const state = useRef(idle)
  const subscribe = useCallback((listener: () => void) => watchCache(cache, listener), [cache])
  return useSyncExternalStore(subscribe, () => {
    state.current = liveState(cache.findAll({ type: 'active' }), state.current)
    return state.current
  })
}

export function useRuns(id: string) {
  return useInfiniteFlowHistory(newestRuns(id))
}

/** Returns the cached state of a query without fetching it. */
export function useCachedState(queryKey: readonly unknown[] | undefined) {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((listener: () => void) => watchCache(cache, listener), [cache])
  return useSyncExternalStore(subscribe, () => (queryKey ? cache.find({ queryKey })?.state : undefined))
}

/** Reads the filters from the URL. */
export function useFilters() {
  const [search, setSearch] = useSearchParams()
  const address = search.toString()
  const filters = useMemo(() => readFilters(new URLSearchParams(address)), [address])

  function setFilter(name: keyof Filters, value: string) {
    // React Router updates the URL before it renders, so `search` can lack the previous change.
    setSearch(withFilter(new URLSearchParams(window.location.search), name, value), { replace: true })
  }

  return { filters, setFilter }
}

/** Returns the names of bookmarked owners, by address. */
export function useOwnerNames(): ReadonlyMap<string, string> {
  return useSyncExternalStore(bookmarks.subscribe, bookmarks.ownerNames)
}

/** Returns all bookmarks, newest first. */
export function useBookmarks(): readonly Bookmark[] {
  return useSyncExternalStore(bookmarks.subscribe, bookmarks.all)
}

/** Returns the URL of the list of flows with its last filters. On the list itself, the URL has no filters. */
export function useFlowsPath(): string {
  const { pathname, search } = useLocation()
  const isList = pathname === paths.flows
  useEffect(() => {
    if (isList) rememberView(flowsPath(new URLSearchParams(search)))
  }, [isList, search])
  return isList ? paths.flows : lastView()
}

/** Finds the flows that need attention. Each check takes a request, so a big chain is checked in steps. */
export function useAttention(order: CheckOrder) {
  const [limit, setLimit] = useState(checksPerStep)
  const [started, setStarted] = useState(checksPerGroup)
  const { flows, hasMore, total } = useMemo(() => attentionChecks(order, limit, started), [order, limit, started])
  const { data, isPending } = useFlowsHealth({ flows })
  const startsMore = hasMore && !isPending
  useEffect(() => {
    if (startsMore) setStarted(started + checksPerGroup)
  }, [startsMore, started])
  return {
    flows: flows ?? noFlows,
    worst: useMemo(() => worstFlows(data), [data]),
    checked: data.length,
    total,
    isPending: isPending || hasMore,
    checkMore: () => setLimit(limit + checksPerStep),
  }
}
