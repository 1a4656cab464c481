import { type CheckOrder, type ForecastChecks, forecastChecks, nextFailures } from '@flow-query/explorer-kit'
import { useFlowsForecast } from '@flow-query/svelte/forecast'

/**
 * Finds the flows that are expected to fail. A page forecasts only the flows that run next, because each takes requests.
 *
 * This function has its own file, so that pages without forecasts don't load their code.
 */
export function useNextFailures(order: () => CheckOrder) {
  let before: ForecastChecks | undefined
  const checks = $derived.by(() => {
    before = forecastChecks(order(), before)
    return before
  })
  const forecasts = useFlowsForecast(() => ({ flows: checks.flows }))
  const failures = $derived(nextFailures(forecasts.data))
  return {
    get failures() {
      return failures
    },
    get checked() {
      return forecasts.data.length
    },
    get selected() {
      return checks.flows?.length ?? 0
    },
    get total() {
      return checks.total
    },
    get isPending() {
      return forecasts.isPending
    },
    get error() {
      return forecasts.error
    },
  }
}
