import type { ChainRelease, Coin, Flow } from '@flow-query/core'
import { executionProblem } from '@flow-query/core'
import {
  changesFirstMessage,
  continues,
  type FeeRules,
  type FinishedRun,
  newestRules,
  type RunResult,
} from '@flow-query/rules'
import { coinOf } from '../../coins.js'
import type { Evidence } from '../../conditions/evidence.js'
import { releases } from '../../releases.js'
import { nameOf } from '../messages.js'
import type { ForecastOutcome } from '../result.js'
import type { AgentPayment } from './agent.js'
import { type Decision, decideRun } from './decision.js'
import { isDrained, settleDrain } from './drains.js'
import { type Fee, feeOf } from './fees.js'
import { amountsOf, type Balance, balanceIn, spendable } from './ledger.js'
import { loopRisk } from './loops.js'
import { lateStop } from './recurrence.js'
import { isUnknown, type RunRisk, shortage } from './risk.js'
import { addRisks, type Payer, runAt, type Simulated } from './simulated.js'

export function run(simulated: Simulated, rules: FeeRules, release: ChainRelease, evidence: Evidence): void {
  const decision = simulated.isConditional ? decisionOf(simulated, evidence, release) : undefined
  const isUndecided = isUnknown(decision?.risks ?? [])
  if (decision) addRisks(simulated, decision.risks)
  if (decision && decision.result !== 'met') {
    recordUnmet(simulated, decision, release)
    return
  }
  if (simulated.loans) for (const balance of balancesOf(simulated)) settleDrain(balance, simulated.nextTime)
  simulated.loans?.startRun(simulated.index - 1)
  const payer = choosePayer(simulated) ?? lendToPayer(simulated)
  simulated.loans?.startRun(simulated.index)
  if (!payer) {
    failToPay(simulated, isUndecided)
    return
  }
  simulated.payer = payer

  const risks: RunRisk[] = []
  const { isRemote, remoteRisk } = simulated
  const isIdle = changesFirstMessage(simulated.flow.conditions.feedbackLoops)
  const agentPayment = isIdle ? undefined : payAgent(simulated, risks)
  if (!isIdle && remoteRisk && !fatalRisk(risks)) risks.push(remoteRisk)
  const isReady = !isIdle && !fatalRisk(risks)
  if (isReady && isRemote) simulated.assumptions.add('answersArrive')
  const ofLoop = isReady && !isRemote && loopRisk(simulated.flow, evidence)
  if (ofLoop) risks.push(ofLoop)
  if (isIdle) checkLoops(simulated, risks)
  else if (!fatalRisk(risks)) runMessages(simulated, risks)
  const fatal = fatalRisk(risks)
  const isSent = isReady && isRemote && (!fatal?.message || failedRemotely(fatal.message))
  const failsHere = fatal !== undefined && !isSent

  const { balance, needed } = payer
  // With loans, the fee is the highest likely one, so that the missing amount is enough.
  const fee = simulated.loans ? dearestFee(payer) : failsHere ? feeOf(payer.fees, true) : payer.fee
  if (!simulated.payment) {
    const paid = agentPayment?.balance.denom === balance.denom ? agentPayment.price : 0n
    const [cost, cheapest, dearest] = [fee.amount + paid, fee.cheapest + paid, fee.dearest + paid]
    simulated.payment = { balance, needed, cost, cheapest, dearest }
    simulated.assumptions.add(fee.isKnown ? 'feeLikeLastRun' : 'feeEstimated')
  }
  const free = spendable(balance)
  const required = requiredFor(simulated, rules, payer, fee)
  if (simulated.loans && free < required) simulated.loans.lend(balance, required - free)
  const collected = collect(simulated, rules, payer, fee)
  if (!collected) {
    addRisks(simulated, [shortage('feeNotCollected', balance, required, free)])
    simulated.isShort = true
  }
  const used = [balance, agentPayment?.balance, ...(isReady ? simulated.messages.balances : [])]
  if (used.some(balance => balance && mayBeSpent(simulated, balance))) cut(simulated)
  if (!simulated.isShort && !simulated.isCut) simulated.paidRuns++

  addRisks(simulated, risks)
  const isUnanswered = isSent && simulated.awaitsAnswer
  const isDoubtful = simulated.isCut || isUnknown(risks)
  const success = !collected ? 'feeNotCollected' : isIdle ? 'skipped' : 'succeeded'
  const outcome = isUnanswered || isUndecided ? 'unknown' : fatal ? 'failed' : isDoubtful ? 'unknown' : success
  const hasErrors = failsHere || !collected
  const isOpen = !hasErrors && (isSent || isIdle) && !savesQueries(simulated)
  const isLast = isStoppedBy(simulated, { isUnmet: false, isRemote, hasErrors, isOpen }, release)
  record(simulated, outcome, collected, isLast)
  simulated.awaitsAnswer = false
  if (isUnanswered && !simulated.isOver) markUnknown(simulated)
}

