import { clock, currentTheme, idle, liveState, onTheme } from '@flow-query/explorer-kit'
import { useInfiniteFlowHistory } from '@flow-query/vue'
import { notifyManager, useQueryClient } from '@tanstack/vue-query'
import { computed, onScopeDispose, shallowRef, watchEffect } from 'vue'
import { useRoute } from 'vue-router'

/** What `select` makes of the time. Changes only when that changes, which is less often than the clock ticks. */
export function useClock<T extends string | number | boolean | null>(select: (now: number) => T) {
  const now = shallowRef(clock.now())
  onScopeDispose(clock.subscribe(() => (now.value = clock.now())))
  return computed(() => select(now.value))
}

export function useTheme() {
  const theme = shallowRef(currentTheme())
  onScopeDispose(onTheme(() => (theme.value = currentTheme())))
  return theme
}

/** How the page stands with its node, judged by the queries that are on it. */
export function useLive() {
  const cache = useQueryClient().getQueryCache()
  const live = shallowRef(liveState(cache.findAll({ type: 'active' }), idle))
  const update = () => {
    live.value = liveState(cache.findAll({ type: 'active' }), live.value)
  }
  onScopeDispose(cache.subscribe(notifyManager.batchCalls(update)))
  return live
}

/** A flow's executions, newest first and counted: what several parts of its page are made of. */
export function useExecutions(id: () => string) {
  return useInfiniteFlowHistory({ id, limit: 50, reverse: true, countTotal: true })
}

/** What stands behind the `?` of the address. */
export function useSearch() {
  const route = useRoute()
  return computed(() => new URL(route.fullPath, location.origin).searchParams)
}

export function useTitle(title: () => string) {
  watchEffect(() => {
    document.title = title()
  })
}
