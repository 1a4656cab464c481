import { executionProblem } from '../status.js'
import type { Coin } from '../types.js'
import { checkConditions, type Evidence, type Verdict } from './conditions.js'
import { addDrain, type Drains, leftAt } from './drains.js'
import type { FlowsForecastFacts, ForecastRelease } from './facts.js'
import { type FeeRules, feeOf } from './fees.js'
import { type Account, type Amounts, balanceOf, type Ledger, spendable } from './ledger.js'
import { type Problem, runMessages, shortage } from './messages.js'
import type { ForecastOutcome } from './result.js'
import type { Payer, Simulated } from './simulated.js'

/** The state that all flows of a simulation share. */
export interface World {
  facts: FlowsForecastFacts
  release: ForecastRelease
  rules: FeeRules
  ledger: Ledger
  /** The state of other chains, by connection ID. */
  otherLedgers: ReadonlyMap<string, Ledger>
  evidence: Evidence
  /** The spending of flows whose simulation has ended. */
  drains: Drains
  /** Milliseconds since 1970. */
  now: number
}

/** Simulates the next run of a flow and its effects. */
export function run(simulated: Simulated, world: World): void {
  const conditions = simulated.isConditional ? conditionsOf(simulated, world) : undefined
  if (conditions) warn(simulated, conditions.problems)
  if (conditions && conditions.result !== 'met') {
    const isStopped = conditions.result === 'stopped' || isStoppedUnmet(simulated, world, conditions.result)
    record(simulated, conditions.result === 'failed' ? 'failed' : 'skipped', null, isStopped)
    return
  }
  const payer = choosePayer(simulated)
  if (!payer) {
    failToPay(simulated, world)
    return
  }

  simulated.payer = payer
  const problems: Problem[] = []
  const agentFee = payAgent(simulated, world, problems)
  if (!failureIn(problems)) checkChannel(simulated, world, problems)
  const isSent = simulated.isInterchain && !failureIn(problems)
  if (!failureIn(problems)) useMessages(simulated, world, problems)
  const failure = failureIn(problems)
  const localFailure = isSent && (!failure?.message || isRemote(failure.message)) ? undefined : failure

  const { account, denom, needed } = payer
  const fee = feeOf(simulated.fees, denom, needed, localFailure)
  if (!simulated.payment) {
    const { amount, cheapest, dearest, isKnown } = fee
    const paid = agentFee?.denom === denom ? agentFee.price : 0n
    simulated.payment = { ...payer, cost: amount + paid, cheapest: cheapest + paid, dearest: dearest + paid }
    simulated.assumptions.add(isKnown ? 'feeLikeLastRun' : 'feeEstimated')
  }
  const free = spendable(account, denom)
  const collected = collect(simulated, world, payer, fee.amount)
  if (!collected) {
    warn(simulated, [shortage('feeNotCollected', account.address, denom, fee.amount, free)])
    simulated.isShort = true
  }
  if (isDrained(simulated, world)) cut(simulated, world)
  if (!simulated.isShort && !simulated.isCut) simulated.paidRuns++

  warn(simulated, problems)
  const doubts = [...problems, ...(conditions?.problems ?? [])].filter(({ certainty }) => certainty === 'unknown')
  const isUnknown = simulated.isCut || doubts.length > 0
  const success = collected ? 'succeeded' : 'feeNotCollected'
  const outcome = failure ? 'failed' : isUnknown ? 'unknown' : success
  record(simulated, outcome, collected, isStopped(simulated, Boolean(localFailure) || !collected))
}

/** Checks the conditions. If their result is unknown, they fail like in the last run. */
function conditionsOf({ flow, lastError }: Simulated, { evidence }: World): Verdict {
  const verdict = checkConditions(flow, evidence)
  const isUnknown = verdict.problems.some(({ certainty }) => certainty === 'unknown')
  if (!isUnknown || !lastError || executionProblem(lastError) !== 'conditionsNotMet') return verdict
  return { result: 'failed', problems: [{ kind: 'failsAgain', certainty: 'likely', message: lastError }] }
}

