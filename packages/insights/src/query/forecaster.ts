import type { BlockTime, Flow, FlowClient } from '@flow-query/core'
import { isSame } from '@flow-query/core/parts/cache'
import { finish, type Steps } from '@flow-query/core/parts/collection'
import type { QueryClient } from '@tanstack/query-core'
import { type ForecastPlan, maxOwners, planForecastsInSteps } from '../forecast/facts/plan.js'
import type { FactState, ForecastFactQueryOptions, StateOf } from '../forecast/facts/reader.js'
import type { FlowsForecastFacts } from '../forecast/forecast-facts.js'
import { type FlowVerdict, flowVerdict } from '../verdict/verdict.js'
import type { FlowsVerdict } from './health.js'

/** The verdicts of several flows, and the queries to observe. */
export interface ForecasterState {
  /** The queries whose data the forecasts need. */
  readonly queries: ForecastFactQueryOptions[]
  readonly result: FlowsVerdict
  /** The arguments and facts of the last update. */
  readonly basis: ForecasterBasis
}

export interface ForecasterBasis {
  readonly client: FlowClient | undefined
  readonly flows: readonly Flow[]
  readonly owners: ReadonlyMap<string, OwnerState>
}

interface OwnerState {
  readonly queries: ForecastFactQueryOptions[]
  readonly result: FlowsVerdict
  readonly args: OwnerArgs
  readonly facts: readonly (FactState | undefined)[]
  readonly plan: ForecastPlan
  readonly verdicts: Verdicts
}

const manyFacts = ['balances', 'flowHistory']

type OwnerArgs = ForecasterArgs & { flows: readonly Flow[] }
type Verdicts = ReadonlyMap<string, FlowVerdict>

export interface ForecasterArgs {
  /** The flows to forecast. If null or undefined, the forecasts are pending. */
  flows: readonly Flow[] | null | undefined
  /** All flows of the owners, if you have them. Defaults to the newest 100 flows of each owner, for up to 20 owners. */
  otherFlows?: readonly Flow[] | undefined
  /**
   * The maximum number of each owner's other flows to simulate. They can spend the same money, but each of them requires more requests.
   * If some are ignored, the forecast has the assumption `otherFlowsIgnored`. Default: 30
   */
  maxOtherFlows?: number | undefined
  /** The newest block, from `chainTime`. Defaults to the newest block at the time of the last change of a flow or a fact. */
  time?: BlockTime | undefined
  dryRuns?: FlowsForecastFacts['dryRuns'] | undefined
}

/** The state before the first {@link updateForecaster}. */
export const initialForecaster: ForecasterState = stateWithout(true, {
  client: undefined,
  flows: [],
  owners: new Map(),
})

/**
 * Returns the verdicts that follow from cached facts, and the queries to observe. Use `updateForecaster` to write a hook for another
 * framework: observe `queries` with TanStack's `QueriesObserver`, and call it again after each change. It returns the same `state`
 * object until a flow, a fact or a verdict changes.
 *
 * While facts are loading, the previous verdicts stay.
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
  args: ForecasterArgs,
  queryClient: Pick<QueryClient, 'getQueryState'>,
): ForecasterState {
  return finish(updateForecasterInSteps(state, client, args, queryClient))
}

/** Does the same as {@link updateForecaster} in steps of a few milliseconds, so that many forecasts don't block a page. */
export function* updateForecasterInSteps(
  state: ForecasterState,
  client: FlowClient,
  args: ForecasterArgs,
  queryClient: Pick<QueryClient, 'getQueryState'>,
): Generator<void, ForecasterState, void> {
  const { flows } = args
  const isSameClient = state.basis.client === client
  const known = isSameClient ? state.basis.owners : new Map<string, OwnerState>()
  if (!flows || flows.length === 0) {
    const isEmpty = isSameClient && state.queries.length === 0 && state.result.isPending === !flows
    return isEmpty ? state : stateWithout(!flows, { client, flows: [], owners: known })
  }
  const stateOf = queryClient.getQueryState.bind(queryClient)
  const byOwner = groupedByOwner(flows)
  const others = args.otherFlows && groupedByOwner(args.otherFlows)
  const maxOtherFlows = others || byOwner.size <= maxOwners ? args.maxOtherFlows : 0
  const owners = new Map<string, OwnerState>()
  // The verdict of a flow depends on its owner's flows alone, so it is the same in each list.
  for (const [owner, flows] of byOwner) {
    const otherFlows = others && (others.get(owner) ?? [])
    const ownerArgs = { ...args, flows, otherFlows, maxOtherFlows }
    owners.set(owner, yield* updateOwner(known.get(owner), client, ownerArgs, stateOf))
    yield
  }
  const isSame = owners.size === known.size && Array.from(owners).every(([owner, next]) => known.get(owner) === next)
  if (isSame && isSameList(state.basis.flows, flows)) return state
  return combined({ client, flows, owners })
}

