import { coinOf } from '../../coins.js'
import type { ForecastAssumption, ForecastRisk, ForecastRiskKind, ForecastRun } from '../result.js'
import { mayHaveChanged } from './money/drains.js'
import type { Balance } from './money/ledger.js'
import { type Plan, runAt } from './plan.js'
import { firstProgress, type Progress } from './progress.js'
import type { RunRisk } from './risk.js'
import type { Payment, Step } from './step.js'

export interface SimulatedFlow {
  readonly plan: Plan
  progress: Progress
  runs: ForecastRun[]
  /** All balances of the flow after each run. Empty unless the flow doesn't exist yet. */
  amounts: ReadonlyMap<Balance, bigint>[]
  /** The first risk of each kind. */
  risks: Map<ForecastRiskKind, ForecastRisk>
  assumptions: Set<ForecastAssumption>
  /** The payment of the first run that the conditions don't skip. */
  payment: Payment | undefined
  /** How many runs are paid in full, before the first one that isn't. */
  paidRuns: number
}

/** @param silent the flows whose runs aren't acknowledged, by connection ID */
export function createSimulatedFlow(plan: Plan, now: number, silent: ReadonlyMap<string, string[]>): SimulatedFlow {
  const first = firstProgress(plan, now)
  const { awaitsAnswer, isOver } = first
  const flowIds = awaitsAnswer || isOver ? undefined : silent.get(plan.remote?.connectionId ?? '')
  const simulated: SimulatedFlow = {
    plan,
    progress: flowIds ? { ...first, awaitsAnswer: true } : first,
    runs: [],
    amounts: [],
    risks: new Map(),
    assumptions: new Set(),
    payment: undefined,
    paidRuns: 0,
  }
  if (flowIds) addRisks(simulated, [{ kind: 'unansweredRun', certainty: 'unknown', flowIds }], 0)
  if (awaitsAnswer && plan.schedule.runs > 1) addRisks(simulated, [{ kind: 'unansweredRun', certainty: 'likely' }], 0)
  return simulated
}

const maxRuns = 100

export function apply(simulated: SimulatedFlow, step: Step): void {
  const { plan, progress, runs, assumptions } = simulated
  const { outcome, fee, payment, isPaid, next } = step
  addRisks(simulated, step.risks, progress.index)
  for (const assumption of step.assumptions ?? []) assumptions.add(assumption)
  if (payment?.assumption && !simulated.payment) assumptions.add(payment.assumption)
  simulated.payment ??= payment
  if (isPaid && !isShort(simulated)) simulated.paidRuns++
  if (outcome && runs.length < maxRuns) {
    if (plan.expected) simulated.amounts.push(new Map(plan.balances.map(balance => [balance, balance.amount])))
    const effects = step.inEffect?.length ? { inEffect: step.inEffect } : {}
    runs.push({ ...runAt(plan, progress.index), outcome, ...effects, fee, ...balanceAfter(plan, step) })
  }
  simulated.progress = next
}

function balanceAfter(
  { flow, funding, schedule, expected }: Plan,
  { next, rest }: Step,
): Pick<ForecastRun, 'payer' | 'balance' | 'account'> {
  const balance = (next.payer ?? funding.payers[0])?.balance
  if (!balance) return {}
  const time = next.nextTime - schedule.interval
  return {
    payer: balance.address === flow.feeAddress ? 'feeAccount' : 'wallet',
    ...(!mayHaveChanged(balance, time) && { balance: coinOf(balance.denom, rest ?? balance.amount) }),
    ...(expected && { account: balance.address }),
  }
}

function addRisks({ plan, risks }: SimulatedFlow, added: readonly RunRisk[], index: number): void {
  for (const risk of added) {
    // If the dry run has failed, it has found the same cause.
    const isKnown = risks.has(risk.kind) || (risk.kind === 'messageFails' && risks.has('dryRunFailed'))
    if (isKnown) continue
    const { number, time } = runAt(plan, index)
    risks.set(risk.kind, { ...risk, at: time, run: number })
  }
}

export function isShort({ risks }: SimulatedFlow): boolean {
  return risks.has('feeBalanceTooLow') || risks.has('feeNotCollected')
}
