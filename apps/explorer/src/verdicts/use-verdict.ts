import type { Flow, FlowHistoryPage } from '@flow-query/core'
import { flowVerdict } from '@flow-query/insights'
import { useFlowCollection } from '@flow-query/react/collection'
import { useFlowDryRun, useFlowsVerdict } from '@flow-query/react/insights'
import { useMemo } from 'react'
import { allOf, autoLoadLimit } from '../collection/collection'
import { useTime } from '../time/use-chain-time'
import { useRememberVerdicts } from './KnownVerdicts'
import { useLastKnown } from './use-last-known'

/**
 * Returns the verdict of a flow. It includes a dry run that was executed after the last run.
 *
 * After each run, the previous verdict stays with its flow and its runs until the next forecast is known.
 */
export function useVerdict(flow: Flow, newest: FlowHistoryPage | undefined) {
  const time = useTime()
  const { data, dataUpdatedAt } = useFlowDryRun({ flow })
  const isCurrent = dataUpdatedAt > (Date.parse(newest?.history[0]?.actualExecTime ?? '') || 0)
  const dryRun = isCurrent ? data : undefined
  const owned = useFlowCollection({ owner: flow.owner, autoLoadLimit })
  const isLoading = owned.isFetching && !owned.data?.complete
  const known = useFlowsVerdict({
    flows: useMemo(() => (isLoading ? null : [flow]), [flow, isLoading]),
    otherFlows: owned.data && allOf(owned.data),
    dryRuns: useMemo(() => ({ [flow.id]: dryRun }), [flow.id, dryRun]),
  })
  const forecast = known.data[0]?.forecast ?? undefined
  const current = useMemo(() => {
    const verdict = newest && time && flowVerdict(flow, newest, forecast, time)
    return { flow, newest, time, verdict, forecast }
  }, [flow, newest, forecast, time])
  const isForecast = Boolean(current.verdict?.forecast) || current.verdict?.state === 'ended'
  // The forecast can still change the verdict.
  const isWaiting = known.isPending && !forecast && current.verdict?.state !== 'ended'
  const { verdict } = current
  useRememberVerdicts(useMemo(() => (verdict && !isWaiting ? [verdict] : []), [verdict, isWaiting]))
  return {
    ...useLastKnown(current, isForecast),
    isPending: known.isPending,
    isWaiting,
    error: known.error,
  }
}
