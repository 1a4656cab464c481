import type { BlockTime, Coin, Flow, FlowHistoryEntry } from '@flow-query/core'
import { type FlowStatus, flowStatus } from '@flow-query/core'
import { finish, type Steps } from '@flow-query/core/parts/collection'
import { lookUp } from '@flow-query/core/parts/decode'
import { blockMilliseconds, clockTime } from '@flow-query/core/parts/runs'
import { coinOf } from '../coins.js'
import { newestRuns } from '../health/runs.js'
import { stopReason } from '../health/stop.js'
import { releases } from '../releases.js'
import {
  type FlowForecastFacts,
  type FlowsForecastFacts,
  type ForecastFacts,
  interchainAccountOf,
} from './forecast-facts.js'
import { changedGrants } from './messages.js'
import type {
  FlowForecast,
  ForecastFunds,
  ForecastOutcome,
  ForecastRisk,
  ForecastRiskKind,
  ForecastRun,
  ForecastStop,
} from './result.js'
import type { Account } from './simulation/money/ledger.js'
import type { Spending } from './simulation/money/spending.js'
import { runAt } from './simulation/plan.js'
import { maxRuns, simulate } from './simulation/simulate.js'
import { isShort, type SimulatedFlow } from './simulation/simulated-flow.js'
import { createTopUps } from './simulation/top-up.js'

/**
 * Returns whether a flow's next run will succeed, and how long its money lasts.
 *
 * Flows that share a wallet, a grant or an interchain account affect each other. Use {@link forecastFlows} for them.
 *
 * @example
 * const { nextRun, risks, funds } = forecastFlow({ flow, history, balances, params, release: 'current' }, time)
 * if (nextRun === 'willFail') console.log(risks[0]?.kind, risks[0]?.missing)
 * else if (funds) console.log(`enough for ${funds.runs.likely} runs`)
 *
 * @param time the newest block, from `chainTime`. Read it before the facts
 * @throws {FlowQueryError} with kind `argument` if `time` isn't the time of a block
 */
export function forecastFlow(facts: FlowForecastFacts, time: BlockTime): FlowForecast {
  const { flow, history, histories, agent, channel, clientStatus, dryRun, ...shared } = facts
  const { agentAddress = '' } = flow.trustlessAgent ?? {}
  const { key = '', connectionId = '' } = interchainAccountOf(flow, agent) ?? {}
  const [forecast] = forecastFlows(
    {
      ...shared,
      flows: [flow],
      histories: { ...histories, [flow.id]: history },
      dryRuns: { [flow.id]: dryRun },
      agents: { [agentAddress]: agent },
      channels: { [key]: channel },
      clientStatuses: { [connectionId]: clientStatus },
    },
    time,
  )
  return forecast ?? nothing(flow, 'unknown')
}

/**
 * Returns the forecasts of many flows, in the order of the flows. All runs are simulated together in chronological order, so flows
 * that share a wallet, a grant or an interchain account affect each other.
 *
 * @param time the newest block, from `chainTime`. Read it before the facts
 * @throws {FlowQueryError} with kind `argument` if `time` isn't the time of a block
 */
export function forecastFlows(facts: FlowsForecastFacts, time: BlockTime): FlowForecast[] {
  return finish(forecastFlowsInSteps(facts, time))
}

interface ForecastOptions {
  /** The maximum number of simulated runs of each flow. Default: fewer if there are more flows */
  limit?: number
  /** The most that flows without facts can spend. Balances are unknown once these flows may have spent them. */
  spending?: readonly Spending[]
}

export function* forecastFlowsInSteps(
  facts: FlowsForecastFacts,
  time: BlockTime,
  { limit, spending }: ForecastOptions = {},
): Steps<FlowForecast[]> {
  const now = blockMilliseconds(time)
  const forecasts = new Map<Flow, FlowForecast>()
  for (const flow of facts.flows) {
    const status = statusOf(flow, facts, time)
    if (status === 'completed' || status === 'stopped') forecasts.set(flow, endedFlow(flow, status, facts, time))
  }
  if (!releases[facts.release].rules) return facts.flows.map(flow => forecasts.get(flow) ?? unsupported(flow))
  const wanted = new Set(facts.flows.filter(flow => !forecasts.has(flow)))
  const flows = [...wanted, ...othersOf(facts, time)]
  const namedFlows = { ...facts.namedFlows, ...byId([...facts.flows, ...(facts.otherFlows ?? [])]) }
  const known = { ...facts, namedFlows, flows, grants: unchangedGrants(facts.grants, flows) }
  const all = yield* simulate(known, now, { limit, spending })
  const findTopUps = createTopUps(all, known, now)
  for (const simulated of all) {
    if (!wanted.has(simulated.plan.flow)) continue
    yield* findTopUps(simulated)
    if (lacksOtherFlows(simulated, facts)) simulated.assumptions.add('otherFlowsIgnored')
    const forecast = facts.differentBlocks ? onDifferentBlocks(forecastOf(simulated)) : forecastOf(simulated)
    const { flow, stranded } = forecast
    forecasts.set(flow, isMoot(forecast, facts) ? { ...nothing(flow, 'unknown'), stranded } : forecast)
  }
  return facts.flows.map(flow => forecasts.get(flow) ?? nothing(flow, 'unknown'))
}

