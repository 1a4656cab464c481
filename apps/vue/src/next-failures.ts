import { type CheckOrder, type ForecastChecks, forecastChecks, nextFailures } from '@flow-query/explorer-kit'
import { useFlowsForecast } from '@flow-query/vue/forecast'
import { computed } from 'vue'

/**
 * Finds the flows that are expected to fail. A page forecasts only the flows that run next, because each takes requests.
 *
 * This function has its own file, so that pages without forecasts don't load their code.
 */
export function useNextFailures(order: () => CheckOrder) {
  const checks = computed<ForecastChecks>(before => forecastChecks(order(), before))
  const { data, isPending, error } = useFlowsForecast({ flows: () => checks.value.flows })
  return {
    failures: computed(() => nextFailures(data.value)),
    checked: computed(() => data.value.length),
    selected: computed(() => checks.value.flows?.length ?? 0),
    total: computed(() => checks.value.total),
    isPending,
    error,
  }
}
