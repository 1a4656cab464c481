import { useFlowsVerdict } from '@flow-query/react/forecast'
import { useEffect, useMemo, useRef } from 'react'
import type { CheckOrder } from './checks'
import { type ForecastChecks, forecastChecks, nextFailures } from './next-failures'

/**
 * Finds the flows that are expected to fail. A page forecasts only the flows that run next, because each takes requests.
 *
 * This function has its own file, so that pages without forecasts don't load their code.
 */
export function useNextFailures(order: CheckOrder) {
  const before = useRef<ForecastChecks>(undefined)
  const checks = useMemo(() => forecastChecks(order, before.current), [order])
  useEffect(() => {
    before.current = checks
  }, [checks])
  const { data, isPending, error } = useFlowsVerdict({ flows: checks.flows })
  return {
    failures: useMemo(() => nextFailures(data.flatMap(({ forecast }) => forecast ?? [])), [data]),
    checked: data.length,
    selected: checks.flows?.length ?? 0,
    total: checks.total,
    isPending,
    error,
  }
}
