import type { Flow } from '@flow-query/core'
import type { Steps } from '@flow-query/core/parts/collection'
import { clockTime } from '@flow-query/core/parts/runs'
import { coinOf } from '../../coins.js'
import { flowDependencies } from '../../conditions/evaluate.js'
import type { FlowsForecastFacts } from '../forecast-facts.js'
import type { ForecastRisk, ForecastRiskKind } from '../result.js'
import type { Deposit } from './money/ledger.js'
import type { Borrower } from './money/loans.js'
import type { Plan } from './plan.js'
import { maxRuns, simulate } from './simulate.js'
import type { SimulatedFlow } from './simulated-flow.js'

const aboutMoney: ReadonlySet<ForecastRiskKind> = new Set([
  'feeBalanceTooLow',
  'feeNotCollected',
  'messageFunds',
  'agentFee',
])

type TopUps = (simulated: SimulatedFlow) => Steps<void>

const manyRuns = 100
/** The numbers of flows, in total and with a shared account, above which only a few runs are simulated. */
const [manyForecasts, manySharing, fewRuns] = [300, 50, 10]
/** Simulates the flow again, with all flows that share an account with it, and lends it the missing coins. */
export function createTopUps(all: readonly SimulatedFlow[], facts: FlowsForecastFacts, now: number): TopUps {
  const sharing = new Map<object, SimulatedFlow[]>()
  let isIndexed = false

  function flowsSharing(simulated: SimulatedFlow): Flow[] {
    if (!isIndexed) {
      for (const one of all)
        for (const balance of one.plan.balances) sharing.set(balance, [...(sharing.get(balance) ?? []), one])
      isIndexed = true
    }
    const others = simulated.plan.balances.flatMap(balance => sharing.get(balance) ?? [])
    const needed = new Set([simulated, ...others].flatMap(({ plan: { flow } }) => [flow.id, ...flowDependencies(flow)]))
    return facts.flows.filter(({ id }) => needed.has(id))
  }

  return function* (simulated) {
    const risks = Array.from(simulated.risks.values()).filter(isPreventable)
    if (risks.length === 0) return
    const flows = flowsSharing(simulated)
    for (const risk of risks) {
      const amounts = yield* amountsFor(risk, simulated.plan, { ...facts, flows }, now, all.length > manyForecasts)
      if (amounts) simulated.risks.set(risk.kind, { ...risk, ...amounts })
    }
  }
}

function isPreventable({ kind, certainty, held, needed, address }: ForecastRisk): boolean {
  // An agent that costs more than the limit can't be paid with more money.
  const isLimit = kind === 'agentFee' && held !== undefined
  return aboutMoney.has(kind) && certainty !== 'unknown' && needed !== undefined && address !== undefined && !isLimit
}

type Loans = (until: number) => Deposit | undefined

function* amountsFor(
  risk: ForecastRisk,
  { flow, schedule, expected }: Plan,
  facts: FlowsForecastFacts,
  now: number,
  isOneOfMany: boolean,
): Steps<Pick<ForecastRisk, 'missing' | 'missingForAllRuns'> | undefined> {
  const index = Math.round((clockTime(risk.at) - schedule.first) / schedule.interval)
  const isShort = isOneOfMany || facts.flows.length > manySharing
  const last = Math.min(schedule.runs - 1, Math.max(isShort ? fewRuns : manyRuns, index + 2))
  const { kind, address = '', needed } = risk
  const isFee = kind === 'feeBalanceTooLow' || kind === 'feeNotCollected'
  const payer = { address, denom: needed?.denom ?? '' }

  function* lend(isShared: boolean, deposits: readonly Deposit[] = []): Steps<Loans> {
    const borrower: Borrower = { flowId: flow.id, payer, paysFrom: isFee ? index : undefined, isShared }
    const all = yield* simulate(facts, now, {
      ...(isShort ? { limit: last + 2 } : { atLeast: last + 2 }),
      borrower,
      borrowerRuns: last + 2,
      deposits,
    })
    const simulated = all.find(({ plan }) => plan.flow.id === flow.id)
    return (until: number) =>
      simulated && simulated.progress.index > until ? loanOf(simulated.plan, risk, until) : undefined
  }
  const lent = yield* lend(isShort)
  let lentToAll: Loans | undefined
  /** If other flows spend a part of the amount, they must be paid too. */
  function* enoughUntil(until: number): Steps<Deposit | undefined> {
    const loan = lent(until)
    const isCompared = facts.flows.length > 1 && !isShort
    if (!loan || !isCompared) return loan
    const isEnough = yield* lend(false, [loan])
    if (isEnough(until)?.amount === 0n) return loan
    lentToAll ??= yield* lend(true)
    return lentToAll(until)
  }

  const missing = yield* enoughUntil(index)
  if (!missing || missing.amount <= 0n) return undefined
  const { denom, amount } = missing
  const isCounted = expected || schedule.runs <= maxRuns
  const untilLast = last > index && isCounted ? yield* enoughUntil(last) : undefined
  if (!untilLast) return { missing: coinOf(denom, amount) }
  const perRun = (untilLast.amount - amount) / BigInt(last - index)
  const forAll = untilLast.amount + perRun * BigInt(schedule.runs - 1 - last)
  return {
    missing: coinOf(denom, amount),
    ...(forAll > amount && { missingForAllRuns: coinOf(denom, forAll) }),
  }
}

function loanOf(borrower: Plan, { kind, address, needed }: ForecastRisk, until: number): Deposit | undefined {
  const { loans, remote, funding } = borrower
  const denom = needed?.denom ?? ''
  // The address of this risk is the agent's, but the flow has to pay.
  const payer = kind === 'agentFee' ? funding.agentFee?.payments[0]?.balance.address : address
  const balances = borrower.balances.filter(balance => balance.address === payer && balance.denom === denom)
  if (!loans || payer === undefined || balances.length === 0) return undefined
  return {
    connectionId: kind === 'messageFunds' ? remote?.connectionId : undefined,
    address: payer,
    denom,
    amount: balances.reduce((sum, balance) => sum + loans.until(balance, until), 0n),
  }
}
