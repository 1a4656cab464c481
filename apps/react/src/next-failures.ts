import { type ForecastChecks, forecastChecks, type LoadedFlows, nextFailures } from '@flow-query/explorer-kit'
import { useFlowsForecast } from '@flow-query/react/forecast'
import { useEffect, useMemo, useRef } from 'react'
import { useStatusTime } from './hooks'

/**
 * Finds the flows that are expected to fail. A page forecasts only the flows that run next, because each takes requests.
 *
 * This function has its own file, so that pages without forecasts don't load their code.
 */
export function useNextFailures(loaded: LoadedFlows) {
  const now = useStatusTime(loaded.flows)
  const before = useRef<ForecastChecks>(undefined)
  const checks = useMemo(() => forecastChecks(loaded, before.current, now), [loaded, now])
  useEffect(() => {
    before.current = checks
  }, [checks])
  const { data, isPending, error } = useFlowsForecast({ flows: checks.flows })
  return {
    failures: useMemo(() => nextFailures(data), [data]),
    checked: data.length,
    selected: checks.flows.length,
    total: checks.total,
    isPending,
    error,
  }
}
