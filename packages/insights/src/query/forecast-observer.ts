import type { BlockTime, Flow, FlowClient } from '@flow-query/core'
import type { Steps } from '@flow-query/core/parts/collection'
import { lookUp } from '@flow-query/core/parts/decode'
import type { QueriesObserver, QueryClient } from '@tanstack/query-core'
import { haveDifferentBlocks } from '../forecast/facts/blocks.js'
import { type ForecastPlan, maxOwners, planForecastsInSteps } from '../forecast/facts/plan.js'
import {
  type FactState,
  type ForecastFactQueryOptions,
  isLoading,
  isSameFact,
  type StateOf,
} from '../forecast/facts/reader.js'
import type { FlowsForecastFacts } from '../forecast/forecast-facts.js'
import { type FlowVerdict, flowVerdict } from '../verdict/verdict.js'
import { type FactsCache, FactsObserver, type FactsState } from './facts-observer.js'
import { type LoadedState, withOwner } from './owner.js'
import { hasSameIds, isSameList, keepUnchanged } from './unchanged.js'

interface ForecastState extends FactsState<FlowVerdict[]> {
  readonly client: FlowClient | undefined
  readonly flows: FlowsVerdictArgs['flows']
  readonly owners: ReadonlyMap<string, OwnerState>
}

interface OwnerState extends FactsState<FlowVerdict[]> {
  readonly args: OwnerArgs
  readonly facts: readonly (FactState | undefined)[]
  readonly plan: ForecastPlan
  readonly verdicts: Verdicts
}

const manyFacts = ['balances', 'flowHistory']

type OwnerArgs = FlowsVerdictArgs & { flows: readonly Flow[] }
type Verdicts = ReadonlyMap<string, FlowVerdict>

export interface FlowsVerdictArgs {
  /** If null or undefined, the flows of `owner` are checked. Without an owner, the forecasts are pending. */
  flows?: readonly Flow[] | null | undefined
  owner?: string | null | undefined
  /** Defaults to the newest 100 flows of each owner, for up to 20 owners. */
  otherFlows?: readonly Flow[] | undefined
  /**
   * The maximum number of each owner's other flows to simulate. They can spend the same money, but each of them requires more requests.
   * If some are ignored, the forecast has the assumption `otherFlowsIgnored`. Default: 30
   */
  maxOtherFlows?: number | undefined
  /** Defaults to the newest block at the time of the last change of a flow or a fact. */
  time?: BlockTime | undefined
  dryRuns?: FlowsForecastFacts['dryRuns'] | undefined
}

export interface ForecastObserverOptions extends FlowsVerdictArgs {
  client: FlowClient
}

/**
 * Observes the verdicts of several flows, which include forecasts, for a hook of another framework.
 *
 * The verdicts are only computed again for owners whose flows or facts have changed. While facts are loading, the previous verdicts stay.
 *
 * @example
 * const facts = new QueriesObserver(queryClient, [])
 * const forecasts = new ForecastObserver(queryClient, facts, { client, flows })
 * const unsubscribe = forecasts.subscribe(({ data }) => console.log(data))
 */
export class ForecastObserver extends FactsObserver<
  ForecastObserverOptions,
  FlowVerdict[],
  LoadedState<ForecastState>
> {
  /** @param facts an empty `QueriesObserver` from the TanStack Query package of your framework */
  constructor(queryClient: QueryClient, facts: QueriesObserver, options: ForecastObserverOptions) {
    super(queryClient, facts, options, forecastComputation)
  }
}

const initial: ForecastState = {
  queries: [],
  result: { data: [], isPending: true, error: null },
  client: undefined,
  flows: undefined,
  owners: new Map(),
}

function* update(state: ForecastState, options: ForecastObserverOptions, cache: FactsCache): Steps<ForecastState> {
  const { client, flows } = options
  const isSameClient = state.client === client
  const known = isSameClient ? state.owners : new Map<string, OwnerState>()
  if (!flows?.length) {
    const isEmpty = isSameClient && state.flows?.length === flows?.length
    return isEmpty ? state : { ...combined(flows, []), client, flows, owners: known }
  }
  const byOwner = groupedByOwner(flows)
  const others = options.otherFlows && groupedByOwner(options.otherFlows)
  const maxOtherFlows = others || byOwner.size <= maxOwners ? options.maxOtherFlows : 0
  const owners = new Map<string, OwnerState>()
  // The verdict of a flow depends on its owner's flows alone, so it is the same in each list.
  for (const [owner, flows] of byOwner) {
    const otherFlows = others && (others.get(owner) ?? [])
    const ownerArgs = { ...options, flows, otherFlows, maxOtherFlows }
    owners.set(owner, yield* updateOwner(known.get(owner), client, ownerArgs, cache.getQueryState.bind(cache)))
    yield
  }
  const hasSameOwners =
    owners.size === known.size && Array.from(owners).every(([owner, next]) => known.get(owner) === next)
  if (isSameClient && hasSameOwners && isSameList(state.flows, flows)) return state
  return { ...combined(flows, Array.from(owners.values())), client, flows, owners }
}

