import { type NewestEntries, newestRuns } from '../insights/runs.js'
import { stopReason } from '../insights/stop.js'
import { executionOutcome, type FlowStatus, type FlowStatusOptions, flowStatus } from '../status.js'
import type { Coin, Flow } from '../types.js'
import { type FlowForecastFacts, type FlowsForecastFacts, type ForecastRelease, interchainAccountOf } from './facts.js'
import type { FlowForecast, ForecastAssumption, ForecastFunds, ForecastRisk, ForecastRun } from './result.js'
import { timeOfRun } from './schedule.js'
import { isKnown, type Simulated, type SimulatedRisk, simulate } from './simulate.js'

/**
 * Returns whether a flow's next run will succeed, and how long its money lasts.
 *
 * Flows that share a wallet, a grant or an interchain account affect each other. Use {@link forecastFlows} for them.
 *
 * @example
 * const { nextRun, risks, funds } = forecastFlow({ flow, history, balances, params, release: 'current' }, Date.now())
 * if (nextRun === 'willFail') console.log(risks[0]?.kind, risks[0]?.missing)
 * else if (funds) console.log(`enough for ${funds.runs.likely} runs`)
 */
export function forecastFlow(facts: FlowForecastFacts, now: number | Date): FlowForecast {
  const { flow, history, histories, agent, channel, clientStatus, dryRun, ...shared } = facts
  const agentAddress = flow.trustlessAgent?.agentAddress
  const account = interchainAccountOf(flow, agent)
  const [forecast] = forecastFlows(
    {
      ...shared,
      flows: [flow],
      histories: { ...histories, [flow.id]: history },
      dryRuns: { [flow.id]: dryRun },
      ...(agentAddress && { agents: { [agentAddress]: agent } }),
      ...(account && {
        channels: { [account.key]: channel },
        clientStatuses: { [account.connectionId]: clientStatus },
      }),
    },
    now,
  )
  return forecast ?? nothing(flow, 'unknown')
}

/**
 * Returns the forecasts of many flows, in the order of the flows. All runs are simulated together in chronological order, so flows
 * that share a wallet, a grant or an interchain account affect each other.
 */
export function forecastFlows(facts: FlowsForecastFacts, now: number | Date): FlowForecast[] {
  const time = Number(now)
  const isAnyKnown = facts.flows.some(flow => isKnown(flow, facts))
  const simulations = releasesOf(facts).map(
    release => new Map(isAnyKnown ? simulate(facts, release, time).map(simulated => [simulated.flow, simulated]) : []),
  )
  return facts.flows.map(flow => {
    const history = facts.histories?.[flow.id]
    const status = flowStatus(flow, time, newestOf(history))
    if (status === 'completed' || status === 'stopped') return endedFlow(flow, status, facts, time)
    if (!isKnown(flow, facts)) return nothing(flow, 'unknown')
    const [forecast, ...others] = simulations.flatMap(simulation => {
      const simulated = simulation.get(flow)
      return simulated ? forecastOf(simulated, time) : []
    })
    return others.reduce(widen, forecast ?? nothing(flow, 'unknown'))
  })
}

function releasesOf({ release }: FlowsForecastFacts): ForecastRelease[] {
  return release ? [release] : ['current', 'legacy']
}

/** A shared empty list saves memory, because a chain can have many flows without known facts. */
const none: never[] = []

function nothing(flow: Flow, nextRun: FlowForecast['nextRun']): FlowForecast {
  return { flow, nextRun, risks: none, funds: null, runs: none, stranded: none, assumptions: none }
}

