import type { BlockTime, Coin, Flow, FlowClient, FlowQueryError, HeightArgs } from '@flow-query/core'
import { flowStatus } from '@flow-query/core'
import { chainTimeQuery, methodQuery } from '@flow-query/core/parts/cache'
import { finish, type Steps } from '@flow-query/core/parts/collection'
import { lookUp } from '@flow-query/core/parts/decode'
import { blockMilliseconds, clockTime } from '@flow-query/core/parts/runs'
import type { NewestEntries } from '../../health/runs.js'
import { verdictHorizon } from '../failures.js'
import { type FlowsForecastFacts, isInterchain } from '../forecast-facts.js'
import { forecastFlowsInSteps } from '../forecast-flows.js'
import type { FlowForecast, ForecastRisk } from '../result.js'
import { haveDifferentBlocks } from './blocks.js'
import { readAgents, readChainFacts, readFlowFacts } from './flow-facts.js'
import { type Horizon, independentForecasts, relatedFlows } from './independence.js'
import { FactReader, type ForecastFactQueryOptions, type StateOf } from './reader.js'

export interface PlanArgs extends HeightArgs {
  flows: readonly Flow[]
  histories?: { readonly [flowId: string]: NewestEntries | undefined } | undefined
  balances?: { readonly [address: string]: readonly Coin[] | undefined } | undefined
  dryRuns?: FlowsForecastFacts['dryRuns'] | undefined
  /** Defaults to the newest 100 flows of each owner, for up to 20 owners. */
  otherFlows?: readonly Flow[] | undefined
  /** The maximum number of other flows of each owner that are simulated, because each of them requires requests. */
  maxOtherFlows?: number | undefined
  /** The maximum number of facts of one kind, such as balances. The others stay unknown. */
  mostFacts?: number | undefined
  /** If undefined, the newest block is one of the facts. */
  time?: BlockTime | undefined
}

/** The queries that forecasts need, and the forecasts from the facts that are already loaded. */
export interface ForecastPlan {
  queries: ForecastFactQueryOptions[]
  time: BlockTime | undefined
  /** Undefined until the parameters, the release and the chain's time are loaded. */
  facts: FlowsForecastFacts | undefined
  forecasts: FlowForecast[] | undefined
  isPending: boolean
  /** The first error of a query, except for errors that are facts, such as "this agent doesn't exist". */
  error: FlowQueryError | null
}

/**
 * Returns the queries whose facts the forecasts need.
 *
 * Some facts show that others are needed: an agent has a connection, and the fee accounts of flows with a wallet fallback are only
 * needed if the wallet can't pay all runs. So call it again when more facts are loaded, until it adds no queries.
 */
export function planForecasts(client: FlowClient, args: PlanArgs, stateOf: StateOf): ForecastPlan {
  return finish(planForecastsInSteps(client, args, stateOf))
}

export function* planForecastsInSteps(
  client: FlowClient,
  { flows, histories, balances, dryRuns, otherFlows, maxOtherFlows = 30, mostFacts, height, time: givenTime }: PlanArgs,
  stateOf: StateOf,
): Steps<ForecastPlan> {
  const at = { height }
  const reader = new FactReader(client, stateOf, mostFacts)
  const { queries } = reader
  const time = givenTime ?? reader.read(chainTimeQuery(client, at))
  const owners = Array.from(new Set(flows.map(({ owner }) => owner)))
  const isReadable = owners.length <= maxOwners && maxOtherFlows > 0
  const candidates = otherFlows
    ? { flows: otherFlows, incompleteOwners: [] }
    : isReadable
      ? newestFlowsOf(client, reader, owners, at)
      : { flows: [], incompleteOwners: owners }
  const { others, incompleteOwners } = nextFlows(flows, owners, candidates, maxOtherFlows, time)
  const { params, release } = readChainFacts(client, reader, height)
  const settled = time && height === undefined ? settledHistories(histories, [...flows, ...others], time) : histories
  const shared = { incompleteOwners, dryRuns }
  // The facts of other flows require many requests, so only those are read that can matter.
  const related =
    owners.length === 1 ? relatedFlows(flows, others, surroundingsOf(client, reader, flows, others, at)) : others
  let few = related
  while (few.length < others.length) {
    const some = reader.copy()
    const { queries } = some
    const known = readFlowFacts(client, some, { flows, otherFlows: few, histories: settled, balances, height })
    const { isPending, error } = some
    if (isPending) return { queries, time: undefined, facts: undefined, forecasts: undefined, isPending, error }
    if (!params || !release || !time || error) break
    const differentBlocks = haveDifferentBlocks(queries, some.states)
    const facts = { ...shared, differentBlocks, flows, otherFlows: few, params, release, ...known }
    const unread = others.filter(flow => !few.includes(flow))
    const { forecasts, needed } = yield* independentForecasts(facts, unread, time, horizonFor(few))
    if (forecasts) return { queries, time, facts, forecasts, isPending, error }
    few = [...few, ...needed]
  }
  const flowFacts = readFlowFacts(client, reader, { flows, otherFlows: others, histories: settled, balances, height })

  const { isPending, error } = reader
  if (!params || !release || !time)
    return { queries, time: undefined, facts: undefined, forecasts: undefined, isPending, error }
  const differentBlocks = haveDifferentBlocks(queries, reader.states)
  const facts = { ...shared, differentBlocks, flows, otherFlows: others, params, release, ...flowFacts }
  if (isPending) return { queries, time, facts, forecasts: undefined, isPending, error }

  const forecasts = yield* forecastFlowsInSteps(facts, time)
  // Flows of an owner with too little money can be paid by their fee accounts.
  const short = new Set(forecasts.flatMap(({ flow, risks }) => (risks.some(isAboutMoney) ? flow.owner : [])))
  const unread = [...flows, ...others].flatMap(({ owner, feeAddress }) =>
    short.has(owner) && lookUp(flowFacts.balances, feeAddress) === undefined ? feeAddress : [],
  )
  if (unread.length === 0) return { queries, time, facts, forecasts, isPending, error }
  const more = reader.readAccounts(client, { addresses: unread, grants: [], delegators: [], unbonders: [] }, height)
  const allFacts = {
    ...facts,
    differentBlocks: haveDifferentBlocks(queries, reader.states),
    balances: { ...flowFacts.balances, ...more.balances },
  }
  return {
    queries,
    time,
    facts: allFacts,
    forecasts: reader.isPending ? undefined : yield* forecastFlowsInSteps(allFacts, time),
    isPending: reader.isPending,
    error: reader.error,
  }
}

