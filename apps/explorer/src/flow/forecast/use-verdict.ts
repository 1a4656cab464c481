import type { Flow, FlowHistoryPage } from '@flow-query/core'
import { flowVerdict } from '@flow-query/core/insights'
import { useFlowDryRun, useFlowVerdict } from '@flow-query/react/forecast'
import { useTime } from '../../time/use-chain-time'

/** Returns the verdict of a flow. A dry run since its last run counts. */
export function useVerdict(flow: Flow, newest: FlowHistoryPage | undefined) {
  const time = useTime()
  const { data, dataUpdatedAt } = useFlowDryRun({ flow })
  const isCurrent = dataUpdatedAt > (Date.parse(newest?.history[0]?.actualExecTime ?? '') || 0)
  const known = useFlowVerdict({ flow, dryRun: isCurrent ? data : undefined })
  const forecast = known.data?.forecast
  const verdict = newest && time && flowVerdict(flow, newest, forecast, time)
  return {
    verdict,
    forecast: forecast ?? undefined,
    isPending: known.isPending,
    /** Whether the forecast can still change the verdict. */
    isWaiting: known.isPending && !forecast && verdict?.state !== 'ended',
    error: known.error,
  }
}
