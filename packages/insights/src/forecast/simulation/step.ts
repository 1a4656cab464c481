import type { Coin, Flow } from '@flow-query/core'
import { executionProblem } from '@flow-query/core'
import { continues, type DeadQuery, type FinishedRun, type ReleaseRules } from '@flow-query/rules'
import type { ForecastAssumption, ForecastOutcome } from '../result.js'
import { type Decision, decideRun } from './decision.js'
import { type Execution, execute } from './execution.js'
import { addLaterSpending, drainingFlows, isDrained, markUnknown, settleDrain } from './money/drains.js'
import { type Fee, larger, smaller } from './money/fees.js'
import { amountsOf, type Balance, markUncertain, spendable } from './money/ledger.js'
import { choosePayer, closeFeeAccount, collectFee, feeFor, type Payer } from './money/payments.js'
import { ifUnchanged, type Plan } from './plan.js'
import { nextProgress, type Progress, savesQueries } from './progress.js'
import { lateStop } from './recurrence.js'
import { fatalRisk, isUnknown, type RunRisk, shortage } from './risk.js'
import type { World } from './world.js'

export interface Step {
  /** Undefined if no run is simulated, because an account with an unknown balance may be able to pay. */
  outcome: ForecastOutcome | undefined
  fee: Coin | null
  /** The balance of the payer, before the last run closes the fee account. Undefined if no account pays. */
  rest?: bigint
  risks: readonly RunRisk[]
  assumptions?: readonly ForecastAssumption[]
  /** Undefined if the conditions skip the run. */
  payment?: Payment
  isPaid?: boolean
  /** The indexes of the messages that take effect although the run fails. */
  inEffect?: readonly number[]
  next: Progress
}

export interface Payment extends Pick<Payer, 'balance' | 'needed'> {
  cost: bigint
  cheapest: bigint
  dearest: bigint
  assumption?: ForecastAssumption
}

/** Simulates the next run of a flow in the order of the chain. It only changes the ledgers. */
export function step(plan: Plan, progress: Progress, world: World): Step {
  const { flow, schedule, funding, remote, loans, balances } = plan
  const { index, nextTime } = progress
  if (plan.deadQuery) return deadStep(progress, plan.deadQuery)
  const decision = plan.isConditional ? decisionOf(flow, progress.lastError, world) : unconditional
  if (decision.result !== 'met') return unmetStep(plan, progress, decision, world.rules)
  const mayNotRun = isUnknown(decision.risks) || progress.mayBeOver
  const before = mayNotRun ? amountsOf(balances) : []

  if (loans) for (const balance of balances) settleDrain(balance, nextTime)
  loans?.startRun(index - 1)
  const payer = choosePayer(funding, progress.payer, index, loans)
  loans?.startRun(index)
  if (!payer) return unpaidStep(plan, progress, decision.risks, world)
  const mayNotPay = mayBeSpent(payer.balance, payer.balance.amount - payer.needed, plan, nextTime)

  const execution = execute(plan, progress, world)
  const { assumptions, isIdle, isSent } = execution
  const fatal = isIdle ? undefined : fatalRisk(execution.risks)
  const failsHere = fatal !== undefined && !isSent
  const fee = feeFor(payer, failsHere, index, loans)
  const isClosing = index === schedule.runs - 1 && schedule.endsOnTime && payer.balance.address === flow.feeAddress
  const { collected, risk: ofFee } = collectFee(payer, fee, isClosing ? world.feeRules.commission : 0n, loans)
  const rest = payer.balance.amount
  const isSpent = (balance: Balance) =>
    (mayNotPay && balance === payer.balance) || mayBeSpent(balance, spendable(balance), plan, nextTime)
  const drained = usedBalances(payer, execution).filter(isSpent)
  if (collected && isClosing) closeFeeAccount(funding)
  const isDrained = drained.length > 0

  const hasErrors = failsHere || !collected
  const isOpen = !hasErrors && (isSent || isIdle) && !savesQueries(flow)
  const run = { isUnmet: false, isRemote: remote !== undefined, hasErrors, isOpen }
  const ofStop = stopRisk(plan, progress, run, world.rules)
  const ofDrain = isDrained ? drainRisk(plan, drained, nextTime) : undefined
  const risks = [...decision.risks, ofFee, ofDrain, ...execution.risks, ofStop].filter(risk => risk !== undefined)

  const isUnanswered = isSent && progress.awaitsAnswer
  const success = !collected ? 'feeNotCollected' : isIdle ? 'idle' : 'succeeded'
  const isUndecided = isUnanswered || mayNotRun
  const outcome = isUndecided ? 'unknown' : fatal ? 'failed' : isUnknown(risks) ? 'unknown' : success
  if (mayNotRun) markUncertain(before)
  const { isOver, mayBeOver } = endOf(plan, progress, run, outcome, world.rules)
  const isCut = isDrained || (isUnanswered && !isOver)
  const later = { index: index + 1, nextTime: nextTime + schedule.interval }
  if (isCut) stopSimulation(plan, isDrained ? progress : later, world)
  const lastError = assumptions.includes('messagesLikeDryRun') ? undefined : errorOfMessages(progress)
  return {
    outcome,
    fee: collected,
    rest,
    risks,
    assumptions,
    payment: paymentOf(payer, fee, feeFor(payer, failsHere, schedule.runs - 1, loans), execution),
    isPaid: collected !== null && !isDrained,
    inEffect: outcome === 'failed' ? execution.inEffect : [],
    next: nextProgress(plan, progress, outcome, isOver, { lastError, awaitsAnswer: false, payer, isCut, mayBeOver }),
  }
}

