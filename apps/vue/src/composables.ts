import type { Flow } from '@flow-query/core'
import { nextStatusChange } from '@flow-query/core/collection'
import {
  afterFrame,
  attentionChecks,
  bookmarks,
  type CheckOrder,
  checksPerGroup,
  checksPerStep,
  clock,
  createStepper,
  currentTheme,
  flowsPath,
  idle,
  lastView,
  liveState,
  onPrint,
  onTheme,
  paths,
  rememberView,
  type Steps,
  watchCache,
  worstFlows,
} from '@flow-query/explorer-kit'
import { useFlowsHealth } from '@flow-query/vue/insights'
import { useQueryClient } from '@tanstack/vue-query'
import { computed, onScopeDispose, type Ref, shallowRef, watch, watchEffect } from 'vue'
import { useRoute } from 'vue-router'

/** Returns a value that depends on the time. It updates when the value changes, not on every tick. */
export function useClock<T extends string | number | boolean | null>(select: (now: number) => T) {
  const now = shallowRef(clock.now())
  onScopeDispose(clock.subscribe(() => (now.value = clock.now())))
  return computed(() => select(now.value))
}

/** Returns a time that updates only when one of the flows starts or ends. */
function useStatusTime(flows: () => readonly Flow[]) {
  const now = shallowRef(Date.now())
  watchEffect(onCleanup => {
    const change = nextStatusChange(flows(), now.value)
    if (change === null) return
    const wait = Math.min(Math.max(change - Date.now(), 1_000), longestTimeout)
    const timer = setTimeout(() => (now.value = Date.now()), wait)
    onCleanup(() => clearTimeout(timer))
  })
  return now
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
) {
  const result = shallowRef<Result>()
  const now = useStatusTime(() => result.value?.flows ?? noFlows)
  const stepper = createStepper<Result>(computed => (result.value = computed))
  onScopeDispose(stepper.stop)
  watch(
    [question, () => start(now.value)],
    ([question, steps]) => {
      if (steps) stepper.run(question, steps)
    },
    { immediate: true },
  )
  return result
}

const noFlows: readonly Flow[] = []

/** Returns a value one frame later, so that the work that starts with it doesn't delay the frame. */
export function useDeferred<T>(value: () => T | undefined, initial: T): Readonly<Ref<T>> {
  const deferred: Ref<T> = shallowRef(initial)
  watch(value, value => afterFrame(() => (deferred.value = value ?? initial)), { immediate: true })
  return deferred
}

/** Finds the flows that need attention. Each check takes a request, so a big chain is checked in steps. */
export function useAttention(order: () => CheckOrder) {
  const limit = shallowRef(checksPerStep)
  const started = shallowRef(checksPerGroup)
  const checks = computed(() => attentionChecks(order(), limit.value, started.value))
  const { data, isPending } = useFlowsHealth({ flows: () => checks.value.flows })
  watch(
    [() => checks.value.hasMore && !isPending.value, started],
    ([startsMore]) => {
      if (startsMore) started.value += checksPerGroup
    },
    // When `isPending` includes the checks that were started before.
    { immediate: true, flush: 'post' },
  )
  const worst = computed(() => worstFlows(data.value))
  return {
    flows: computed(() => checks.value.flows ?? noFlows),
    worst,
    checked: computed(() => data.value.length),
    total: computed(() => checks.value.total),
    isPending: computed(() => isPending.value || checks.value.hasMore),
    checkMore: () => {
      limit.value += checksPerStep
    },
  }
}

/** The maximum delay of `setTimeout`. Browsers treat longer delays as 0. */
const longestTimeout = 2 ** 31 - 1

export function useTheme() {
  const theme = shallowRef(currentTheme())
  onScopeDispose(onTheme(() => (theme.value = currentTheme())))
  return theme
}

/** Whether the page is being printed. */
export function usePrinting() {
  const printing = shallowRef(false)
  onScopeDispose(onPrint(now => (printing.value = now)))
  return printing
}

/** Returns whether the node responds to the queries of the page. */
export function useLive() {
  const cache = useQueryClient().getQueryCache()
  const live = shallowRef(liveState(cache.findAll({ type: 'active' }), idle))
  const update = () => {
    live.value = liveState(cache.findAll({ type: 'active' }), live.value)
  }
  onScopeDispose(watchCache(cache, update))
  return live
}

/** Returns the cached state of a query without fetching it. */
export function useCachedState(queryKey: () => readonly unknown[] | undefined) {
  const cache = useQueryClient().getQueryCache()
  const find = () => {
    const key = queryKey()
    return key && cache.find({ queryKey: key })?.state
  }
  const state = shallowRef(find())
  const update = () => (state.value = find())
  watch(queryKey, update)
  onScopeDispose(watchCache(cache, update))
  return state
}

/** Returns the search parameters of the URL. If a parameter occurs twice, the first value is used. */
export function useSearch() {
  const route = useRoute()
  return { get: (name: string) => [route.query[name]].flat()[0] ?? null }
}

/** Returns all bookmarks, newest first. */
export function useBookmarks() {
  const all = shallowRef(bookmarks.all())
  onScopeDispose(bookmarks.subscribe(() => (all.value = bookmarks.all())))
  return all
}

/** Returns the names of bookmarked owners, by address. */
export function useOwnerNames() {
  const names = shallowRef(bookmarks.ownerNames())
  onScopeDispose(bookmarks.subscribe(() => (names.value = bookmarks.ownerNames())))
  return names
}

/** Returns the URL of the list of flows with its last filters. On the list itself, the URL has no filters. */
export function useFlowsPath() {
  const route = useRoute()
  const search = useSearch()
  const isList = computed(() => route.path === paths.flows)
  const remember = () => isList.value && rememberView(flowsPath(search))
  watch(() => route.fullPath, remember, { immediate: true })
  return computed(() => (isList.value ? paths.flows : lastView()))
}

export function useTitle(title: () => string) {
  watchEffect(() => {
    document.title = title()
  })
}