/** Returns the problem that makes a run fail. */
function failureIn(problems: readonly Problem[]): Problem | undefined {
  return problems.find(({ certainty }) => certainty !== 'unknown')
}

/** Adds problems of the next run to the risks of the flow, if they are the first of their kind. */
function warn({ schedule, number, runs, risks }: Simulated, problems: readonly Problem[]): void {
  const index = runs.length
  for (const problem of problems) {
    if (risks.has(problem.kind)) continue
    risks.set(problem.kind, { ...problem, at: schedule.timeOf(index), run: number === null ? null : number + index })
  }
}

function record(simulated: Simulated, outcome: ForecastOutcome, fee: Coin | null, isStopped: boolean): void {
  const { runs, schedule } = simulated
  runs.push({ outcome, fee })
  simulated.last = outcome
  simulated.nextTime += schedule.interval
  simulated.isOver = isStopped || runs.length >= schedule.runs
}

/** Returns whether the next run depends on nothing that can change without a transaction. */
function isCertain({ runs, isConditional, schedule }: Simulated, { now }: World): boolean {
  return runs.length === 0 && !isConditional && schedule.first >= now
}

/** Returns whether another flow has changed a balance before the next run. */
function isChanged({ payers }: Simulated): boolean {
  return payers.some(
    ({ account, denom }) => account && balanceOf(account, denom) !== (account.initial.get(denom) ?? 0n),
  )
}

type KnownPayer = Payer & { account: Account }

/** Returns the first account and denom that can pay. */
export function choosePayer({ payers, used }: Simulated): KnownPayer | undefined {
  return payers.find((payer): payer is KnownPayer => {
    if (payer.account) used.add(payer.account.coins)
    return canPay(payer)
  })
}

export function canPay(payer: Payer): payer is KnownPayer {
  const { account, denom, needed } = payer
  return account !== undefined && balanceOf(account, denom) >= needed
}

/** Ends a flow, because no account can pay. */
function failToPay(simulated: Simulated, world: World): void {
  const { payers } = simulated
  if (payers.some(({ account }) => !account)) {
    // An account whose balance is unknown may be able to pay.
    cut(simulated, world)
    return
  }
  const [first] = payers
  if (first?.account) {
    const { account, denom, needed } = first
    simulated.payment ??= { account, denom, needed, cost: needed, cheapest: needed, dearest: needed }
    const problem = shortage('feeBalanceTooLow', account.address, denom, needed, balanceOf(account, denom))
    const isSure = isCertain(simulated, world) && !isChanged(simulated)
    warn(simulated, [isSure ? { ...problem, certainty: 'certain' } : problem])
  }
  simulated.isShort = true
  record(simulated, 'failed', null, true)
}

interface AgentFee {
  denom: string
  price: bigint
  limit: bigint
}

/** Pays the agent the first coin of the limit that it accepts, whose price is within the limit, and that an account has. */
function payAgent(simulated: Simulated, world: World, problems: Problem[]): AgentFee | undefined {
  const { flow, agent, feeAccount, wallet, used } = simulated
  if (!flow.trustlessAgent?.agentAddress) return undefined
  const { agentAddress: address, feeLimit } = flow.trustlessAgent
  const isSure = isCertain(simulated, world)
  if (agent === undefined) problems.push({ kind: 'factsMissing', certainty: 'unknown', address })
  if (agent === null) problems.push({ kind: 'agentNotFound', certainty: isSure ? 'certain' : 'likely', address })
  const prices = agent?.feeConfig.feeCoinsSupported ?? []
  if (feeLimit.length === 0 || prices.length === 0) return undefined

  simulated.assumptions.add('agentFeeUnchanged')
  const accepted: AgentFee[] = feeLimit.flatMap(({ denom, amount }) => {
    const asked = prices.find(price => price.denom === denom)
    return asked ? { denom, price: BigInt(asked.amount), limit: BigInt(amount) } : []
  })
  const affordable = accepted.filter(({ price, limit }) => price <= limit)
  for (const account of flow.configuration.walletFallback ? [feeAccount, wallet] : [feeAccount]) {
    const fee = account && affordable.find(({ denom, price }) => spendable(account, denom) >= price)
    if (!fee) continue
    used.add(account.coins)
    world.ledger.add(account.coins, fee.denom, -fee.price)
    return fee
  }
  // The agent's admin can change the price at any time, so only the next run is certain. The balances may still change.
  const certainty = isSure && (affordable.length === 0 || !isChanged(simulated)) ? 'certain' : 'likely'
  const [coin] = affordable
  const [tooHigh] = accepted
  const details = coin
    ? { needed: { denom: coin.denom, amount: String(coin.price) } }
    : tooHigh && shortage('agentFee', address, tooHigh.denom, tooHigh.price, tooHigh.limit)
  problems.push({ kind: 'agentFee', address, ...details, certainty })
  return undefined
}

