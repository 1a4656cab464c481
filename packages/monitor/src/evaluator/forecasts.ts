import { type Flow, type FlowClient, type FlowHistoryPage, isFlowQueryError, toDate } from '@flow-query/core'
import {
  type FactState,
  type FlowForecast,
  factsOf,
  flowDependencies,
  planForecasts,
  readFact,
} from '@flow-query/core/forecast'
import pMap from 'p-map'
import { blockAt } from '../evaluate.js'

/** The forecasts of flows that will run again. */
export interface Forecasts {
  /** The forecasts by flow ID. */
  readonly byId: ReadonlyMap<string, FlowForecast>
  /** Reads the balances, permissions and channels of these flows again in the next update. */
  readonly refresh: (ids: Iterable<string>) => void
  /**
   * Updates the forecasts of these flows. Their facts are read when a flow is new, has changed, or will run soon. If a request fails,
   * the forecasts of its group stay as they were.
   *
   * @param otherFlows all flows of the chain that have no forecast. Those of the same owners spend from the same wallets
   * @returns whether all forecasts are up to date, except for those that the node doesn't support
   */
  readonly update: (
    flows: readonly Flow[],
    otherFlows: readonly Flow[],
    now: number,
    signal: AbortSignal,
  ) => Promise<boolean>
}

/** How long before a run its facts are read again, in milliseconds, because no event announces a transfer. */
const leads = [86_400_000, 3_600_000, 600_000]
/** How long the parameters and the release are fresh, in milliseconds. They only change with an upgrade or a vote. */
const chainIsFreshFor = 3_600_000
/** How long agents and channels are fresh, in milliseconds. Many flows share them. */
const sharedIsFreshFor = 15_000
/** The pauses after a failed update of a group, in milliseconds: after temporary errors, and after all others. */
const [retryDelay, longRetryDelay] = [30_000, 3_600_000]
/** The number of groups that are updated at the same time. A client sends at most six of their requests at once. */
const concurrency = 4

interface Fact {
  state: FactState
  /** In milliseconds since 1970. */
  readAt: number
}

/** All flows of one owner. They are forecast together, because they share a wallet. */
interface Group {
  flows: Map<string, { flow: Flow; newest: FlowHistoryPage | undefined; refreshedAt: number }>
  /** The owner's other flows when their facts were read. */
  otherFlows: ReadonlySet<Flow>
  facts: Map<string, Fact>
  retryAt: number
  /** Whether the last update failed with an error that won't go away, for example because the node has no such route. */
  isUnsupported: boolean
}

