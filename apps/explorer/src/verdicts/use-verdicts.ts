import type { Flow } from '@flow-query/core'
import { useFlowsHealth, useFlowsVerdict } from '@flow-query/react/insights'
import { useMemo, useState } from 'react'
import { willRunAgain } from '../runs/executions'
import { useTime } from '../time/use-chain-time'
import { useRememberVerdicts } from './KnownVerdicts'
import { flowsOfOwners } from './owners-flows'

interface OtherFlows {
  /** A list that contains all flows of the owners. Undefined if some are not loaded. */
  all?: readonly Flow[] | undefined
  /**
   * The maximum number of other flows of each owner whose facts are requested. By default, no facts of other flows are requested, and
   * the verdicts mention it.
   */
  maxOtherFlows?: number | undefined
}

/**
 * Returns the verdicts of flows whose runs are loaded. If a flow runs again, its verdict also needs a forecast, unless the forecast
 * fails.
 */
export function useVerdicts(flows: readonly Flow[] | null, { all, maxOtherFlows = 0 }: OtherFlows = {}) {
  const time = useTime()
  const running = useUnchanged(
    useMemo(() => flows && time && flows.filter(flow => willRunAgain(flow, time)), [flows, time]),
  )
  const over = useUnchanged(
    useMemo(() => flows && time && flows.filter(flow => !willRunAgain(flow, time)), [flows, time]),
  )
  // The verdict of a flow that is over requires a single request, so it is requested before the facts of the forecasts.
  useFlowsHealth({ flows: over })
  const otherFlows = useMemo(() => (running && all ? flowsOfOwners(all, running) : undefined), [running, all])
  const forecasts = useFlowsVerdict({ flows: running, otherFlows, maxOtherFlows })
  // The forecasts request their facts first, because the health of these flows needs only some of the same facts.
  const health = useFlowsHealth({ flows })
  const data = useMemo(() => {
    const known = new Map(forecasts.data.map(verdict => [verdict.flow.id, verdict]))
    const waiting = new Set(forecasts.isPending ? running?.map(({ id }) => id) : [])
    return health.data.flatMap(verdict => {
      const { id } = verdict.flow
      return known.get(id) ?? (waiting.has(id) ? [] : verdict)
    })
  }, [health.data, forecasts.data, forecasts.isPending, running])
  useRememberVerdicts(data)
  return {
    data,
    isPending: health.isPending || forecasts.isPending,
    /** Why some forecasts are unknown. */
    forecastError: forecasts.error,
  }
}

/** Returns the previous list if a new one has the same flows, because a new block seldom changes which flows run again. */
function useUnchanged(list: readonly Flow[] | null | undefined) {
  const [kept, setKept] = useState(list)
  const isSame = list?.length === kept?.length && list?.every((flow, index) => flow === kept?.[index])
  if (list === kept || isSame) return kept
  setKept(list)
  return list
}