function groupedByOwner(flows: readonly Flow[]): Map<string, Flow[]> {
  const groups = new Map<string, Flow[]>()
  for (const flow of flows) {
    const group = groups.get(flow.owner)
    if (group) group.push(flow)
    else groups.set(flow.owner, [flow])
  }
  return groups
}

function combined(basis: ForecasterBasis): ForecasterState {
  const states = Array.from(basis.owners.values())
  const queries = new Map(states.flatMap(state => state.queries.map(query => [JSON.stringify(query.queryKey), query])))
  const verdicts = new Map(states.flatMap(state => state.result.data.map(verdict => [verdict.flow.id, verdict])))
  return {
    queries: Array.from(queries.values()),
    result: {
      data: basis.flows.flatMap(({ id }) => verdicts.get(id) ?? []),
      isPending: states.some(({ result }) => result.isPending),
      error: states.find(({ result }) => result.error)?.result.error ?? null,
    },
    basis,
  }
}

function* updateOwner(
  state: OwnerState | undefined,
  client: FlowClient,
  args: OwnerArgs,
  stateOf: StateOf,
): Steps<OwnerState> {
  const { flows } = args
  if (state && isSameTask(state.args, args)) {
    const facts = state.queries.map(({ queryKey }) => stateOf(queryKey))
    const changed = state.queries.filter(
      ({ queryKey }, index) => !isSameFact(queryKey, state.facts[index], facts[index]),
    )
    // There are many of these facts, and none of them shows that others are needed. So there is no new plan until all are loaded.
    const isWaiting = facts.some(isLoading) && changed.every(({ queryKey }) => manyFacts.includes(queryKey[2]))
    if (changed.length === 0) return atNewestBlock(state, stateOf)
    if (isWaiting) return state
  }

  // The plan reads the state of each query once. Responses arrive between its steps, so a later state could be newer than the plan.
  const facts: (FactState | undefined)[] = []
  const plan = yield* planForecastsInSteps(client, args, queryKey => {
    const fact = stateOf(queryKey)
    facts.push(fact)
    return fact
  })
  const verdicts = decide(plan, state?.verdicts ?? new Map())
  return {
    queries: plan.queries,
    result: {
      data: flows.flatMap(({ id }) => (isHistoryKnown(plan, id) && verdicts.get(id)) || []),
      isPending: plan.isPending,
      error: plan.error,
    },
    args,
    facts,
    plan,
    verdicts,
  }
}

function isSameTask(one: OwnerArgs, other: OwnerArgs): boolean {
  return (
    one.time?.block === other.time?.block &&
    one.maxOtherFlows === other.maxOtherFlows &&
    isSameList(one.otherFlows ?? [], other.otherFlows ?? []) &&
    isSameList(one.flows, other.flows) &&
    other.flows.every(({ id }) => one.dryRuns?.[id] === other.dryRuns?.[id])
  )
}

function decide({ facts, forecasts, time }: ForecastPlan, known: Verdicts): Verdicts {
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

/** Updates the verdicts without new forecasts, because a flow can be over once there is a new block. */
function atNewestBlock(state: OwnerState, stateOf: StateOf): OwnerState {
  const query = state.queries.find(({ queryKey }) => queryKey[2] === 'chainTime')
  const time = query && (stateOf(query.queryKey)?.data as BlockTime | undefined)
  if (!time || state.plan.time === time) return state
  const plan = { ...state.plan, time }
  const verdicts = decide(plan, state.verdicts)
  const data = state.result.data.map(verdict => verdicts.get(verdict.flow.id) ?? verdict)
  if (data.every((verdict, index) => verdict === state.result.data[index])) return state
  return { ...state, result: { ...state.result, data }, plan, verdicts }
}

function stateWithout(isPending: boolean, basis: ForecasterBasis): ForecasterState {
  return { queries: [], result: { data: [], isPending, error: null }, basis }
}

/** Returns false if the runs of a flow could not be loaded, because the flow may have stopped. */
function isHistoryKnown({ facts, isPending }: ForecastPlan, id: string): boolean {
  return isPending || facts?.histories?.[id] !== undefined
}

function isSameList(ones: readonly Flow[], others: readonly Flow[]): boolean {
  return ones === others || (ones.length === others.length && ones.every((one, index) => one === others[index]))
}

/** New blocks don't require new forecasts, so they don't count as a change. */
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