/** If it is unknown whether the conditions are met, assumes that they fail like in the last run. */
function decisionOf({ flow, lastError }: Simulated, evidence: Evidence, release: ChainRelease): Decision {
  const decision = decideRun(flow, evidence, release)
  if (!isUnknown(decision.risks) || !lastError || executionProblem(lastError) !== 'conditionsNotMet') return decision
  return { result: 'failed', risks: [{ kind: 'failsAgain', certainty: 'likely', message: lastError }] }
}

function fatalRisk(risks: readonly RunRisk[]): RunRisk | undefined {
  return risks.find(({ certainty }) => certainty !== 'unknown')
}

const maxRuns = 100

function record(simulated: Simulated, outcome: ForecastOutcome, fee: Coin | null, isStopped: boolean): void {
  const { runs, schedule, expected, payer = simulated.payers[0] } = simulated
  if (runs.length < maxRuns) {
    const balance = expected && payer && { balance: coinOf(payer.balance.denom, payer.balance.amount) }
    runs.push({ ...runAt(simulated, simulated.index), outcome, fee, ...balance })
  }
  simulated.index++
  simulated.last = outcome
  simulated.before = resultOnceAnswered(outcome, outcome === 'skipped' && !savesQueries(simulated))
  simulated.nextTime += schedule.interval
  simulated.isOver = isStopped || simulated.index >= schedule.runs
}

function choosePayer({ payers, loans, index }: Simulated): Payer | undefined {
  return payers.find(payer => canPay(payer) && (!loans || loans.canPay(payer.balance, index)))
}

export function canPay({ balance, needed }: Payer): boolean {
  return balance.amount >= needed
}

function lendToPayer({ loans, payer, payers, unknownPayer }: Simulated): Payer | undefined {
  const borrower = payers.find(({ balance }) => loans?.isPayer(balance)) ?? payer ?? payers[0]
  if (!borrower || unknownPayer) return undefined
  return loans?.lend(borrower.balance, borrower.needed - borrower.balance.amount) ? borrower : undefined
}

function dearestFee({ balance: { denom }, fee }: Payer): Fee {
  return { ...fee, amount: fee.dearest, coin: coinOf(denom, fee.dearest) }
}

function failToPay(simulated: Simulated, isUndecided: boolean): void {
  // An account with an unknown balance may be able to pay, so the simulation of the flow ends here.
  if (simulated.unknownPayer) {
    cut(simulated)
    return
  }
  const payer = simulated.payer ?? simulated.payers[0]
  if (payer) {
    const { balance, needed, fee } = payer
    simulated.payment ??= { balance, needed, cost: fee.amount, cheapest: needed, dearest: needed }
    addRisks(simulated, [ifUnchanged(simulated, shortage('feeBalanceTooLow', balance, needed, balance.amount))])
  }
  simulated.isShort = true
  record(simulated, isUndecided ? 'unknown' : 'failed', null, true)
}

function ifUnchanged(simulated: Simulated, risk: RunRisk): RunRisk {
  const { isPredictable, index } = simulated
  const isUnchanged = payingBalances(simulated).every(({ amount, initial }) => amount === initial)
  return isPredictable && index === 0 && isUnchanged ? { ...risk, certainty: 'certain' } : risk
}

function payAgent(simulated: Simulated, risks: RunRisk[]): AgentPayment | undefined {
  const { agentFee, assumptions, unknownPayer } = simulated
  if (!agentFee) return undefined
  assumptions.add('agentFeeUnchanged')
  const { payments, risk } = agentFee
  const payment = payments.find(({ balance, price }) => spendable(balance) >= price) ?? lendToAgent(simulated)
  if (payment) {
    payment.balance.amount -= payment.price
  } else if (unknownPayer && payments.length > 0) {
    risks.push({ kind: 'factsMissing', certainty: 'unknown', address: unknownPayer })
  } else {
    risks.push(ifUnchanged(simulated, risk))
  }
  return payment
}

function lendToAgent({ loans, agentFee, unknownPayer }: Simulated): AgentPayment | undefined {
  const payment = agentFee?.payments[0]
  if (!payment || unknownPayer) return undefined
  return loans?.lend(payment.balance, payment.price - spendable(payment.balance)) ? payment : undefined
}