/** @param historyOf returns the known runs of a flow */
export function createForecasts(client: FlowClient, historyOf: (id: string) => FlowHistoryPage | undefined): Forecasts {
  const byId = new Map<string, FlowForecast>()
  const groups = new Map<string, Group>()
  /** The facts that flows of several owners share. */
  const shared = new Map<string, Fact>()
  const refreshed = new Set<string>()

  /** @throws {FlowQueryError} if a fact can't be read */
  async function updateGroup(
    group: Group,
    flows: readonly Flow[],
    otherFlows: readonly Flow[],
    now: number,
    signal: AbortSignal,
  ): Promise<void> {
    const changed = flows.filter(flow => hasChanged(group, flow, now))
    const removed = Array.from(group.flows.keys()).filter(id => flows.every(flow => flow.id !== id))
    if (changed.length + removed.length === 0) return
    const changedOthers = otherFlows.filter(flow => !group.otherFlows.has(flow))
    for (const flow of [...changed, ...changedOthers]) makeStale(group, flow, now)
    const forecasts = await readForecasts(group, flows, otherFlows, now, signal)
    group.otherFlows = new Set(otherFlows)
    for (const id of removed) {
      group.flows.delete(id)
      byId.delete(id)
    }
    for (const forecast of forecasts) byId.set(forecast.flow.id, forecast)
    for (const flow of changed) {
      refreshed.delete(flow.id)
      group.flows.set(flow.id, { flow, newest: historyOf(flow.id), refreshedAt: now })
    }
  }

  function hasChanged({ flows }: Group, flow: Flow, now: number): boolean {
    const before = flows.get(flow.id)
    if (!before || before.flow !== flow || before.newest !== historyOf(flow.id) || refreshed.has(flow.id)) return true
    const due = timeOf(flow.execTime)
    return leads.some(lead => due - lead > before.refreshedAt && due - lead <= now)
  }

  /** Forgets the facts of a flow. Those that many flows share are only forgotten if they are old. */
  function makeStale({ facts }: Group, flow: Flow, now: number): void {
    const stateOf = (key: readonly unknown[]) =>
      (facts.get(JSON.stringify(key)) ?? shared.get(JSON.stringify(key)))?.state
    for (const queryKey of factsOf(client, flow, stateOf)) {
      const key = JSON.stringify(queryKey)
      facts.delete(key)
      const freshFor = freshForOf[nameOf(queryKey)]
      if (freshFor !== undefined && now - (shared.get(key)?.readAt ?? now) >= freshFor) shared.delete(key)
    }
  }

  async function readForecasts(
    { facts }: Group,
    flows: readonly Flow[],
    otherFlows: readonly Flow[],
    now: number,
    signal: AbortSignal,
  ): Promise<FlowForecast[]> {
    const histories = historiesOf(flows)
    const used = new Set<string>()
    for (;;) {
      const plan = planForecasts(client, { flows, histories, otherFlows, time: blockAt(now) }, queryKey => {
        const key = JSON.stringify(queryKey)
        used.add(key)
        return (facts.get(key) ?? shared.get(key))?.state
      })
      if (plan.error) throw plan.error
      if (plan.forecasts) {
        for (const key of facts.keys()) if (!used.has(key)) facts.delete(key)
        return plan.forecasts
      }
      await Promise.all(
        plan.queries.map(async query => {
          const key = JSON.stringify(query.queryKey)
          const cache = nameOf(query.queryKey) in freshForOf ? shared : facts
          if (cache.has(key)) return
          cache.set(key, { state: await readFact(client, query, signal), readAt: now })
        }),
      )
    }
  }

  /** Returns the runs of the flows and of those that they depend on. */
  function historiesOf(flows: readonly Flow[]): Record<string, FlowHistoryPage> {
    const histories: Record<string, FlowHistoryPage> = {}
    for (const id of [...flows.map(({ id }) => id), ...flows.flatMap(flowDependencies)]) {
      const page = historyOf(id)
      if (page) histories[id] = page
    }
    return histories
  }

  return {
    byId,
    refresh(ids) {
      for (const id of ids) refreshed.add(id)
    },
    async update(flows, otherFlows, now, signal) {
      const byOwner = groupedByOwner(flows)
      const othersByOwner = groupedByOwner(otherFlows.filter(({ owner }) => byOwner.has(owner)))
      for (const [owner, group] of groups) {
        if (byOwner.has(owner)) continue
        for (const id of group.flows.keys()) byId.delete(id)
        groups.delete(owner)
      }
      let isUpToDate = true
      const soonest = Array.from(byOwner).sort(([, one], [, other]) => firstRun(one) - firstRun(other))
      await pMap(
        soonest,
        async ([owner, ownFlows]) => {
          const group = groups.get(owner) ?? {
            flows: new Map(),
            otherFlows: new Set(),
            facts: new Map(),
            retryAt: 0,
            isUnsupported: false,
          }
          groups.set(owner, group)
          if (signal.aborted || now < group.retryAt) {
            isUpToDate &&= group.isUnsupported || !ownFlows.some(flow => hasChanged(group, flow, now))
            return
          }
          try {
            await updateGroup(group, ownFlows, othersByOwner.get(owner) ?? [], now, signal)
            group.retryAt = 0
          } catch (error) {
            const isTemporary = signal.aborted || (isFlowQueryError(error) && error.retryable)
            if (isTemporary) isUpToDate = false
            if (signal.aborted) return
            if (!isFlowQueryError(error)) throw error
            group.isUnsupported = !isTemporary
            group.retryAt = now + (isTemporary ? retryDelay : longRetryDelay)
          }
        },
        { concurrency },
      )
      return isUpToDate
    },
  }
}

/** How long facts that many flows share are fresh, in milliseconds, by the names of their queries. */
const freshForOf: { readonly [name: string]: number } = {
  params: chainIsFreshFor,
  forecastRelease: chainIsFreshFor,
  trustlessAgent: sharedIsFreshFor,
  icaChannel: sharedIsFreshFor,
  clientStatus: sharedIsFreshFor,
}

function nameOf([, , name]: readonly unknown[]): string {
  return String(name)
}

function groupedByOwner(flows: readonly Flow[]): Map<string, Flow[]> {
  const byOwner = new Map<string, Flow[]>()
  for (const flow of flows) {
    const known = byOwner.get(flow.owner)
    if (known) known.push(flow)
    else byOwner.set(flow.owner, [flow])
  }
  return byOwner
}

function firstRun(flows: readonly Flow[]): number {
  return flows.reduce((first, { execTime }) => Math.min(first, timeOf(execTime)), Number.POSITIVE_INFINITY)
}

function timeOf(time: string): number {
  return toDate(time)?.getTime() ?? 0
}