function deadStep(progress: Progress, deadQuery: DeadQuery): Step {
  const certainty = deadQuery === 'queryRepeated' ? 'likely' : 'certain'
  const risk: RunRisk = { kind: 'queryNeverAnswered', certainty, deadQuery }
  return { outcome: undefined, fee: null, risks: [risk], next: { ...progress, isOver: true } }
}

const unconditional: Decision = { result: 'met', risks: [] }

/** If it is unknown whether the conditions are met, assumes that they fail like in the last run. */
function decisionOf(flow: Flow, lastError: string | undefined, { evidence, rules }: World): Decision {
  const decision = decideRun(flow, evidence, rules)
  if (!isUnknown(decision.risks) || !lastError || executionProblem(lastError) !== 'conditionsNotMet') return decision
  return { result: 'failed', risks: [{ kind: 'failsAgain', certainty: 'likely', message: lastError }] }
}

/** Once conditions could be evaluated, their earlier error isn't repeated. */
function errorOfMessages({ lastError }: Progress): string | undefined {
  return lastError && executionProblem(lastError) !== 'conditionsNotMet' ? lastError : undefined
}

function unmetStep(plan: Plan, progress: Progress, { result, mayStop, risks }: Decision, rules: ReleaseRules): Step {
  const { flow, schedule, remote } = plan
  const hasErrors = result === 'failed'
  const isOpen = !hasErrors && !savesQueries(flow)
  const run = { isUnmet: true, isRemote: remote !== undefined, hasErrors, isOpen }
  const ofStop = stopRisk(plan, progress, run, rules)
  // The chain schedules no run that is exactly at the end time.
  const isBeforeEnd = progress.index < schedule.runs - (schedule.endsOnTime ? 2 : 1)
  const outcome = mayStop || progress.mayBeOver ? 'unknown' : hasErrors ? 'failed' : 'skipped'
  const end = endOf(plan, progress, run, outcome, rules)
  const isOver = end.isOver || result === 'stopped' || !isBeforeEnd
  const lastError = hasErrors ? progress.lastError : errorOfMessages(progress)
  const changes = { ...progress, lastError, mayBeOver: end.mayBeOver }
  const next = nextProgress(plan, progress, outcome, isOver, changes)
  return { outcome, fee: null, risks: ofStop ? [...risks, ofStop] : risks, next }
}

