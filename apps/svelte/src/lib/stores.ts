import { clock, currentTheme, idle, type LiveState, liveState, onTheme } from '@flow-query/explorer-kit'
import { useInfiniteFlowHistory } from '@flow-query/svelte'
import { notifyManager, useQueryClient } from '@tanstack/svelte-query'
import { type Readable, readable } from 'svelte/store'

/** The time, which moves once a second. Only what `$derived` or the template makes of it, where that changes, is drawn again. */
export const now = readable(clock.now(), set => {
  set(clock.now())
  return clock.subscribe(() => set(clock.now()))
})

export const theme = readable(currentTheme(), set => onTheme(() => set(currentTheme())))

/** How the page stands with its node, judged by the queries that are on it. */
export function useLive(): Readable<LiveState> {
  const cache = useQueryClient().getQueryCache()
  return readable(idle, (_set, update) => {
    const judge = () => update(before => liveState(cache.findAll({ type: 'active' }), before))
    judge()
    return cache.subscribe(notifyManager.batchCalls(judge))
  })
}

/** A flow's executions, newest first and counted: what several parts of its page are made of. */
export function useExecutions(id: () => string) {
  return useInfiniteFlowHistory(() => ({ id: id(), limit: 50, reverse: true, countTotal: true }))
}