export const forecastComputation = withOwner({
  initial,
  update,
  isAbout: (state, { flows }: ForecastObserverOptions) => hasSameIds(state.flows, flows),
})

function groupedByOwner(flows: readonly Flow[]): Map<string, Flow[]> {
  const groups = new Map<string, Flow[]>()
  for (const flow of flows) {
    const group = groups.get(flow.owner)
    if (group) group.push(flow)
    else groups.set(flow.owner, [flow])
  }
  return groups
}

function combined(flows: FlowsVerdictArgs['flows'], states: readonly OwnerState[]): FactsState<FlowVerdict[]> {
  const queries = new Map(states.flatMap(state => state.queries.map(query => [JSON.stringify(query.queryKey), query])))
  const verdicts = new Map(states.flatMap(state => state.result.data.map(verdict => [verdict.flow.id, verdict])))
  return {
    queries: Array.from(queries.values()),
    result: {
      data: flows?.flatMap(({ id }) => verdicts.get(id) ?? []) ?? [],
      isPending: !flows || states.some(({ result }) => result.isPending),
      error: states.find(({ result }) => result.error)?.result.error ?? null,
    },
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
      ({ queryKey }, index) => !isSameBasis(queryKey, state.facts[index], facts[index]),
    )
    // There are many of these facts, and none of them shows that others are needed. So there is no new plan until all are loaded.
    const isWaiting = facts.some(isLoading) && changed.every(({ queryKey }) => manyFacts.includes(queryKey[2]))
    if (changed.length === 0 && hasSameBlocks(state, facts)) return atNewestBlock(state, stateOf)
    if (isWaiting) return state
  }

  // The plan reads the state of each query once. Responses arrive between its steps, so a later state could be newer than the plan.
  const read = new Map<string, FactState | undefined>()
  const plan = yield* planForecastsInSteps(client, args, queryKey => {
    const key = JSON.stringify(queryKey)
    if (!read.has(key)) read.set(key, stateOf(queryKey))
    return read.get(key)
  })
  const facts = plan.queries.map(({ queryKey }) => read.get(JSON.stringify(queryKey)))
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

/** Another fetch can return the same facts from other blocks. */
function hasSameBlocks({ plan, queries }: OwnerState, facts: OwnerState['facts']): boolean {
  return !plan.facts || plan.facts.differentBlocks === haveDifferentBlocks(queries, facts)
}

function isSameTask(one: OwnerArgs, other: OwnerArgs): boolean {
  return (
    one.time?.block === other.time?.block &&
    one.maxOtherFlows === other.maxOtherFlows &&
    isSameList(one.otherFlows, other.otherFlows) &&
    isSameList(one.flows, other.flows) &&
    other.flows.every(({ id }) => lookUp(one.dryRuns, id) === lookUp(other.dryRuns, id))
  )
}

function decide({ facts, forecasts, time }: ForecastPlan, known: Verdicts): Verdicts {
  if (!facts || !forecasts || !time) return known
  return new Map(
    forecasts.map(forecast => {
      const { id } = forecast.flow
      const verdict = flowVerdict(forecast.flow, lookUp(facts.histories, id), forecast, time)
      return [id, keepUnchanged(known.get(id), verdict)]
    }),
  )
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

/** Returns false if the runs of a flow could not be loaded, because the flow may have stopped. */
function isHistoryKnown({ facts, isPending }: ForecastPlan, id: string): boolean {
  return isPending || lookUp(facts?.histories, id) !== undefined
}

/** New blocks don't require new forecasts, so they don't count as a change. */
function isSameBasis(
  [, , name]: ForecastFactQueryOptions['queryKey'],
  one: FactState | undefined,
  other: FactState | undefined,
): boolean {
  return (name === 'chainTime' && one?.data !== undefined && other?.data !== undefined) || isSameFact(one, other)
}
