import { useFlowClient } from '@flow-query/react'
import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { flowsOfHealth } from '../flows/filters'
import { useTime } from '../time/use-chain-time'
import { affordableChecks } from './affordable'
import { type CheckOrder, checksPerGroup, firstChecks, maxRequests, requestedGroup } from './checks'
import { maxOtherFlows } from './owners-flows'
import { useVerdicts } from './use-verdicts'

export type Checks = ReturnType<typeof useChecks>

/**
 * Checks flows in groups, until the list has required many requests. Requests of earlier lists don't count. The remaining flows are
 * checked after a click, and only while the page is visible.
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
  const [otherQueries] = useState(() => new Set(queryClient.getQueryCache().getAll()))
  const next = useMemo(() => {
    if (isPending) return []
    const group = toCheck.slice(started, started + size)
    if (isAsked || !time) return group
    const own = queryClient
      .getQueryCache()
      .getAll()
      .filter(query => !otherQueries.has(query))
    return affordableChecks(group, { all, time, left: maxRequests - requestsOf(own), client, queryClient })
  }, [isPending, toCheck, started, size, isAsked, time, all, client, queryClient, otherQueries])
  const end = started + next.length
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