function unpaidStep(plan: Plan, progress: Progress, risks: readonly RunRisk[], world: World): Step {
  const { payers, unknownPayer } = plan.funding
  const fee = null
  if (unknownPayer || payers.some(({ balance, needed }) => balance.amount + balance.maybeMore >= needed)) {
    // If the messages can't succeed, the run fails whether it is paid or not.
    const ofMessages = execute(plan, progress, world).risks
    const isFailure = fatalRisk(ofMessages) !== undefined && !isUnknown(risks)
    stopSimulation(plan, progress, world)
    return {
      outcome: isFailure ? 'failed' : undefined,
      fee,
      risks: [...risks, unknownBalances(plan), ...ofMessages],
      next: { ...progress, isCut: true },
    }
  }
  const outcome = isUnknown(risks) || progress.mayBeOver ? 'unknown' : 'failed'
  const next = nextProgress(plan, progress, outcome, true)
  const payer = progress.payer ?? payers[0]
  if (!payer) return { outcome, fee, risks, next }
  const { balance, needed } = payer
  const risk = ifUnchanged(shortage('feeBalanceTooLow', balance, needed, balance.amount), plan, progress.index)
  const { amount: cost } = payer.feeAt(false, progress.index)
  const payment = { balance, needed, cost, cheapest: needed, dearest: needed }
  return { outcome, fee, risks: [...risks, risk], payment, next }
}

function paymentOf({ balance, needed }: Payer, fee: Fee, last: Fee, { agentPayment }: Execution): Payment {
  const toAgent = agentPayment?.balance.denom === balance.denom ? agentPayment.price : 0n
  return {
    balance,
    needed,
    cost: fee.amount + toAgent,
    cheapest: smaller(fee.cheapest, last.cheapest) + toAgent,
    dearest: larger(fee.dearest, last.dearest) + toAgent,
    assumption: fee.isKnown ? 'feeLikeLastRun' : 'feeEstimated',
  }
}

function usedBalances({ balance }: Payer, { agentPayment, balances }: Execution): Balance[] {
  return [balance, ...(agentPayment ? [agentPayment.balance] : []), ...balances]
}

/** Returns whether other flows, whose runs are not simulated, may have spent more than the rest of the balance. */
function mayBeSpent(balance: Balance, rest: bigint, { loans }: Plan, time: number): boolean {
  return loans ? time >= balance.unknownFrom : isDrained(balance, rest, time)
}

/** Other flows can't rely on the balances that the flow may spend from this run on. */
function stopSimulation(plan: Plan, from: Pick<Progress, 'index' | 'nextTime'>, world: World): void {
  if (world.isTopUp) markUnknown(plan.balances, from.nextTime)
  else addLaterSpending(plan, from, world)
}

function unknownBalances({ flow, funding }: Plan): RunRisk {
  return { kind: 'factsMissing', certainty: 'unknown', address: funding.unknownPayer ?? flow.owner }
}

function drainRisk(plan: Plan, drained: readonly Balance[], time: number): RunRisk {
  const flowIds = drainingFlows(drained, time)
  return { ...unknownBalances(plan), ...(flowIds.length > 0 && { flowIds }) }
}

function stopRisk(
  { flow: { configuration }, schedule, isPredictable }: Plan,
  { index, before, last }: Progress,
  run: FinishedRun,
  rules: ReleaseRules,
): RunRisk | undefined {
  const kind = lateStop(configuration, run, before, rules)
  const isShown =
    kind && index < schedule.runs - 1 && (kind !== 'stopsAfterSkip' || last === 'skipped' || last === 'idle')
  return isShown ? { kind, certainty: isPredictable && index === 0 ? 'certain' : 'likely' } : undefined
}

/** Assumes that another chain acknowledges the run before the next one. */
function endOf(
  { flow: { configuration }, schedule }: Plan,
  { index, before, last, mayBeOver }: Progress,
  run: FinishedRun,
  outcome: ForecastOutcome,
  rules: ReleaseRules,
): Pick<Progress, 'isOver' | 'mayBeOver'> {
  const failed = { hasErrors: true, isOpen: false }
  const runs = outcome === 'unknown' && !run.isRemote && !run.isUnmet ? [run, { ...run, ...failed }] : [run]
  const runsBefore = last === 'unknown' ? [before, failed] : [before]
  const ends = runs.flatMap(one => runsBefore.map(other => !continues(configuration, one, other, rules)))
  const isOver = index === schedule.runs - 1 || !ends.includes(false)
  return { isOver, mayBeOver: mayBeOver || ends.includes(true) }
}