function byId(flows: readonly Flow[]): { [flowId: string]: Flow } {
  return Object.fromEntries(flows.map(flow => [flow.id, flow]))
}

function newestEntry({ id }: Flow, { histories }: Pick<FlowsForecastFacts, 'histories'>): FlowHistoryEntry | undefined {
  return newestRuns(lookUp(histories, id) ?? []).entries[0]
}

export function statusOf(flow: Flow, facts: Pick<FlowsForecastFacts, 'histories'>, time: BlockTime): FlowStatus {
  return flowStatus(flow, time, { newest: newestEntry(flow, facts) })
}

function othersOf(facts: FlowsForecastFacts, time: BlockTime): Flow[] {
  const { flows, otherFlows = [] } = facts
  const ids = new Set(flows.map(({ id }) => id))
  return otherFlows.filter(flow => {
    const status = statusOf(flow, facts, time)
    return !ids.has(flow.id) && (status === 'active' || status === 'scheduled')
  })
}

/** If a flow grants or revokes a permission, it is unknown whether the permission exists later. */
function unchangedGrants(grants: ForecastFacts['grants'] = {}, flows: readonly Flow[]): ForecastFacts['grants'] {
  const changed = new Set(flows.flatMap(({ msgs }) => msgs.flatMap(message => changedGrants(message))))
  return changed.size > 0 ? Object.fromEntries(Object.entries(grants).filter(([key]) => !changed.has(key))) : grants
}

/** If the run is already recorded, the balances can be those after it, and it may have been the last one. */
function isMoot({ flow, nextRun }: FlowForecast, facts: FlowsForecastFacts): boolean {
  const newest = newestEntry(flow, facts)?.scheduledExecTime ?? ''
  return clockTime(newest) >= clockTime(flow.execTime) && (nextRun === 'willFail' || nextRun === 'atRisk')
}

/** No other flow spends from a flow's fee account. */
function lacksOtherFlows({ plan }: SimulatedFlow, { otherFlows, incompleteOwners = [] }: FlowsForecastFacts): boolean {
  const { owner, feeAddress } = plan.flow
  const isComplete = otherFlows !== undefined && !incompleteOwners.includes(owner)
  return !isComplete && plan.balances.some(({ address }) => address !== feeAddress)
}

function onDifferentBlocks(forecast: FlowForecast): FlowForecast {
  const { nextRun, assumptions } = forecast
  return {
    ...forecast,
    nextRun: nextRun === 'likely' ? 'unknown' : nextRun,
    assumptions: [...assumptions, 'differentBlocks'],
  }
}

const none: never[] = []

function nothing(flow: Flow, nextRun: FlowForecast['nextRun']): FlowForecast {
  return { flow, nextRun, risks: none, funds: null, runs: none, stop: null, stranded: none, assumptions: none }
}

function unsupported(flow: Flow): FlowForecast {
  const risk: ForecastRisk = { kind: 'releaseNotSupported', certainty: 'unknown', at: flow.execTime, run: null }
  return { ...nothing(flow, 'unknown'), risks: [risk] }
}

function endedFlow(
  flow: Flow,
  status: FlowStatus,
  { balances, histories, release }: FlowsForecastFacts,
  time: BlockTime,
): FlowForecast {
  const { id, feeAddress, execTime } = flow
  const history = lookUp(histories, id)
  const stopped = history && stopReason(flow, history, time, release)
  // A flow that is waiting for the answer to a query isn't over.
  if (status === 'stopped' && stopped === null) return nothing(flow, 'unknown')
  const forecast = { ...nothing(flow, 'none'), stranded: lookUp(balances, feeAddress)?.filter(isPositive) ?? none }
  if (stopped?.rule !== 'feeBalanceTooLow') return forecast
  const run = stopped.run?.number ?? null
  return { ...forecast, risks: [{ kind: 'stopped', certainty: 'certain', at: execTime, run, address: feeAddress }] }
}

export function forecastOf(simulated: SimulatedFlow): FlowForecast {
  const { plan, progress, assumptions } = simulated
  const { flow, funding } = plan
  const risks = Array.from(simulated.risks.values()).sort(soonestFirst)
  return {
    flow,
    nextRun: nextRunOf(simulated),
    risks,
    funds: fundsOf(simulated),
    runs: withShortBalance(simulated, risks),
    stop: stopOf(simulated),
    stranded: progress.isOver && funding.feeAccount ? coinsOf(funding.feeAccount) : none,
    assumptions: Array.from(assumptions),
  }
}

