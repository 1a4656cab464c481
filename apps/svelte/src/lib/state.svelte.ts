import type { Flow } from '@flow-query/core'
import { nextChange } from '@flow-query/core/collection'
import { clock, currentTheme, idle, type LiveState, liveState, onTheme, type Theme } from '@flow-query/explorer-kit'
import { useInfiniteFlowHistory } from '@flow-query/svelte'
import { notifyManager, useQueryClient } from '@tanstack/svelte-query'
import { createSubscriber } from 'svelte/reactivity'
import { goto } from '$app/navigation'
import { page } from '$app/state'

const ticks = createSubscriber(clock.subscribe)

/** The time, which moves once a second. Only what `$derived` or the template makes of it, where that changes, is drawn again. */
export function now(): number {
  ticks()
  return clock.now()
}

/** The time as far as it matters to a list of flows: it moves when one of them starts or ends. */
export function useTimeOf(flows: () => readonly Flow[]): { readonly current: number } {
  let now = $state(Date.now())
  $effect(() => {
    const change = nextChange(flows(), now)
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

/** A browser takes longer ones for none. */
const longestTimeout = 2 ** 31 - 1

const themeChanges = createSubscriber(onTheme)

export function theme(): Theme {
  themeChanges()
  return currentTheme()
}

/** How the page stands with its node, judged by the queries that are on it. */
export function useLive(): { readonly current: LiveState } {
  const cache = useQueryClient().getQueryCache()
  const changes = createSubscriber(update => cache.subscribe(notifyManager.batchCalls(update)))
  let state = idle
  return {
    get current() {
      changes()
      state = liveState(cache.findAll({ type: 'active' }), state)
      return state
    },
  }
}

/** What is asked of a flow's runs: the parts of its page share one query by asking alike. Its first page is the newest fifty. */
export const newestRuns = (id: string) => ({ id, limit: 50, reverse: true, countTotal: true })

export function useRuns(id: () => string) {
  return useInfiniteFlowHistory(() => newestRuns(id()))
}

/** The same page with other words in its address; it stays where it is. */
export function replaceSearch(search: URLSearchParams) {
  return goto(search.size ? `?${search}` : page.url.pathname, { replaceState: true, noScroll: true, keepFocus: true })
}