/** Checks the connection to the other chain. */
function checkChannel(simulated: Simulated, { facts }: World, problems: Problem[]): void {
  const { interchainAccount: account } = simulated
  if (!simulated.isInterchain) return
  simulated.assumptions.add('answersArrive')
  const channel = account && facts.channels?.[account.key]
  const status = account && facts.clientStatuses?.[account.connectionId]
  if (channel === undefined) problems.push({ kind: 'factsMissing', certainty: 'unknown' })
  else if (channel?.state !== 'STATE_OPEN') problems.push({ kind: 'noOpenChannel', certainty: 'likely' })
  else if (status && status !== 'Active') problems.push({ kind: 'clientExpired', certainty: 'likely' })
}

/** Runs the messages on this chain or on the other chain. */
function useMessages(simulated: Simulated, world: World, problems: Problem[]): void {
  const { flow, isInterchain, interchainAccount, isConditional, nextTime, lastError, hasSucceeded, runs, used } =
    simulated
  const ledger = isInterchain ? world.otherLedgers.get(interchainAccount?.connectionId ?? '') : world.ledger
  const channel = interchainAccount && world.facts.channels?.[interchainAccount.key]
  const signer = isInterchain ? (channel?.address ?? undefined) : flow.owner
  // A feedback loop can change the amounts of a message.
  const canRun = ledger && flow.conditions.feedbackLoops.length === 0
  const { problem, lacksFacts, isOpaque } = canRun
    ? runMessages(ledger, flow.msgs, signer, nextTime, used)
    : { problem: null, lacksFacts: isInterchain, isOpaque: true }

  // A dry run shows the result of the next run, except for causes that the simulation knows better.
  const dryRun = runs.length === 0 && canRun && !isInterchain ? world.facts.dryRuns?.[flow.id] : undefined
  const isIncomplete = isOpaque || lacksFacts

  if (problem && !(problem.kind === 'wrongSigner' && hasSucceeded)) {
    const isSure = problem.kind === 'grantExpires' && !isInterchain && !isConditional
    problems.push(isSure ? { ...problem, certainty: 'certain' } : problem)
  } else if (dryRun?.result === 'failed' && (isIncomplete || isLasting(dryRun.message))) {
    problems.push({ kind: 'dryRunFailed', certainty: 'likely', message: dryRun.message })
  } else if (dryRun?.result === 'succeeded' && (isIncomplete || lastError)) {
    simulated.assumptions.add('messagesLikeDryRun')
    simulated.lastError = undefined
  } else if (lastError && (isLasting(lastError) || (isIncomplete && isRemote(lastError)))) {
    problems.push({ kind: 'failsAgain', certainty: 'likely', message: lastError })
  } else if (lacksFacts) {
    problems.push({ kind: isInterchain ? 'otherChain' : 'factsMissing', certainty: 'unknown' })
  } else if (isOpaque) {
    simulated.assumptions.add('messagesLikeLastRun')
    if (!hasSucceeded) problems.push({ kind: 'factsMissing', certainty: 'unknown' })
  }
}

/** Returns whether an error remains until the flow or the chain is changed. */
function isLasting(error: string): boolean {
  return /^(other|wrongSigner)$/.test(executionProblem(error))
}