const shortages: ReadonlySet<ForecastRiskKind> = new Set(['feeBalanceTooLow', 'feeNotCollected', 'messageFunds'])

/** If a balance is too low at some run, all runs show this balance instead of the one that pays. */
function withShortBalance({ plan, runs, amounts }: SimulatedFlow, risks: readonly ForecastRisk[]): ForecastRun[] {
  const shortage = risks.find(({ kind }) => shortages.has(kind))
  const short = plan.balances.find(
    ({ address, denom }) => address === shortage?.address && denom === shortage.held?.denom,
  )
  if (!short) return runs
  return runs.map((run, index) => {
    const amount = amounts[index]?.get(short)
    return amount === undefined ? run : { ...run, account: short.address, balance: coinOf(short.denom, amount) }
  })
}

function stopOf({ plan, progress, risks }: SimulatedFlow): ForecastStop | null {
  const { index, last, isOver } = progress
  if (!isOver || index === 0 || index >= plan.schedule.runs) return null
  const run = runAt(plan, index - 1)
  const endsAnyway = lateStops.some(kind => risks.get(kind)?.at === run.time)
  return last === 'unknown' && !endsAnyway ? null : { ...run, outcome: last as ForecastOutcome }
}

/** These risks end the flow, whatever the outcome of the run is. */
export const lateStops = ['stopsAfterFailure', 'stopsAfterSkip'] as const

function soonestFirst(one: ForecastRisk, other: ForecastRisk): number {
  return clockTime(one.at) - clockTime(other.at)
}

function coinsOf({ balances }: Account): Coin[] {
  return Array.from(balances.values(), ({ denom, amount }) => coinOf(denom, amount)).filter(isPositive)
}

function isPositive({ amount }: Coin): boolean {
  return amount !== '0'
}

function nextRunOf({ plan, progress, runs: [next], risks }: SimulatedFlow): FlowForecast['nextRun'] {
  const deadQuery = risks.get('queryNeverAnswered')
  if (deadQuery) return deadQuery.certainty === 'certain' ? 'willFail' : 'atRisk'
  if (!next && progress.isOver && plan.schedule.runs > 0) return 'none'
  const own = Array.from(risks.values()).filter(
    ({ at, kind }) => at === plan.flow.execTime && kind !== 'conditionInput' && kind !== 'unansweredRun',
  )
  const isCertain = ({ kind, certainty }: ForecastRisk) =>
    certainty === 'certain' && !lateStops.some(stop => stop === kind)
  if ((next?.outcome === 'failed' || next?.outcome === 'idle') && own.some(isCertain)) return 'willFail'
  if (own.some(({ certainty }) => certainty !== 'unknown')) return 'atRisk'
  return next?.outcome === 'succeeded' && own.length === 0 ? 'likely' : 'unknown'
}

function fundsOf(simulated: SimulatedFlow): ForecastFunds | null {
  const { plan, progress, payment, paidRuns } = simulated
  if (!payment) return null
  const { flow, schedule } = plan
  const { payer, isCut } = progress
  const scheduled = schedule.runs
  const { balance, needed, cost, cheapest, dearest } = payment
  const { address, denom, initial } = balance
  const isWallet = address !== flow.feeAddress
  // No other flow spends from the fee account, so runs after the simulated ones can be counted, too.
  const affordable = isWallet ? paidRuns : Math.max(paidRuns, Math.min(maxRuns, runsFor(initial, needed, cost)))
  const likely = isShort(simulated) ? paidRuns : isCut ? Math.min(scheduled, affordable) : scheduled
  const isEnough = likely === scheduled
  const isOpen = isCut && !isEnough && (isWallet || flow.configuration.walletFallback || likely >= maxRuns)
  // Other flows and the messages also spend from a wallet, so its range is estimated from the costs of a run.
  const range = (price: bigint) => (isWallet ? scale(likely, cost, price) : runsFor(initial, needed, price))
  const most = isOpen || cheapest === 0n ? null : Math.min(scheduled, Math.max(likely, range(cheapest)))
  return {
    payer: !payer ? 'none' : isWallet ? 'wallet' : 'feeAccount',
    address,
    denom,
    balance: String(initial),
    needed: String(needed),
    costPerRun: String(cost),
    runs: { atLeast: Math.min(likely, range(dearest)), likely, atMost: isEnough ? scheduled : most },
    lastsUntil: isEnough || isOpen || likely === 0 ? null : schedule.timeOf(likely - 1),
    scheduled,
  }
}

function runsFor(balance: bigint, needed: bigint, cost: bigint): number {
  const required = needed > cost ? needed : cost
  if (balance < required) return 0
  return cost > 0n ? Number((balance - required) / cost) + 1 : Number.POSITIVE_INFINITY
}

function scale(runs: number, from: bigint, to: bigint): number {
  return to > 0n ? Math.floor((runs * Number(from)) / Number(to)) : runs
}