function runMessages(simulated: Simulated, risks: RunRisk[]): void {
  const { messages, isRemote, isConditional, lastError, expected, hasSucceeded, index } = simulated
  const { lacksFacts, isOpaque, canFailLater } = messages
  const hasReceived = messages.balances.some(({ amount, initial }) => amount > initial)
  const undo = undoOf(simulated)
  const risk = attempt(simulated, undo)

  const dryRun = index === 0 ? simulated.dryRun : undefined
  // If earlier runs succeeded, the signer must be right.
  const isRefuted = risk?.kind === 'wrongSigner' && hasSucceeded
  // A dry run shows whether a message can be repeated, and whether enough coins are unlocked.
  const isKnownBetter =
    (risk?.kind === 'messageFails' && (dryRun !== undefined || expected?.error !== undefined)) ||
    (risk?.certainty === 'unknown' && dryRun?.result === 'failed')
  if (risk && !isRefuted && !isKnownBetter) {
    const isSure = risk.kind === 'grantExpires' && !isRemote && !isConditional
    // If the dry run has failed, it has found the same cause.
    const kind = risk.kind === 'messageFails' && simulated.risks.has('dryRunFailed') ? 'dryRunFailed' : risk.kind
    risks.push({ ...risk, kind, ...(isSure && { certainty: 'certain' }) })
  } else if (expected?.error !== undefined) {
    risks.push({ kind: 'dryRunFailed', certainty: 'likely', message: expected.error })
  } else if (dryRun?.result === 'failed' && !(hasReceived && dryRun.problem === 'insufficientFunds')) {
    risks.push({ kind: 'dryRunFailed', certainty: 'likely', message: dryRun.message })
  } else if (dryRun?.result === 'succeeded' && (isOpaque || lacksFacts || lastError)) {
    simulated.assumptions.add('messagesLikeDryRun')
    simulated.lastError = undefined
  } else if (lastError && isRepeated(lastError, simulated)) {
    risks.push({ kind: 'failsAgain', certainty: 'likely', message: lastError })
  } else if (lacksFacts) {
    risks.push({ kind: isRemote ? 'otherChain' : 'factsMissing', certainty: 'unknown' })
  } else if (isOpaque) {
    simulated.assumptions.add('messagesLikeLastRun')
    if (!hasSucceeded || (canFailLater && index > 0)) risks.push({ kind: 'factsMissing', certainty: 'unknown' })
  }
  // A missing amount is also enough if the run succeeds after all.
  if (!risk && !simulated.isTopUp && fatalRisk(risks)) undo()
}

function isRepeated(error: string, { flow, messages: { isOpaque, lacksFacts, balances } }: Simulated): boolean {
  switch (executionProblem(error)) {
    case 'other':
    case 'wrongSigner':
      return true
    case 'insufficientFunds':
      return lacksFacts || (isOpaque && balances.length === 0)
    case 'noGrant':
      return lacksFacts || isOpaque
    case 'otherChain':
      return lacksFacts || isOpaque || !isCodeOfKnownCause(error, flow)
    default:
      return false
  }
}

function isCodeOfKnownCause(error: string, { msgs }: Flow): boolean {
  const [, code] = /ABCI code: (\d+)/.exec(error) ?? []
  return code === '5' || (code === '2' && msgs.every(message => nameOf(message) === 'MsgExec'))
}

function undoOf({ messages, loans }: Simulated): () => void {
  const before = amountsOf(messages.balances)
  const undoLoans = loans?.mark()
  return () => {
    for (const { balance, amount } of before) balance.amount = amount
    undoLoans?.()
  }
}

/** If one message fails, none has an effect, except for transfers on this chain. */
function attempt(
  { messages: { steps, transfers }, isRemote, nextTime, loans }: Simulated,
  undo: () => void,
): RunRisk | undefined {
  for (const [index, step] of steps.entries()) {
    const risk = step(nextTime, loans?.lend)
    if (!risk) continue
    undo()
    if (!isRemote) for (const done of steps.slice(0, index)) if (transfers.has(done)) done(nextTime)
    return risk
  }
  return undefined
}

function failedRemotely(error: string): boolean {
  return executionProblem(error) === 'otherChain'
}

/** The last run pays a commission on the balance of the fee account, and the rest returns to the owner. */
function closesFeeAccount({ schedule, index, feeAccount }: Simulated, { balance: { address } }: Payer): boolean {
  return index === schedule.runs - 1 && schedule.endsOnTime && address === feeAccount?.address
}