/** Returns the forecast of a flow that won't run again. The balance of its fee account is stranded. */
function endedFlow(
  flow: Flow,
  status: FlowStatus,
  { balances, histories }: FlowsForecastFacts,
  now: number,
): FlowForecast {
  const history = histories?.[flow.id]
  const stopped = history && stopReason(flow, history, now)
  const risks: ForecastRisk[] =
    stopped?.rule === 'feeBalanceTooLow'
      ? [
          {
            kind: 'stopped',
            certainty: 'certain',
            at: flow.execTime,
            run: stopped.run?.number ?? null,
            address: flow.feeAddress,
          },
        ]
      : none
  const stranded = balances?.[flow.feeAddress]?.filter(({ amount }) => amount !== '0') ?? none
  // A flow that is waiting for the answer to a query isn't over.
  const isWaiting = status === 'stopped' && stopped === null
  return { ...nothing(flow, isWaiting ? 'unknown' : 'none'), risks, stranded: isWaiting ? none : stranded }
}

function newestOf(history: NewestEntries | undefined): FlowStatusOptions {
  return { newest: history && newestRuns(history).entries[0] }
}

function forecastOf(simulated: Simulated, now: number): FlowForecast {
  const { flow, number, runs, assumptions } = simulated
  const risks = Array.from(simulated.risks.values(), risk => riskOf(simulated, risk))
  const unanswered = unansweredRun(simulated, now)
  if (unanswered) risks.push(unanswered)
  return {
    flow,
    nextRun: nextRunOf(simulated),
    risks: risks.sort(soonestFirst),
    funds: fundsOf(simulated),
    runs: runs.slice(0, 100).map(
      ({ outcome, fee }, index): ForecastRun => ({
        number: number === null ? null : number + index,
        time: timeOfRun(flow, index),
        outcome,
        fee,
      }),
    ),
    stranded: simulated.isOver ? leftOn(simulated) : [],
    assumptions: Array.from(assumptions),
  }
}

function soonestFirst(one: ForecastRisk, other: ForecastRisk): number {
  return one.at < other.at ? -1 : one.at > other.at ? 1 : 0
}

function riskOf({ flow, number }: Simulated, { index, ...risk }: SimulatedRisk): ForecastRisk {
  return { ...risk, at: timeOfRun(flow, index), run: number === null ? null : number + index }
}

/** Returns the balance of the fee account at the end of the simulation. */
function leftOn({ feeAccount }: Simulated): Coin[] {
  return Array.from(feeAccount?.coins ?? [], ([denom, amount]) => ({ denom, amount: String(amount) })).filter(
    ({ amount }) => amount !== '0',
  )
}

function nextRunOf({ runs: [next], risks }: Simulated): FlowForecast['nextRun'] {
  const first = Array.from(risks.values()).filter(({ index, kind }) => index === 0 && kind !== 'conditionInput')
  if (next?.outcome === 'failed' && first.some(({ certainty }) => certainty === 'certain')) return 'willFail'
  if (first.some(({ certainty }) => certainty === 'likely')) return 'atRisk'
  return next?.outcome === 'succeeded' && first.length === 0 ? 'likely' : 'unknown'
}

/** The usual time until another chain acknowledges a run, in milliseconds. */
const usualAnswer = 60_000

/** Returns a risk if the newest run is unanswered, because the next run is then the flow's last. */
function unansweredRun({ flow, entries, schedule, number }: Simulated, now: number): ForecastRisk | undefined {
  const [newest] = entries
  if (!newest || schedule.runs < 2 || !/pending|unack/.test(executionOutcome(newest, flow, now))) return undefined
  const sent = Date.parse(newest.actualExecTime)
  if (now - sent < usualAnswer && schedule.first - sent > usualAnswer) return undefined
  return {
    kind: 'unansweredRun',
    certainty: 'likely',
    at: timeOfRun(flow, 1),
    run: number === null ? null : number + 1,
  }
}

