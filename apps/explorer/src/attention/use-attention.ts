import type { Flow } from '@flow-query/core'
import { compareHealth, needsAttention } from '@flow-query/core/insights'
import { useFlowsHealth } from '@flow-query/react/insights'
import { useEffect, useMemo, useState } from 'react'
import { attentionChecks, type CheckOrder, checksPerGroup, checksPerStep } from './checks'

const noFlows: readonly Flow[] = []

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
    worst: useMemo(() => data.filter(({ health }) => needsAttention(health)).sort(compareHealth), [data]),
    checked: data.length,
    total,
    isPending: isPending || hasMore,
    checkMore: () => setLimit(limit + checksPerStep),
  }
}