function requiredFor(simulated: Simulated, { commission }: FeeRules, payer: Payer, { amount }: Fee): bigint {
  return closesFeeAccount(simulated, payer) && commission < 100n ? (amount * 100n + 99n) / (100n - commission) : amount
}

function collect(simulated: Simulated, { commission }: FeeRules, payer: Payer, fee: Fee): Coin | null {
  const { feeAccount, wallet } = simulated
  const { balance, burn } = payer
  const { denom, amount } = balance
  const free = spendable(balance)
  const isLast = closesFeeAccount(simulated, payer)
  const share = isLast && amount > burn ? ((amount - burn) * commission + 99n) / 100n : 0n
  if (free < fee.amount + share) {
    // The burn fee is taken first, and it is lost if the rest can't be collected.
    if (free >= burn) balance.amount -= burn
    return null
  }
  balance.amount -= fee.amount + share
  if (!isLast || !feeAccount) return fee.coin
  for (const rest of feeAccount.balances.values()) {
    if (wallet) balanceIn(wallet, rest.denom).amount += rest.amount
    rest.amount = 0n
  }
  return coinOf(denom, fee.amount + share)
}

function mayBeSpent({ payers, nextTime, loans }: Simulated, balance: Balance): boolean {
  if (loans) return nextTime >= balance.unknownFrom
  const payer = payers.find(payer => payer.balance === balance)
  return isDrained(balance, payer?.needed ?? 0n, nextTime)
}

export function balancesOf(simulated: Simulated): Balance[] {
  return Array.from(new Set([...payingBalances(simulated), ...simulated.messages.balances]))
}

function payingBalances({ payers, agentFee }: Simulated): Balance[] {
  return [...payers, ...(agentFee?.payments ?? [])].map(({ balance }) => balance)
}

/** Ends the simulation of a flow, whose balances are then unknown to other flows, too. */
function cut(simulated: Simulated): void {
  const { flow, unknownPayer } = simulated
  addRisks(simulated, [{ kind: 'factsMissing', certainty: 'unknown', address: unknownPayer ?? flow.owner }])
  markUnknown(simulated)
}

function markUnknown(simulated: Simulated): void {
  const { nextTime } = simulated
  simulated.isCut = true
  for (const balance of balancesOf(simulated)) balance.unknownFrom = Math.min(balance.unknownFrom, nextTime)
}

function recordUnmet(simulated: Simulated, { result, mayStop }: Decision, release: ChainRelease): void {
  const { index, schedule, isRemote } = simulated
  const hasErrors = result === 'failed'
  const run = { isUnmet: true, isRemote, hasErrors, isOpen: !hasErrors && !savesQueries(simulated) }
  // The chain schedules no run that is exactly at the end time.
  const isBeforeEnd = index < schedule.runs - (schedule.endsOnTime ? 2 : 1)
  const isStopped = isStoppedBy(simulated, run, release) || result === 'stopped' || !isBeforeEnd
  record(simulated, hasErrors ? 'failed' : mayStop ? 'unknown' : 'skipped', null, isStopped)
}

function checkLoops({ lastError, expected }: Simulated, risks: RunRisk[]): void {
  const error = expected?.error
  if (error !== undefined) risks.push({ kind: 'dryRunFailed', certainty: 'likely', message: error })
  if (lastError?.startsWith('invalid feedback loop'))
    risks.push({ kind: 'failsAgain', certainty: 'likely', message: lastError })
}

/** Assumes that another chain acknowledges the run before the next one. */
function isStoppedBy(simulated: Simulated, run: FinishedRun, release: ChainRelease): boolean {
  const { flow, before, last, index, schedule, isPredictable } = simulated
  const rules = releases[release].rules ?? newestRules
  const kind = lateStop(flow.configuration, run, before, rules)
  const isSkip = kind === 'stopsAfterSkip'
  if (kind && index < schedule.runs - 1 && (!isSkip || last === 'skipped'))
    addRisks(simulated, [{ kind, certainty: isPredictable && index === 0 ? 'certain' : 'likely' }])
  return !continues(flow.configuration, run, before, rules)
}

function savesQueries({ flow: { conditions, configuration } }: Simulated): boolean {
  const inputs = [...conditions.comparisons, ...conditions.feedbackLoops]
  return configuration.saveResponses && inputs.some(({ icqConfig }) => icqConfig)
}

function resultOnceAnswered(outcome: ForecastOutcome, isOpen: boolean): RunResult {
  return { isOpen, hasErrors: outcome === 'failed' || outcome === 'feeNotCollected' }
}
