import { useFlowClient } from '@flow-query/react'
import { type QueryCache, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { flowsOfHealth } from '../flows/filters'
import { useTime } from '../time/use-chain-time'
import { affordableChecks } from './affordable'
import { type CheckOrder, checksPerGroup, firstChecks, firstRequests, maxRequests, requestedGroup } from './checks'
import { maxOtherFlows } from './owners-flows'
import { useVerdicts } from './use-verdicts'

export type Checks = ReturnType<typeof useChecks>

/**
 * Checks flows in groups, until the page has sent many requests. The remaining flows are checked after a click, and only while the page
 * is visible.
 */
export function useChecks({ toCheck, complete, all, isLoading = false }: CheckOrder) {
  const client = useFlowClient()
  const queryClient = useQueryClient()
  const time = useTime()
  const [isAsked, setAsked] = useState(false)
  const [started, setStarted] = useState(0)
  const flows = useMemo(() => (isLoading ? null : toCheck.slice(0, started)), [toCheck, started, isLoading])
  const { data, isPending, forecastError } = useVerdicts(flows, { all, maxOtherFlows: all && maxOtherFlows })

  const size = isAsked ? requestedGroup : started === 0 ? firstChecks : checksPerGroup
  const next = isPending ? [] : toCheck.slice(started, started + size)
  const left = Math.max(maxRequests - requestsIn(queryClient.getQueryCache()), started === 0 ? firstRequests : 0)
  const affordable = isAsked || !time ? next : affordableChecks(next, { all, time, left, client, queryClient })
  const end = started + affordable.length
  const startsMore = end > started
  useEffect(() => (startsMore ? whenVisible(() => setStarted(end)) : undefined), [startsMore, end])

  const isSettled = !isPending && !startsMore
  const [isSorted, setSorted] = useState(false)
  if (isSettled && !isSorted) setSorted(true)
  return {
    verdicts: data,
    worst: useMemo(() => flowsOfHealth(data, 'attention', 'worst'), [data]),
    failures: useMemo(() => flowsOfHealth(data, 'willFail', 'worst'), [data]),
    total: complete ? toCheck.length : null,
    failedChecks: isPending ? 0 : (flows?.length ?? 0) - data.length,
    /** Whether the first checks have finished. */
    isSorted,
    isPending: !isSettled,
    /** Increases when the checks after a click have finished. */
    round: Number(isSettled && isAsked),
    checkRest: isSorted && !isAsked && !startsMore && started < toCheck.length ? () => setAsked(true) : null,
    forecastError,
  }
}

/** Returns the approximate number of requests whose responses are in the cache. A node sends 100 flows per response. */
function requestsIn(cache: QueryCache): number {
  return cache.getAll().reduce((sum, { queryKey, state: { data } }) => {
    // The status of a client requires two requests.
    if (queryKey[2] === 'clientStatus') return sum + 2
    const isCollection = typeof data === 'object' && data !== null && 'flows' in data && 'loaded' in data
    return sum + (isCollection && !('height' in data) ? Math.ceil(Number(data.loaded) / 100) : 1)
  }, 0)
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
