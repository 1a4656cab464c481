import { type Flow, type FlowClient, type FlowHistoryPage, isFlowQueryError, toDate } from '@flow-query/core'
import { flowDependencies } from '@flow-query/insights'
import {
  type FactState,
  type FlowForecast,
  forecastFactKeys,
  planForecasts,
  readFact,
} from '@flow-query/insights/forecast'
import pMap from 'p-map'
import { blockAt } from '../evaluate.js'

export interface Forecasts {
  readonly byId: ReadonlyMap<string, FlowForecast>
  readonly refresh: (ids: Iterable<string>) => void
  readonly update: (
    flows: readonly Flow[],
    otherFlows: readonly Flow[],
    now: number,
    signal: AbortSignal,
  ) => Promise<boolean>
}

/**
 * How long before a run its balances are read again, in milliseconds, because no event announces a transfer. The monitor evaluates at
 * least every 30 seconds, so the last time is at most 45 and at least 15 seconds before the run.
 */
const leads = [86_400_000, 3_600_000, 960_000, 300_000, 45_000]
const chainIsFreshFor = 3_600_000
const sharedIsFreshFor = 15_000
const [retryDelay, longRetryDelay] = [30_000, 3_600_000]
const concurrency = 4

interface Fact {
  state: FactState
  readAt: number
}

interface Group {
  flows: Map<string, { flow: Flow; newest: FlowHistoryPage | undefined; refreshedAt: number }>
  otherFlows: ReadonlySet<Flow>
  facts: Map<string, Fact>
  retryAt: number
  /** Whether the last update failed with a permanent error, for example because the node lacks a route that forecasts need. */
  isUnsupported: boolean
}

export function createForecasts(client: FlowClient, historyOf: (id: string) => FlowHistoryPage | undefined): Forecasts {
  const byId = new Map<string, FlowForecast>()
  const groups = new Map<string, Group>()
  const shared = new Map<string, Fact>()
  const refreshed = new Set<string>()

  return {
    byId,
    refresh(ids) {
      for (const id of ids) refreshed.add(id)
    },
    async update(flows, otherFlows, now, signal) {
      const byOwner = groupedByOwner(flows)
      const othersByOwner = groupedByOwner(otherFlows.filter(({ owner }) => byOwner.has(owner)))
      removeOtherOwners(byOwner)
      const soonest = Array.from(byOwner).sort(([, one], [, other]) => firstRun(one) - firstRun(other))
      const results = await pMap(
        soonest,
        ([owner, ownFlows]) => updateIfPossible(owner, ownFlows, othersByOwner.get(owner) ?? [], now, signal),
        { concurrency },
      )
      return results.every(Boolean)
    },
  }

  function removeOtherOwners(byOwner: ReadonlyMap<string, unknown>): void {
    for (const [owner, group] of groups) {
      if (byOwner.has(owner)) continue
      for (const id of group.flows.keys()) byId.delete(id)
      groups.delete(owner)
    }
  }

  /** Returns true if the forecasts of an owner's flows are up to date, or if updates always fail. */
  async function updateIfPossible(
    owner: string,
    flows: readonly Flow[],
    otherFlows: readonly Flow[],
    now: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    const group = groups.get(owner) ?? newGroup()
    groups.set(owner, group)
    if (signal.aborted || now < group.retryAt)
      return group.isUnsupported || !flows.some(flow => hasChanged(group, flow, now))
    try {
      await updateGroup(group, flows, otherFlows, now, signal)
      group.retryAt = 0
      return true
    } catch (error) {
      if (signal.aborted) return false
      if (!isFlowQueryError(error)) throw error
      group.isUnsupported = !error.retryable
      group.retryAt = now + (error.retryable ? retryDelay : longRetryDelay)
      return group.isUnsupported
    }
  }

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

  function makeStale({ facts }: Group, flow: Flow, now: number): void {
    const stateOf = (key: readonly unknown[]) =>
      (facts.get(JSON.stringify(key)) ?? shared.get(JSON.stringify(key)))?.state
    for (const queryKey of forecastFactKeys(client, flow, stateOf)) {
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

  function historiesOf(flows: readonly Flow[]): Record<string, FlowHistoryPage> {
    const histories: Record<string, FlowHistoryPage> = {}
    for (const id of [...flows.map(({ id }) => id), ...flows.flatMap(flowDependencies)]) {
      const page = historyOf(id)
      if (page) histories[id] = page
    }
    return histories
  }
}

function newGroup(): Group {
  return { flows: new Map(), otherFlows: new Set(), facts: new Map(), retryAt: 0, isUnsupported: false }
}

const freshForOf: { readonly [name: string]: number } = {
  params: chainIsFreshFor,
  forecastRelease: chainIsFreshFor,
  trustlessAgent: sharedIsFreshFor,
  connectionChannels: sharedIsFreshFor,
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