function surroundingsOf(
  client: FlowClient,
  reader: FactReader,
  flows: readonly Flow[],
  others: readonly Flow[],
  at: HeightArgs,
) {
  const onConnections = flows.some(isInterchain) ? [...flows, ...others] : []
  return {
    agents: readAgents(client, reader, onConnections, at),
    readConnections: Object.keys(client.settings.chains ?? {}),
  }
}

/** With fewer flows, it is worth it to read some more for later runs. */
const fewRead = 3
const month = 30 * 86_400_000

/** Until this time, the runs of a flow must not depend on flows without facts. */
function horizonFor(read: readonly Flow[]): Horizon {
  return (flow, time) => {
    const latest = blockMilliseconds(time) + month
    return read.length < fewRead ? latest : Math.min(latest, verdictHorizon(flow, time))
  }
}

const longestRead = 300_000

/** Flows that are due soon are read again, because a run since then also changes the balances. */
function settledHistories(histories: PlanArgs['histories'] = {}, flows: readonly Flow[], time: BlockTime) {
  const soon = blockMilliseconds(time) + longestRead
  const due = new Set(flows.flatMap(({ id, execTime }) => (clockTime(execTime) <= soon ? id : [])))
  return Object.fromEntries(Object.entries(histories).filter(([id]) => !due.has(id)))
}

interface OwnersFlows {
  flows: readonly Flow[]
  incompleteOwners: readonly string[]
}

function newestFlowsOf(client: FlowClient, reader: FactReader, owners: readonly string[], at: HeightArgs): OwnersFlows {
  const pages = owners.map(owner => {
    const query = methodQuery(client, 'flowsForOwner', { owner, limit: 100, reverse: true, ...at })
    return { owner, page: reader.read(query, { isNamedByFlow: true }) }
  })
  return {
    flows: pages.flatMap(({ page }) => page?.flows ?? []),
    incompleteOwners: pages.flatMap(({ owner, page }) => (page?.nextKey === null ? [] : owner)),
  }
}

/** If there are more owners, only the passed flows are forecast, because each owner requires a request. */
export const maxOwners = 20

function nextFlows(
  flows: readonly Flow[],
  owners: readonly string[],
  candidates: OwnersFlows,
  maxOtherFlows: number,
  time: BlockTime | null | undefined,
): { others: Flow[]; incompleteOwners: string[] } {
  const incomplete = new Set(candidates.incompleteOwners)
  if (!time) return { others: [], incompleteOwners: Array.from(incomplete) }
  const ids = new Set(flows.map(({ id }) => id))
  const counts = new Map(owners.map(owner => [owner, 0]))
  const others = candidates.flows
    .filter(flow => !ids.has(flow.id) && counts.has(flow.owner) && willRun(flow, time))
    .sort((one, other) => clockTime(one.execTime) - clockTime(other.execTime))
    .filter(({ owner }) => {
      const count = (counts.get(owner) ?? 0) + 1
      counts.set(owner, count)
      if (count > maxOtherFlows) incomplete.add(owner)
      return count <= maxOtherFlows
    })
  return { others, incompleteOwners: Array.from(incomplete) }
}

function isAboutMoney({ kind, missing }: ForecastRisk): boolean {
  return missing !== undefined || kind === 'factsMissing'
}

function willRun(flow: Flow, time: BlockTime): boolean {
  const status = flowStatus(flow, time)
  return status === 'active' || status === 'scheduled'
}
