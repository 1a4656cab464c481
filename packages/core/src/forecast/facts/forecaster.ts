import type { FlowClient } from '../../client.js'
import type { FlowQueryError } from '../../errors.js'
import { blockMilliseconds } from '../../status.js'
import type { BlockTime, Flow } from '../../types.js'
import type { FlowForecast } from '../result.js'
import { type ForecastPlan, planForecasts } from './plan.js'
import type { FactState, ForecastFactQueryOptions } from './reader.js'

/** The forecasts of several flows. */
export interface FlowsForecast {
  /** The forecasts, in the order of the flows. Flows whose facts are still loading are missing. */
  data: FlowForecast[]
  /** Whether some facts are still loading. */
  isPending: boolean
  /** The first error of a request for a fact. Null without errors. */
  error: FlowQueryError | null
}

/** The forecasts of several flows, and the queries to observe. */
export interface ForecasterState {
  /** The queries whose data the forecasts need. Loaded facts can add more queries. */
  queries: ForecastFactQueryOptions[]
  /** The forecasts. */
  result: FlowsForecast
}

/** The arguments of {@link Forecaster.update}. */
export interface ForecasterArgs {
  /** The flows to forecast. If null or undefined, the forecasts are pending. */
  flows: readonly Flow[] | null | undefined
  /** The newest block, from `chainTime`. Default: the newest block when a flow or a fact last changed. */
  time?: BlockTime | undefined
}

/** The part of TanStack's `QueryClient` that a {@link Forecaster} uses. */
export interface ForecasterCache {
  getQueryState: (queryKey: ForecastFactQueryOptions['queryKey']) => FactState | undefined
}

/** Computes forecasts from cached facts, from {@link createForecaster}. */
export interface Forecaster {
  /** Returns the forecasts and the queries to observe. It returns the same object until a flow, a fact or `time` has changed. */
  update: (client: FlowClient, args: ForecasterArgs, queryClient: ForecasterCache) => ForecasterState
}

/**
 * Creates a forecaster, on which `useFlowForecast` and `useFlowsForecast` are built. Use it to write a hook for another framework:
 * observe `queries` with TanStack's `QueriesObserver`, and call `update` again after each change.
 *
 * While facts are loading, the forecasts stay as they were. So rows don't disappear when more flows are added.
 *
 * @example
 * const forecaster = createForecaster()
 * const observer = new QueriesObserver(queryClient, [])
 * const show = () => {
 *   const { queries, result } = forecaster.update(client, { flows }, queryClient)
 *   observer.setQueries(queries)
 *   console.log(result.data)
 * }
 * observer.subscribe(show)
 * show()
 */
export function createForecaster(): Forecaster {
  let lastClient: FlowClient | undefined
  let last: { flows: readonly Flow[]; time: number | undefined; facts: (FactState | undefined)[] } | undefined
  let state = nothing(true)
  let forecasts = new Map<string, FlowForecast>()

  return {
    update(client, { flows, time: block }, queryClient) {
      if (lastClient !== client) {
        lastClient = client
        last = undefined
        forecasts.clear()
      }
      if (!flows || flows.length === 0) {
        last = undefined
        state = state.queries.length === 0 && state.result.isPending === !flows ? state : nothing(!flows)
        return state
      }
      const stateOf = queryClient.getQueryState.bind(queryClient)
      const time = block && blockMilliseconds(block)
      const factsOf = (queries: readonly ForecastFactQueryOptions[]) => queries.map(({ queryKey }) => stateOf(queryKey))
      if (last && last.time === time && isSameList(last.flows, flows, Object.is)) {
        const before = last.facts
        const facts = factsOf(state.queries)
        const changed = state.queries.filter(
          ({ queryKey }, index) => !isSameFact(queryKey, before[index], facts[index]),
        )
        // While histories are loading, more of them change nothing. This matters if there are many flows.
        const isWaiting = facts.some(isLoading) && changed.every(({ queryKey }) => queryKey[2] === 'flowHistory')
        if (changed.length === 0 || isWaiting) return state
      }

      const plan = planForecasts(client, { flows, time: block }, stateOf)
      if (plan.forecasts) forecasts = new Map(plan.forecasts.map(forecast => [forecast.flow.id, forecast]))
      const data = flows.flatMap(({ id }) => (isHistoryKnown(plan, id) && forecasts.get(id)) || [])
      state = { queries: plan.queries, result: { data, isPending: plan.isPending, error: plan.error } }
      last = { flows, time, facts: factsOf(plan.queries) }
      return state
    },
  }
}

function nothing(isPending: boolean): ForecasterState {
  return { queries: [], result: { data: [], isPending, error: null } }
}

/** Returns whether a flow's runs are loading or loaded. If they could not be loaded, the flow may have stopped. */
function isHistoryKnown({ facts, isPending }: ForecastPlan, id: string): boolean {
  return isPending || facts?.histories?.[id] !== undefined
}

function isSameList<Item>(
  ones: readonly Item[],
  others: readonly Item[],
  isSame: (one: Item, other: Item) => boolean,
): boolean {
  return (
    ones === others || (ones.length === others.length && ones.every((one, index) => isSame(one, others[index] as Item)))
  )
}

/** Returns whether two states have the same effect on a forecast. A new block alone changes nothing. */
function isSameFact(
  [, , name]: ForecastFactQueryOptions['queryKey'],
  one: FactState | undefined,
  other: FactState | undefined,
): boolean {
  if (name === 'chainTime' && one?.data && other?.data) return true
  return one?.data === other?.data && one?.error === other?.error && isLoading(one) === isLoading(other)
}

function isLoading(fact: FactState | undefined): boolean {
  return !fact || fact.status === 'pending'
}