function fundsOf(simulated: Simulated): ForecastFunds | null {
  const { flow, feeAccount, payment, schedule, paidRuns, runs, isShort, isOver } = simulated
  const scheduled = schedule.runs
  if (!payment) {
    const short = simulated.risks.get('feeBalanceTooLow')
    const { denom = '', amount = '0' } = short?.needed ?? {}
    if (!short) return null
    const balance = String(feeAccount?.initial.get(denom) ?? 0n)
    const noRuns = { atLeast: 0, likely: 0, atMost: 0 }
    return {
      payer: 'none',
      address: flow.feeAddress,
      denom,
      balance,
      needed: amount,
      costPerRun: amount,
      runs: noRuns,
      lastsUntil: null,
      scheduled,
    }
  }
  const { account, isWallet, denom, needed, cost, cheapest, dearest } = payment
  const balance = account.initial.get(denom) ?? 0n
  const most = (count: number) => Math.min(scheduled, count)
  const likely = isShort ? paidRuns : isOver ? scheduled : most(paidRuns + laterRuns(simulated))
  const isEnough = likely === scheduled || (isOver && !isShort)
  // A wallet also pays for other things, so its range is the range of the costs.
  const atLeast = isWallet ? scale(likely, cost, dearest) : most(runsFor(balance, needed, dearest))
  const atMost = cheapest === 0n ? null : isWallet ? scale(likely, cost, cheapest) : runsFor(balance, needed, cheapest)
  return {
    payer: isWallet ? 'wallet' : 'feeAccount',
    address: account.address,
    denom,
    balance: String(balance),
    needed: String(needed),
    costPerRun: String(cost),
    runs: {
      atLeast: Math.min(likely, atLeast),
      likely,
      atMost: isEnough ? scheduled : atMost === null ? null : most(Math.max(likely, atMost)),
    },
    lastsUntil: isEnough || likely === 0 ? null : timeOfRun(flow, likely - 1),
    scheduled,
  }

  function laterRuns({ paidRuns }: Simulated): number {
    const left = account.coins.get(denom) ?? 0n
    if (!isWallet) return runsFor(left, needed, cost)
    // The wallet is used by other flows and by messages too.
    const spent = balance - left
    if (spent <= 0n) return scheduled
    return Math.floor(Number(left - needed) / (Number(spent) / Math.max(1, paidRuns, runs.length))) + 1
  }
}

/** Returns how many runs an account can pay before its balance is less than a run needs. */
function runsFor(balance: bigint, needed: bigint, cost: bigint): number {
  if (balance < needed) return 0
  return cost > 0n ? Number((balance - needed) / cost) + 1 : Number.POSITIVE_INFINITY
}

function scale(runs: number, from: bigint, to: bigint): number {
  return to > 0n ? Math.floor((runs * Number(from)) / Number(to)) : runs
}

/** Combines the forecasts of two sets of rules into one that covers both. */
function widen(one: FlowForecast, other: FlowForecast): FlowForecast {
  const kinds = (forecast: FlowForecast) => new Map(forecast.risks.map(risk => [risk.kind, risk]))
  const [ones, others] = [kinds(one), kinds(other)]
  const risks = Array.from(new Map([...others, ...ones]).values(), risk => {
    const [a, b] = [ones.get(risk.kind), others.get(risk.kind)]
    const isAgreed = a?.certainty === risk.certainty && b?.certainty === risk.certainty && a.at === b.at
    return isAgreed || risk.certainty !== 'certain' ? risk : { ...risk, certainty: 'likely' as const }
  })
  const differ = one.nextRun !== other.nextRun
  return {
    ...one,
    nextRun: differ ? 'atRisk' : one.nextRun,
    risks: risks.sort(soonestFirst),
    funds: one.funds && other.funds && { ...one.funds, runs: widerRange(one.funds, other.funds) },
    assumptions: [...one.assumptions, 'bothReleases' satisfies ForecastAssumption],
  }
}

function widerRange({ runs: one }: ForecastFunds, { runs: other }: ForecastFunds): ForecastFunds['runs'] {
  return {
    atLeast: Math.min(one.atLeast, other.atLeast),
    likely: one.likely,
    atMost: one.atMost === null || other.atMost === null ? null : Math.max(one.atMost, other.atMost),
  }
}
