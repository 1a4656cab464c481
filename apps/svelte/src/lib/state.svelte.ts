import type { Flow } from '@flow-query/core'
import { nextStatusChange } from '@flow-query/core/collection'
import type { FlowWithHealth } from '@flow-query/core/insights'
import {
  afterFrame,
  attentionChecks,
  type Bookmark,
  bookmarks,
  type CheckOrder,
  checksPerGroup,
  checksPerStep,
  clock,
  createStepper,
  currentTheme,
  flowsPath,
  idle,
  type LiveState,
  lastView,
  liveState,
  newestRuns,
  onPrint,
  onTheme,
  paths,
  rememberView,
  type Steps,
  type Theme,
  watchCache,
  worstFlows,
} from '@flow-query/explorer-kit'
import { useInfiniteFlowHistory } from '@flow-query/svelte'
import { useFlowsHealth } from '@flow-query/svelte/insights'
import { useQueryClient } from '@tanstack/svelte-query'
import { flushSync, onDestroy, untrack } from 'svelte'
import { createSubscriber } from 'svelte/reactivity'
import { goto } from '$app/navigation'
import { page } from '$app/state'

const ticks = createSubscriber(clock.subscribe)

/** Returns the time, which changes every second. The page updates only where a value that depends on it changes. */
export function now(): number {
  ticks()
  return clock.now()
}

/** Returns a time that updates only when one of the flows starts or ends. */
function useStatusTime(flows: () => readonly Flow[]): { readonly current: number } {
  let now = $state(Date.now())
  $effect(() => {
    const change = nextStatusChange(flows(), now)
    if (change === null) return
    const wait = Math.min(Math.max(change - Date.now(), 1_000), longestTimeout)
    const timer = setTimeout(() => {
      now = Date.now()
    }, wait)
    return () => clearTimeout(timer)
  })
  return {
    get current() {
      return now
    },
  }
}

/** The flows that need attention, and how many flows were checked to find them. */
export interface Attention {
  readonly flows: readonly Flow[]
  readonly worst: readonly FlowWithHealth[]
  readonly checked: number
  readonly total: number | null
  readonly isPending: boolean
  checkMore: () => void
}

/**
 * Returns the newest result of a computation over many flows, or undefined before the first result. A long computation pauses between
 * frames, and the previous result is returned while it runs. The computation is repeated when one of the flows starts or ends.
 *
 * @param question a new value, such as new filters, cancels the running computation
 * @param start starts a computation at a time, or returns undefined if there is nothing to compute yet
 */
export function useSteps<Result extends { flows: readonly Flow[] }>(
  question: () => unknown,
  start: (now: number) => Steps<Result> | undefined,
): { readonly current: Result | undefined } {
  let result = $state.raw<Result>()
  const now = useStatusTime(() => result?.flows ?? noFlows)
  const stepper = createStepper<Result>(computed => {
    result = computed
  })
  onDestroy(stepper.stop)
  // Before the page is updated, so that the result of a short computation appears in the first frame.
  $effect.pre(() => {
    const [asked, steps] = [question(), start(now.current)]
    if (steps) untrack(() => stepper.run(asked, steps))
  })
  return {
    get current() {
      return result
    },
  }
}

const noFlows: readonly Flow[] = []

/** Returns a value one frame later, so that the work that starts with it doesn't delay the frame. */
export function useDeferred<T>(value: () => T | undefined, initial: T): { readonly current: T } {
  let deferred = $state.raw(initial)
  $effect.pre(() => {
    const next = value() ?? initial
    afterFrame(() => {
      deferred = next
    })
  })
  return {
    get current() {
      return deferred
    },
  }
}

/** Finds the flows that need attention. Each check takes a request, so a big chain is checked in steps. */
export function useAttention(order: () => CheckOrder): Attention {
  let limit = $state(checksPerStep)
  let started = $state(checksPerGroup)
  const checks = $derived(attentionChecks(order(), limit, started))
  const known = useFlowsHealth(() => ({ flows: checks.flows }))
  $effect(() => {
    if (checks.hasMore && !known.isPending) started += checksPerGroup
  })
  const worst = $derived(worstFlows(known.data))
  return {
    get flows() {
      return checks.flows ?? noFlows
    },
    get worst() {
      return worst
    },
    get checked() {
      return known.data.length
    },
    get total() {
      return checks.total
    },
    get isPending() {
      return known.isPending || checks.hasMore
    },
    checkMore() {
      limit += checksPerStep
    },
  }
}

/** The maximum delay of `setTimeout`. Browsers treat longer delays as 0. */
const longestTimeout = 2 ** 31 - 1

const themeChanges = createSubscriber(onTheme)

export function theme(): Theme {
  themeChanges()
  return currentTheme()
}

/** Whether the page is being printed. */
export function usePrinting(): { readonly current: boolean } {
  let printing = $state(false)
  $effect(() =>
    onPrint(now => {
      printing = now
      flushSync()
    }),
  )
  return {
    get current() {
      return printing
    },
  }
}

/** Returns whether the node responds to the queries of the page. */
export function useLive(): { readonly current: LiveState } {
  const cache = useQueryClient().getQueryCache()
  const changes = createSubscriber(update => watchCache(cache, update))
  let state = idle
  return {
    get current() {
      changes()
      state = liveState(cache.findAll({ type: 'active' }), state)
      return state
    },
  }
}

/** Returns the cached state of a query without fetching it. */
export function useCachedState(queryKey: () => readonly unknown[] | undefined) {
  const cache = useQueryClient().getQueryCache()
  const changes = createSubscriber(update => watchCache(cache, update))
  return {
    get current() {
      changes()
      const key = queryKey()
      return key && cache.find({ queryKey: key })?.state
    },
  }
}

export function useRuns(id: () => string) {
  return useInfiniteFlowHistory(() => newestRuns(id()))
}

const bookmarkChanges = createSubscriber(bookmarks.subscribe)

/** Returns all bookmarks, newest first. */
export function allBookmarks(): readonly Bookmark[] {
  bookmarkChanges()
  return bookmarks.all()
}

/** Returns the names of bookmarked owners, by address. */
export function ownerNames(): ReadonlyMap<string, string> {
  bookmarkChanges()
  return bookmarks.ownerNames()
}

/** Returns the URL of the list of flows with its last filters. On the list itself, the URL has no filters. */
export function useFlowsPath(): { readonly current: string } {
  const isList = $derived(page.url.pathname === paths.flows)
  $effect(() => {
    if (isList) rememberView(flowsPath(page.url.searchParams))
  })
  return {
    get current() {
      return isList ? paths.flows : lastView()
    },
  }
}

/** Changes the search parameters of the URL without scrolling or moving the focus. */
export function replaceSearch(search: URLSearchParams) {
  return goto(search.size ? `?${search}` : page.url.pathname, { replaceState: true, noScroll: true, keepFocus: true })
}
