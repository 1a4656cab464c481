import type { Flow } from '@flow-query/core'
import { nextChange } from '@flow-query/core/collection'
import { clock, currentTheme, idle, liveState, onTheme } from '@flow-query/explorer-kit'
import { notifyManager, useQueryClient } from '@tanstack/vue-query'
import { computed, onScopeDispose, shallowRef, watchEffect } from 'vue'
import { useRoute } from 'vue-router'

/** What `select` makes of the time. Changes only when that changes, which is less often than the clock ticks. */
export function useClock<T extends string | number | boolean | null>(select: (now: number) => T) {
  const now = shallowRef(clock.now())
  onScopeDispose(clock.subscribe(() => (now.value = clock.now())))
  return computed(() => select(now.value))
}

/** The time as far as it matters to a list of flows: it moves when one of them starts or ends. */
export function useTimeOf(flows: () => readonly Flow[]) {
  const now = shallowRef(Date.now())
  watchEffect(onCleanup => {
    const change = nextChange(flows(), now.value)
    if (change === null) return
    const wait = Math.min(Math.max(change - Date.now(), 1_000), longestTimeout)
    const timer = setTimeout(() => (now.value = Date.now()), wait)
    onCleanup(() => clearTimeout(timer))
  })
  return now
}

/** A browser takes longer ones for none. */
const longestTimeout = 2 ** 31 - 1

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

/** What stands behind the `?` of the address: of a name that is there twice, the first. */
export function useSearch() {
  const route = useRoute()
  return { get: (name: string) => [route.query[name]].flat()[0] ?? null }
}

export function useTitle(title: () => string) {
  watchEffect(() => {
    document.title = title()
  })
}

/** What is asked of a flow's runs: its page, and who expects it to be opened, share one query by asking alike. */
export const newestRuns = (id: string | undefined) => ({ id, limit: 50, reverse: true, countTotal: true })
