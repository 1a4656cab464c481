import type { BlockTime, Flow, FlowClient, FlowHistoryPage, FlowQueryError } from '@flow-query/core'
import { chainTimeQuery, newestRunsQuery } from '@flow-query/core/parts/cache'
import type { Steps } from '@flow-query/core/parts/collection'
import type { QueriesObserver, QueryClient } from '@tanstack/query-core'
import { type FactState, isLoading } from '../forecast/facts/reader.js'
import { type FlowVerdict, flowVerdict } from '../verdict/verdict.js'
import { type FactsCache, FactsObserver, type FactsState } from './facts-observer.js'
import type { FlowsVerdict } from './health.js'
import { type LoadedState, withOwner } from './owner.js'
import { hasSameIds, keepUnchanged } from './unchanged.js'

export interface HealthObserverOptions {
  client: FlowClient
  /** If null or undefined, the flows of `owner` are checked. Without an owner, the health is pending. */
  flows?: readonly Flow[] | null | undefined
  owner?: string | null | undefined
  /** If undefined, the newest block is loaded. */
  time?: BlockTime | undefined
}

interface HealthState extends FactsState<FlowVerdict[]> {
  readonly options: HealthObserverOptions | undefined
  /** By flow instead of ID, because a node can return two flows with the same ID. */
  readonly rows: ReadonlyMap<Flow, Row>
}

interface Row {
  readonly flow: Flow
  readonly newest: FlowHistoryPage | undefined
  readonly block: string | undefined
  readonly verdict: FlowVerdict | undefined
  readonly isPending: boolean
  readonly error: unknown
}

/** Observes the health of several flows, for a hook of another framework. */
export class HealthObserver extends FactsObserver<HealthObserverOptions, FlowVerdict[], LoadedState<HealthState>> {
  /** @param facts an empty `QueriesObserver` from the TanStack Query package of your framework */
  constructor(queryClient: QueryClient, facts: QueriesObserver, options: HealthObserverOptions) {
    super(queryClient, facts, options, withOwner({ initial, update, isAbout }))
  }
}

const initial: HealthState = {
  queries: [],
  result: { data: [], isPending: true, error: null },
  options: undefined,
  rows: new Map(),
}

function* update(state: HealthState, options: HealthObserverOptions, cache: FactsCache): Steps<HealthState> {
  const { client, flows, time: given } = options
  const queries = isSameTask(state.options, options) ? state.queries : queriesOf(options)
  const block = needsBlock(options) ? cache.getQueryState(chainTimeQuery(client).queryKey) : undefined
  const time = given ?? (block?.data as BlockTime | undefined)
  const known = state.options?.client === client ? state.rows : initial.rows
  const rows: Row[] = []
  for (const [index, flow] of flows?.entries() ?? []) {
    const runs = queries[index] && cache.getQueryState(queries[index].queryKey)
    rows.push(rowOf(known.get(flow), flow, runs, time))
    yield
  }
  const error = rows.find(({ error }) => error)?.error ?? (time ? null : block?.error) ?? null
  const isWaiting = needsBlock(options) && !time && !block?.error
  const result: FlowsVerdict = {
    data: rows.flatMap(({ verdict }) => verdict ?? []),
    isPending: !flows || isWaiting || rows.some(({ isPending }) => isPending),
    error: error as FlowQueryError | null,
  }
  return {
    queries,
    result: isSameResult(state.result, result) ? state.result : result,
    options,
    rows: new Map(rows.map(row => [row.flow, row])),
  }
}

function isAbout({ options }: HealthState, { flows }: HealthObserverOptions): boolean {
  return hasSameIds(options?.flows, flows)
}

function isSameTask(before: HealthObserverOptions | undefined, options: HealthObserverOptions): boolean {
  return (
    before?.client === options.client &&
    hasSameIds(before.flows, options.flows) &&
    needsBlock(before) === needsBlock(options)
  )
}

function needsBlock({ flows, time }: HealthObserverOptions): boolean {
  return time === undefined && flows?.length !== 0
}

function queriesOf(options: HealthObserverOptions): HealthState['queries'] {
  const { client, flows } = options
  const runs = flows?.map(flow => newestRunsQuery(client, flow)) ?? []
  return needsBlock(options) ? [...runs, chainTimeQuery(client)] : runs
}

function rowOf(before: Row | undefined, flow: Flow, runs: FactState | undefined, time: BlockTime | undefined): Row {
  const newest = runs?.data as FlowHistoryPage | undefined
  const isSame = before?.newest === newest && before?.block === time?.block
  const verdict = isSame ? before?.verdict : verdictOf(before, flow, newest, time)
  return {
    flow,
    newest,
    block: time?.block,
    verdict,
    isPending: isLoading(runs),
    error: runs?.error,
  }
}

function verdictOf(
  before: Row | undefined,
  flow: Flow,
  newest: FlowHistoryPage | undefined,
  time: BlockTime | undefined,
): FlowVerdict | undefined {
  return newest && time && keepUnchanged(before?.verdict, flowVerdict(flow, newest, null, time))
}

function isSameResult(one: FlowsVerdict, other: FlowsVerdict): boolean {
  return (
    one.isPending === other.isPending &&
    one.error === other.error &&
    one.data.length === other.data.length &&
    one.data.every((verdict, index) => verdict === other.data[index])
  )
}
