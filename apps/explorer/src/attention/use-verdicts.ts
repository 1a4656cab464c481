import type { Flow } from '@flow-query/core'
import { initialForecaster, updateForecaster } from '@flow-query/core/query'
import { useFlowClient } from '@flow-query/react'
import { useFlowsHealth } from '@flow-query/react/insights'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { willRunAgain } from '../flow/runs/executions'
import { useTime } from '../time/use-chain-time'

/** Returns the verdicts of flows whose runs are loaded. Until a flow's balances are loaded, its verdict has no forecast. */
export function useVerdicts(flows: readonly Flow[] | null) {
  const time = useTime()
  const health = useFlowsHealth({ flows })
  const running = useMemo(() => flows && time && flows.filter(flow => willRunAgain(flow, time)), [flows, time])
  const forecasts = useForecasts(running)
  const data = useMemo(() => {
    const known = new Map(forecasts.data.map(verdict => [verdict.flow.id, verdict]))
    return health.data.map(verdict => known.get(verdict.flow.id) ?? verdict)
  }, [health.data, forecasts.data])
  return {
    data,
    isPending: health.isPending || forecasts.isPending,
    /** Why some forecasts are unknown. */
    forecastError: forecasts.error,
  }
}

/** Returns verdicts without the owners' other flows, which would take many requests. Many of them are checked too. */
function useForecasts(flows: readonly Flow[] | null | undefined) {
  const client = useFlowClient()
  const queryClient = useQueryClient()
  const committed = useRef(initialForecaster)
  const state = updateForecaster(committed.current, client, { flows, otherFlows: noFlows }, queryClient)
  useEffect(() => {
    committed.current = state
  }, [state])
  useQueries({
    queries: state.queries,
    combine: results => results.map(({ data, error, status }) => ({ data, error, status })),
  })
  return state.result
}

const noFlows: readonly Flow[] = []
