import type { Flow } from '@flow-query/core'
import { useFlowClient } from '@flow-query/react'
import { newestRunsQueryOptions } from '@flow-query/react/insights'
import { notifyManager, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useTime } from '../time/use-chain-time'
import { affordableChecks } from './affordable'
import {
  checksPerGroup,
  failuresBefore,
  fewRequests,
  maxRequests,
  nothingStarted,
  requestedGroup,
  startChecks,
} from './checks'
import { worstOfHealth } from './health-filter'
import { type CheckQueue, firstUnchecked } from './queue'
import { useVerdicts } from './use-verdicts'

export type Checks = ReturnType<typeof useChecks>

/**
 * Checks flows in groups, until the list has required many requests. A group starts before the previous one has finished, so that no
 * request waits for a response that it doesn't need. If all flows have the same owner, a group waits for the verdicts of the previous
 * one, because more flows would delay them. Requests of earlier lists don't count. The remaining flows are checked after a click, and
 * only while the page is visible.
 */
export function useChecks(queue: CheckQueue) {
  const { flows: queued, running, complete, all, maxOtherFlows, isOneOwner, sampleOf = null, isLoading = false } = queue
  const client = useFlowClient()
  const queryClient = useQueryClient()
  const time = useTime()
  const [isAsked, setAsked] = useState(false)
  const [{ count, ids }, setStarted] = useState(nothingStarted)
  const flows = useMemo(() => (isLoading ? null : queued.filter(({ id }) => ids.has(id))), [queued, ids, isLoading])
  const { data, isPending, forecastError } = useVerdicts(flows, { all, maxOtherFlows })

  const smallest = isAsked ? requestedGroup : checksPerGroup
  // Each group of an owner's flows doubles their number, so that few groups wait.
  const size = isOneOwner ? Math.max(smallest, count) : smallest
  const [otherQueries] = useState(() => new Set(queryClient.getQueryCache().getAll()))
  const started = useMemo(() => queued.slice(Math.max(0, count - size), count), [queued, count, size])
  const isSending = useIsSending(otherQueries, started)
  const isBusy = isOneOwner ? isPending : isSending
  const next = useMemo(() => {
    if (isBusy) return []
    const group = queued.slice(count, count + size)
    if (isAsked || !time) return group
    const left = maxRequests - requestsOf(queriesOf(queryClient, otherQueries))
    return affordableChecks(group, { all: maxOtherFlows ? all : undefined, time, left, client, queryClient })
  }, [isBusy, queued, count, size, isAsked, time, all, maxOtherFlows, client, queryClient, otherQueries])
  const end = count + next.length
  // A run changes the queue, so other flows can be the first ones.
  const startsMore = queued.slice(0, end).some(({ id }) => !ids.has(id))
  useEffect(
    () => (startsMore ? whenVisible(() => setStarted(before => startChecks(before, queued, end))) : undefined),
    [startsMore, queued, end],
  )

  const isSettled = !isPending && !isBusy && !startsMore
  const [round, setRound] = useState(0)
  const currentRound = isAsked ? 2 : 1
  if (isSettled && round < currentRound) setRound(currentRound)
  const [hasFirstGroup, setHasFirstGroup] = useState(false)
  if (!hasFirstGroup && count > 0 && data.length >= checksPerGroup) setHasFirstGroup(true)
  const isSorted = round > 0
  const isChecking = round < currentRound

  const until = useMemo(() => {
    const checked = isPending ? new Set(data.map(({ flow }) => flow.id)) : ids
    return firstUnchecked(running, checked)?.execTime ?? null
  }, [running, data, isPending, ids])
  const startedCount = flows?.length ?? 0
  const failedChecks = isPending ? 0 : startedCount - data.length
  const checked = isChecking ? data.length : startedCount - failedChecks
  return {
    verdicts: data,
    /** The number of checked flows. After the checks, a run can change which flows are checked, but not their number. */
    checked,
    unchecked: queued.length - checked,
    total: complete ? queued.length : null,
    sampleOf,
    failedChecks,
    worst: useMemo(() => worstOfHealth(data, 'attention'), [data]),
    /** The expected failures before `until`, soonest first. Later ones are unknown until the flows that run before them are checked. */
    failures: useMemo(() => failuresBefore(until, worstOfHealth(data, 'willFail')), [data, until]),
    until,
    isChecking,
    /** Whether the first checks have finished. */
    isSorted,
    /** Increases when the first checks have finished, and again after the checks that follow a click. */
    round,
    /** Whether the first group of checks has finished. The failures can be shown earlier, because more checks only add later ones. */
    hasFailures: isSorted || hasFirstGroup,
    /** Changes when the checks have found later failures. */
    failuresRound: isChecking ? until : round,
    checkRest: isSorted && !isAsked && count < queued.length ? () => setAsked(true) : null,
    forecastError,
  }
}

function queriesOf(queryClient: QueryClient, otherQueries: ReadonlySet<Query>): Query[] {
  return queryClient
    .getQueryCache()
    .getAll()
    .filter(query => !otherQueries.has(query))
}

/** Returns whether the next group must wait: many requests are unanswered, or the first requests of the started flows are missing. */
function useIsSending(otherQueries: ReadonlySet<Query>, started: readonly Flow[]): boolean {
  const client = useFlowClient()
  const queryClient = useQueryClient()
  const subscribe = useCallback(
    (onChange: () => void) => queryClient.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    [queryClient],
  )
  return useSyncExternalStore(subscribe, () => {
    const unanswered = queriesOf(queryClient, otherQueries).filter(({ state }) => isUnanswered(state))
    if (unanswered.length >= fewRequests) return true
    return started.some(flow => !queryClient.getQueryState(newestRunsQueryOptions(client, flow).queryKey))
  })
}

function isUnanswered({ status, fetchStatus }: Query['state']): boolean {
  return status === 'pending' && fetchStatus !== 'idle'
}

/** Returns the number of requests that queries require. */
function requestsOf(queries: readonly Query[]): number {
  // The status of a client requires two requests.
  return queries.length + queries.filter(({ queryKey }) => queryKey[2] === 'clientStatus').length
}

/** Calls a function when the page is visible. Returns a function that cancels the call. */
function whenVisible(callback: () => void): () => void {
  const check = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', check)
    callback()
  }
  document.addEventListener('visibilitychange', check)
  check()
  return () => document.removeEventListener('visibilitychange', check)
}