/** Returns whether the messages were sent and failed on the other chain. */
function isRemote(error: string): boolean {
  return executionProblem(error) === 'otherChain'
}

/** Charges the fee of a run. Returns null if the fee can't be collected. */
function collect(
  { flow, schedule, runs, feeAccount, wallet }: Simulated,
  { rules, ledger }: World,
  payer: KnownPayer,
  fee: bigint,
): Coin | null {
  const { account, denom } = payer
  const { coins } = account
  const burn = rules.burn(flow.msgs.length, denom)
  const free = spendable(account, denom)
  // The burn fee is taken first, and it is lost if the rest can't be collected.
  if (free < fee) {
    if (free >= burn) ledger.add(coins, denom, -burn)
    return null
  }
  const balance = balanceOf(account, denom)
  ledger.add(coins, denom, -fee)
  const isLast = runs.length === schedule.runs - 1
  if (account !== feeAccount || !isLast || !schedule.endsOnTime) return { denom, amount: String(fee) }
  // The last run pays a commission on the remaining balance, rounded up, and returns the rest to the owner.
  const commission = ((balance - burn) * rules.commission + 99n) / 100n
  ledger.add(coins, denom, -commission)
  for (const [left, amount] of coins) {
    if (wallet && amount > 0n) ledger.add(wallet.coins, left, amount)
    ledger.add(coins, left, -amount)
  }
  return { denom, amount: String(fee + commission) }
}

/** Returns whether flows whose simulation has ended may have spent the coins of the next run. */
function isDrained({ used, payers, nextTime }: Simulated, { drains }: World): boolean {
  for (const amounts of used) {
    for (const [denom, drain] of drains.get(amounts) ?? []) {
      const payer = payers.find(payer => payer.account?.coins === amounts && payer.denom === denom)
      if (leftAt((amounts.get(denom) ?? 0n) - (payer?.needed ?? 0n), drain, nextTime) < 0) return true
    }
  }
  return false
}

/** Returns the balances and limits that later runs of a flow can reduce. */
export function allAmounts({ used, payers }: Simulated): Amounts[] {
  return [...used, ...payers.flatMap(({ account }) => account?.coins ?? [])]
}

/** More than any balance. */
const everything = 10n ** 30n

/** Ends the simulation of a flow, because its balances are unknown. From now on, they are unknown to other flows, too. */
function cut(simulated: Simulated, world: World): void {
  const { flow, feeAccount } = simulated
  const address = feeAccount ? flow.owner : flow.feeAddress
  warn(simulated, [{ kind: 'factsMissing', certainty: 'unknown', address }])
  simulated.isCut = true
  for (const amounts of allAmounts(simulated))
    for (const denom of amounts.keys()) addDrain(world.drains, amounts, denom, everything, simulated)
}

/** Returns whether a run whose conditions are not met stops the flow. */
function isStoppedUnmet(
  { flow, last, runs, schedule }: Simulated,
  { release }: World,
  result: 'skipped' | 'failed',
): boolean {
  if (release === 'legacy') return false
  const { stopOnSuccess, stopOnFailure } = flow.configuration
  const isBeforeLastRun = runs.length === schedule.runs - 2
  const hasSkippedTwice = last === 'skipped'
  const countsAsSuccess = stopOnSuccess && !stopOnFailure && last !== null && !hasErrors(last)
  return isBeforeLastRun || (result === 'skipped' && (hasSkippedTwice || countsAsSuccess))
}

/** Returns whether the configuration stops a flow after a run. Interchain flows depend on the result of the previous run. */
function isStopped({ flow, isInterchain, last }: Simulated, hasFailed: boolean): boolean {
  const { stopOnSuccess, stopOnFailure, stopOnTimeout } = flow.configuration
  if (stopOnTimeout && last === 'timedOut') return true
  // With both settings, the chain ignores both.
  if (stopOnSuccess === stopOnFailure) return false
  return stopOnFailure === (hasFailed || (isInterchain && hasErrors(last)))
}

function hasErrors(outcome: Simulated['last']): boolean {
  return outcome === 'failed' || outcome === 'feeNotCollected'
}
