import type { QueryClient } from '@tanstack/query-core'
import type { FlowClient } from '../client.js'
import { type ForecastPlan, planForecasts } from '../forecast/facts/plan.js'
import type { FactState, ForecastFactQueryOptions, StateOf } from '../forecast/facts/reader.js'
import type { FlowsForecastFacts } from '../forecast/facts.js'
import { type FlowVerdict, flowVerdict } from '../insights/verdict.js'
import { isSame } from '../same.js'
import { blockMilliseconds } from '../status.js'
import type { BlockTime, Flow } from '../types.js'
import type { FlowsVerdict } from './health.js'

/** The verdicts of several flows, and the queries to observe. */
export interface ForecasterState {
  /** The queries whose data the forecasts need. */
  readonly queries: ForecastFactQueryOptions[]
  readonly result: FlowsVerdict
  /** The facts that the next update compares with, and the last known verdicts. */
  readonly basis: ForecasterBasis
}

export interface ForecasterBasis {
  readonly client: FlowClient | undefined
  readonly flows: readonly Flow[]
  readonly otherFlows: readonly Flow[] | undefined
  /** In milliseconds since 1970. */
  readonly time: number | undefined
  readonly facts: readonly (FactState | undefined)[]
  readonly dryRuns: FlowsForecastFacts['dryRuns']
  readonly plan: ForecastPlan | undefined
  readonly verdicts: ReadonlyMap<string, FlowVerdict>
}

export interface ForecasterArgs {
  /** The flows to forecast. If null or undefined, the forecasts are pending. */
  flows: readonly Flow[] | null | undefined
  /**
   * The owners' other flows, which spend the same money. Pass the same array until it changes. An empty array saves requests, but ignores
   * what they spend. Defaults to the newest 100 flows of each owner, for up to 20 owners.
   */
  otherFlows?: readonly Flow[] | undefined
  /** The newest block, from `chainTime`. Defaults to the newest block when a flow or a fact last changed. */
  time?: BlockTime | undefined
  dryRuns?: FlowsForecastFacts['dryRuns'] | undefined
}

const nothingKnown: ForecasterBasis = {
  client: undefined,
  flows: [],
  otherFlows: undefined,
  time: undefined,
  facts: [],
  dryRuns: undefined,
  plan: undefined,
  verdicts: new Map(),
}

/** The state before the first {@link updateForecaster}. */
export const initialForecaster: ForecasterState = stateWithout(true, nothingKnown)

/**
 * Returns the verdicts that follow from cached facts, and the queries to observe. Use `updateForecaster` to write a hook for another
 * framework: observe `queries` with TanStack's `QueriesObserver`, and call it again after each change. It returns `state` itself until a
 * flow, a fact or a verdict has changed.
 *
 * While facts are loading, the verdicts stay as they were.
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
  { flows, otherFlows, time: block, dryRuns }: ForecasterArgs,
  queryClient: Pick<QueryClient, 'getQueryState'>,
): ForecasterState {
  const isSameClient = state.basis.client === client
  const known = isSameClient ? state.basis.verdicts : nothingKnown.verdicts
  if (!flows || flows.length === 0) {
    const isEmpty = isSameClient && state.queries.length === 0 && state.result.isPending === !flows
    return isEmpty ? state : stateWithout(!flows, { ...nothingKnown, client, verdicts: known })
  }
  const time = block && blockMilliseconds(block)
  const stateOf = queryClient.getQueryState.bind(queryClient)
  const factsOf = (queries: readonly ForecastFactQueryOptions[]) => queries.map(({ queryKey }) => stateOf(queryKey))
  const isSameDryRun = ({ id }: Flow) => state.basis.dryRuns?.[id] === dryRuns?.[id]
  const isSameTask =
    isSameClient &&
    state.basis.time === time &&
    state.basis.otherFlows === otherFlows &&
    isSameList(state.basis.flows, flows)
  if (isSameTask && flows.every(isSameDryRun)) {
    const facts = factsOf(state.queries)
    const changed = state.queries.filter(
      ({ queryKey }, index) => !isSameFact(queryKey, state.basis.facts[index], facts[index]),
    )
    // While histories are loading, more of them change nothing.
    const isWaiting = facts.some(isLoading) && changed.every(({ queryKey }) => queryKey[2] === 'flowHistory')
    if (changed.length === 0) return atNewestBlock(state, stateOf)
    if (isWaiting) return state
  }

  const plan = planForecasts(client, { flows, otherFlows, time: block, dryRuns }, stateOf)
  const verdicts = decide(plan, known)
  return {
    queries: plan.queries,
    result: {
      data: flows.flatMap(({ id }) => (isHistoryKnown(plan, id) && verdicts.get(id)) || []),
      isPending: plan.isPending,
      error: plan.error,
    },
    basis: { client, flows, otherFlows, time, dryRuns, plan, facts: factsOf(plan.queries), verdicts },
  }
}

/** Verdicts that have not changed are the same objects. */
function decide({ facts, forecasts, time }: ForecastPlan, known: ForecasterBasis['verdicts']): typeof known {
  if (!facts || !forecasts || !time) return known
  return new Map(
    forecasts.map(forecast => {
      const { id } = forecast.flow
      const verdict = flowVerdict(forecast.flow, facts.histories?.[id], forecast, time)
      const before = known.get(id)
      const isKnown = before?.forecast === forecast && isSame(pastOf(before), pastOf(verdict))
      return [id, isKnown ? before : verdict]
    }),
  )
}

function pastOf({ health, results }: FlowVerdict): Pick<FlowVerdict, 'health' | 'results'> {
  return { health, results }
}

/** Updates the verdicts without new forecasts, because a new block alone can end a flow. */
function atNewestBlock(state: ForecasterState, stateOf: StateOf): ForecasterState {
  const { basis, queries, result } = state
  const query = queries.find(({ queryKey }) => queryKey[2] === 'chainTime')
  const time = query && (stateOf(query.queryKey)?.data as BlockTime | undefined)
  if (!time || !basis.plan || basis.plan.time === time) return state
  const verdicts = decide({ ...basis.plan, time }, basis.verdicts)
  const data = result.data.map(verdict => verdicts.get(verdict.flow.id) ?? verdict)
  if (data.every((verdict, index) => verdict === result.data[index])) return state
  return { ...state, result: { ...result, data }, basis: { ...basis, plan: { ...basis.plan, time }, verdicts } }
}

function stateWithout(isPending: boolean, basis: ForecasterBasis): ForecasterState {
  return { queries: [], result: { data: [], isPending, error: null }, basis }
}

/** If the runs of a flow could not be loaded, the flow may have stopped. */
function isHistoryKnown({ facts, isPending }: ForecastPlan, id: string): boolean {
  return isPending || facts?.histories?.[id] !== undefined
}

function isSameList(ones: readonly Flow[], others: readonly Flow[]): boolean {
  return ones === others || (ones.length === others.length && ones.every((one, index) => one === others[index]))
}

/** A new block alone changes nothing. */
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
