import type { QueryClient } from '@tanstack/query-core'
import type { FlowClient } from '../client.js'
import type { FlowQueryError } from '../errors.js'
import { type ForecastPlan, planForecasts } from '../forecast/facts/plan.js'
import type { FactState, ForecastFactQueryOptions } from '../forecast/facts/reader.js'
import type { FlowForecast } from '../forecast/result.js'
import { blockMilliseconds } from '../status.js'
import type { BlockTime, Flow } from '../types.js'

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
  readonly queries: ForecastFactQueryOptions[]
  /** The forecasts. */
  readonly result: FlowsForecast
  /** The facts that the next update compares with, and the last known forecasts. */
  readonly basis: ForecasterBasis
}

/** The arguments and facts of a {@link ForecasterState}. */
export interface ForecasterBasis {
  readonly client: FlowClient | undefined
  readonly flows: readonly Flow[]
  /** In milliseconds since 1970. */
  readonly time: number | undefined
  readonly facts: readonly (FactState | undefined)[]
  /** The last known forecasts, by flow ID. */
  readonly forecasts: ReadonlyMap<string, FlowForecast>
}

/** The arguments of {@link updateForecaster}. */
export interface ForecasterArgs {
  /** The flows to forecast. If null or undefined, the forecasts are pending. */
  flows: readonly Flow[] | null | undefined
  /** The newest block, from `chainTime`. Default: the newest block when a flow or a fact last changed. */
  time?: BlockTime | undefined
}

const nothingKnown: ForecasterBasis = {
  client: undefined,
  flows: [],
  time: undefined,
  facts: [],
  forecasts: new Map(),
}

/** The state before the first {@link updateForecaster}. */
export const initialForecaster: ForecasterState = stateWithout(true, nothingKnown)

/**
 * Returns the forecasts that follow from cached facts, and the queries to observe. `useFlowForecast` and `useFlowsForecast` are built on
 * it. Use it to write a hook for another framework: observe `queries` with TanStack's `QueriesObserver`, and call it again after each
 * change. It returns `state` itself until a flow, a fact or `time` has changed.
 *
 * While facts are loading, the forecasts stay as they were. So rows don't disappear when more flows are added.
 *
 * @param state the last state. Start with `initialForecaster`
 * @example
 * let state = initialForecaster
 * const observer = new QueriesObserver(queryClient, [])
 * const show = () => {
 *   state = updateForecaster(state, client, { flows }, queryClient)
 *   observer.setQueries(state.queries)
 *   console.log(state.result.data)
 * }
 * observer.subscribe(show)
 * show()
 */
export function updateForecaster(
  state: ForecasterState,
  client: FlowClient,
  { flows, time: block }: ForecasterArgs,
  queryClient: Pick<QueryClient, 'getQueryState'>,
): ForecasterState {
  const isSameClient = state.basis.client === client
  const known = isSameClient ? state.basis.forecasts : nothingKnown.forecasts
  if (!flows || flows.length === 0) {
    const isSame = isSameClient && state.queries.length === 0 && state.result.isPending === !flows
    return isSame ? state : stateWithout(!flows, { ...nothingKnown, client, forecasts: known })
  }
  const time = block && blockMilliseconds(block)
  const stateOf = queryClient.getQueryState.bind(queryClient)
  const factsOf = (queries: readonly ForecastFactQueryOptions[]) => queries.map(({ queryKey }) => stateOf(queryKey))
  if (isSameClient && state.basis.time === time && isSameList(state.basis.flows, flows)) {
    const facts = factsOf(state.queries)
    const changed = state.queries.filter(
      ({ queryKey }, index) => !isSameFact(queryKey, state.basis.facts[index], facts[index]),
    )
    // While histories are loading, more of them change nothing. This matters if there are many flows.
    const isWaiting = facts.some(isLoading) && changed.every(({ queryKey }) => queryKey[2] === 'flowHistory')
    if (changed.length === 0 || isWaiting) return state
  }

  const plan = planForecasts(client, { flows, time: block }, stateOf)
  const forecasts = plan.forecasts ? new Map(plan.forecasts.map(forecast => [forecast.flow.id, forecast])) : known
  return {
    queries: plan.queries,
    result: {
      data: flows.flatMap(({ id }) => (isHistoryKnown(plan, id) && forecasts.get(id)) || []),
      isPending: plan.isPending,
      error: plan.error,
    },
    basis: { client, flows, time, facts: factsOf(plan.queries), forecasts },
  }
}

function stateWithout(isPending: boolean, basis: ForecasterBasis): ForecasterState {
  return { queries: [], result: { data: [], isPending, error: null }, basis }
}

/** Returns whether a flow's runs are loading or loaded. If they could not be loaded, the flow may have stopped. */
function isHistoryKnown({ facts, isPending }: ForecastPlan, id: string): boolean {
  return isPending || facts?.histories?.[id] !== undefined
}

function isSameList(ones: readonly Flow[], others: readonly Flow[]): boolean {
  return ones === others || (ones.length === others.length && ones.every((one, index) => one === others[index]))
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
