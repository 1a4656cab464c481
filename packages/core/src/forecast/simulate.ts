import { heapify, sink } from '../insights/heap.js'
import { newestRuns } from '../insights/runs.js'
import { executionOutcome, executionProblem, flowStatus } from '../status.js'
import type { AnyMessage, Coin, Flow, FlowHistoryEntry, TrustlessAgent } from '../types.js'
import { checkConditions, type Evidence, isConditional, met } from './conditions.js'
import { type FlowsForecastFacts, type ForecastRelease, interchainAccountOf } from './facts.js'
import { agentPayment, createFeeRules, type FeeRules, type KnownFees, knownFees } from './fees.js'
import { type Account, add, createLedger, type Ledger, spendable } from './ledger.js'
import { runMessages, type Trouble } from './messages.js'
import type { ForecastAssumption, ForecastOutcome, ForecastRisk } from './result.js'
import { type Schedule, scheduleOf } from './schedule.js'

/** A flow during the simulation, with its simulated runs. */
export interface Simulated {
  flow: Flow
  schedule: Schedule
  /** Whether the flow will run again, according to its times and history. */
  isActive: boolean
  entries: readonly FlowHistoryEntry[]
  /** The number of the next run. Null if it is unknown. */
  number: number | null
  feeAccount: Account | undefined
  wallet: Account | undefined
  fees: KnownFees
  runs: SimulatedRun[]
  risks: Map<string, SimulatedRisk>
  assumptions: Set<ForecastAssumption>
  /** The payment for the next run. Undefined if no account can pay, or if the balances are unknown. */
  payment: Payment | undefined
  /** The number of runs that are paid in full, until the first run that isn't. */
  paidRuns: number
  /** Whether the money ran out. */
  isShort: boolean
  /** Whether the flow has no more runs. */
  isOver: boolean
}

interface SimulatedRun {
  outcome: ForecastOutcome
  fee: Coin | null
}

export interface SimulatedRisk extends Trouble {
  certainty: ForecastRisk['certainty']
  /** The index of the run. 0 is the next run. */
  index: number
}

/** The account that pays for a run, and the amounts. */
interface Payment {
  account: Account
  isWallet: boolean
  denom: string
  /** The balance that the account needs before the run. */
  needed: bigint
  /** The fee of the run, and the agent's fee if it has the same denom. */
  cost: bigint
  /** The lowest likely cost. */
  cheapest: bigint
  /** The highest likely cost. */
  dearest: bigint
}

/** A flow during the simulation, with properties that only the loop needs. */
interface Plan extends Simulated {
  /** The flow's id as a number. */
  order: bigint
  payers: Payer[] | undefined
  isInterchain: boolean
  isConditional: boolean
  agent: TrustlessAgent | null | undefined
  /** The accounts on the other chain. Undefined for local flows, or if they are unknown. */
  remote: Ledger | undefined
  signer: string | undefined
  /** The newest run, real or simulated, and the run before it. */
  last: LastRun | null
  before: LastRun | null
  responses: readonly AnyMessage[] | null
  /** The error of the newest run that wasn't skipped, if nothing has changed since. */
  lastError: string | undefined
  hasSucceeded: boolean
}

interface LastRun {
  succeeded: boolean
  hasErrors: boolean
  isSkipped: boolean
  timedOut: boolean
}

/** Returns how many runs of each flow are simulated. The more flows, the fewer runs. */
const maxRuns = (flows: number) => Math.max(10, Math.min(120, Math.floor(5_000 / flows)))

/**
 * Simulates the runs of all flows in the order of time and ID, until each flow is over, can't pay, or has enough simulated runs.
 *
 * @param now milliseconds since 1970
 */
export function simulate(facts: FlowsForecastFacts, release: ForecastRelease, now: number): Simulated[] {
  const ledger = createLedger(facts)
  const rules = createFeeRules(facts.params, release)
  const remotes = new Map<string, Ledger>()
  for (const [id, chain] of Object.entries(facts.chains ?? {})) if (chain) remotes.set(id, createLedger(chain))
  const plans = facts.flows.map(flow => planOf(flow, facts, ledger, remotes, now))
  const byId = new Map(plans.map(plan => [plan.flow.id, plan]))
  const evidence = evidenceOf(byId, facts)
  const limit = maxRuns(plans.length)

  const queue = plans.filter(plan => plan.isActive && plan.schedule.runs > 0 && isKnown(plan.flow, facts))
  const context = { facts, rules, ledger, evidence, now, release }
  heapify(queue, isSooner)
  for (let [plan] = queue; plan; [plan] = queue) {
    run(plan, context)
    if (plan.isOver || plan.runs.length >= limit) {
      const last = queue.pop()
      if (last && queue.length > 0) queue[0] = last
    }
    sink(queue, 0, isSooner)
  }
  return plans
}

/** Returns whether the balance of an account that can pay is known. With a wallet fallback, either account can pay. */
export function isKnown({ feeAddress, owner, configuration }: Flow, { balances }: FlowsForecastFacts): boolean {
  return Boolean(balances?.[feeAddress] ?? (configuration.walletFallback && balances?.[owner]))
}

function nextTime({ schedule, runs }: Plan): number {
  return schedule.first + runs.length * schedule.interval
}

/** Runs at the same time are sorted by the IDs of their flows. */
function isSooner(one: Plan, other: Plan): boolean {
  const later = nextTime(one) - nextTime(other)
  return later < 0 || (later === 0 && one.order < other.order)
}

function planOf(
  flow: Flow,
  facts: FlowsForecastFacts,
  ledger: Ledger,
  remotes: ReadonlyMap<string, Ledger>,
  now: number,
): Plan {
  const history = facts.histories?.[flow.id]
  const { entries, runAt } = newestRuns(history ?? [])
  const [newest, before] = entries
  const agentAddress = flow.trustlessAgent?.agentAddress
  const agent = agentAddress ? facts.agents?.[agentAddress] : undefined
  const account = interchainAccountOf(flow, agent)
  const decided = entries.find(entry => executionOutcome(entry, flow, now) !== 'skipped')
  const isUpdated = decided && flow.updateHistory.some(time => Date.parse(time) > Date.parse(decided.actualExecTime))
  const isInterchain = Boolean(agentAddress || flow.selfHostedIca?.connectionId)
  return {
    flow,
    order: BigInt(flow.id),
    payers: undefined,
    schedule: scheduleOf(flow),
    isActive: /active|scheduled/.test(flowStatus(flow, now, { newest })),
    entries,
    number: history ? runAt(-1).number : null,
    feeAccount: ledger.account(flow.feeAddress),
    wallet: ledger.account(flow.owner),
    fees: knownFees(flow, entries),
    runs: [],
    risks: new Map(),
    assumptions: new Set(),
    payment: undefined,
    paidRuns: 0,
    isShort: false,
    isOver: false,
    isInterchain,
    isConditional: isConditional(flow),
    agent,
    remote: account && remotes.get(account.connectionId),
    signer: isInterchain ? channelOf(account, facts)?.address || undefined : flow.owner,
    last: newest ? lastRunOf(newest, flow, now) : null,
    before: before ? lastRunOf(before, flow, now) : null,
    responses: entries.find(({ msgResponses }) => msgResponses.length > 0)?.msgResponses ?? null,
    lastError: isUpdated ? undefined : decided?.errors.find(error => executionProblem(error) !== 'feeNotCollected'),
    hasSucceeded: entries.some(({ executed }) => executed),
  }
}

function lastRunOf(entry: FlowHistoryEntry, flow: Flow, now: number): LastRun {
  return {
    succeeded: hasSucceeded(entry),
    hasErrors: entry.errors.length > 0,
    isSkipped: executionOutcome(entry, flow, now) === 'skipped',
    timedOut: entry.timedOut,
  }
}

function hasSucceeded({ executed, errors }: FlowHistoryEntry): boolean {
  return executed && errors.length === 0
}

/** Returns undefined if the channel is unknown, and null if it doesn't exist. */
function channelOf(account: ReturnType<typeof interchainAccountOf>, { channels }: FlowsForecastFacts) {
  return account && channels?.[account.key]
}

function evidenceOf(plans: ReadonlyMap<string, Plan>, { histories }: FlowsForecastFacts): Evidence {
  const entriesOf = (id: string) => histories?.[id] && newestRuns(histories[id]).entries
  return {
    latest: id => {
      const plan = plans.get(id)
      const entries = plan && histories?.[id] === undefined && !plan.last ? undefined : (plan?.entries ?? entriesOf(id))
      if (!entries) return undefined
      if (plan) return plan.last
      const [newest] = entries
      return newest ? { succeeded: hasSucceeded(newest) } : null
    },
    responses: id => {
      if (histories?.[id] === undefined) return undefined
      const entries = plans.get(id)?.entries ?? entriesOf(id) ?? []
      return plans.get(id)?.responses ?? entries.find(entry => entry.msgResponses.length > 0)?.msgResponses ?? null
    },
  }
}

interface Context {
  facts: FlowsForecastFacts
  rules: FeeRules
  ledger: Ledger
  evidence: Evidence
  now: number
  release: ForecastRelease
}

/** Simulates the next run of a flow and its effects. */
function run(plan: Plan, context: Context): void {
  const { flow } = plan
  const index = plan.runs.length
  const isEnd = index === plan.schedule.runs - 1
  const warn = (trouble: Trouble, certainty: ForecastRisk['certainty'] = 'likely') => {
    if (!plan.risks.has(trouble.kind)) plan.risks.set(trouble.kind, { ...trouble, certainty, index })
  }
  const record = (outcome: ForecastOutcome, hasErrors: boolean, fee: Coin | null) => {
    plan.runs.push({ outcome, fee })
    plan.before = plan.last
    const isSkipped = outcome === 'skipped'
    plan.last = { succeeded: !isSkipped && !hasErrors, hasErrors, isSkipped, timedOut: false }
    if (isEnd) plan.isOver = true
  }

  const conditions = plan.isConditional ? checkConditions(flow, context.evidence) : met
  for (const cause of conditions.causes)
    warn(
      cause,
      cause.kind === 'conditionInput'
        ? 'certain'
        : conditions.isUnknown && conditions.result === 'met'
          ? 'unknown'
          : 'likely',
    )
  if (conditions.result === 'failed') {
    record('failed', true, null)
    return
  }
  if (conditions.result !== 'met') {
    const isStopped = conditions.result === 'stopped' || skipStops(plan, index, context.release)
    record('skipped', false, null)
    if (isStopped) plan.isOver = true
    return
  }

  const payment = choosePayer(plan, context.rules)
  if (payment === undefined) {
    // An account whose balance is unknown may be able to pay.
    warn({ kind: 'factsMissing', address: plan.feeAccount ? flow.owner : flow.feeAddress }, 'unknown')
    plan.isOver = true
    return
  }
  plan.payment ??= payment ?? undefined
  if (!payment) {
    const isSure = index === 0 && !plan.isConditional && plan.schedule.first >= context.now && !isShared(plan)
    warn(shortage(plan, context.rules), isSure ? 'certain' : 'likely')
    record('failed', true, null)
    plan.isShort = true
    plan.isOver = true
    return
  }

  const { trouble, isRemoteFailure, isUnknown, agentFee } = work(plan, context, index, warn)
  const fee = feeOf(plan, payment, trouble && !isRemoteFailure ? trouble : null)
  if (index === 0) {
    payment.cost = fee.amount + (agentFee?.denom === payment.denom ? agentFee.amount : 0n)
    payment.cheapest = payment.cost - (fee.amount - fee.cheapest)
    payment.dearest = payment.cost + (fee.dearest - fee.amount)
    plan.assumptions.add(fee.isKnown ? 'feeLikeLastRun' : 'feeEstimated')
  }
  const collected = collect(plan, payment, fee.amount, isEnd, context)
  const isPaid = collected !== null
  if (!isPaid) warn({ kind: 'feeNotCollected', address: payment.account.address, ...missingFee(payment, fee.amount) })
  if (!isPaid) plan.isShort = true
  else if (!plan.isShort) plan.paidRuns++

  const outcome = trouble ? 'failed' : isPaid ? 'succeeded' : 'feeNotCollected'
  const isStopped = stops(plan, Boolean(trouble), isRemoteFailure)
  record(isUnknown && outcome === 'succeeded' ? 'unknown' : outcome, Boolean(trouble) || !isPaid, collected)
  if (isStopped) plan.isOver = true
}

interface Payer {
  /** Undefined if its balance is unknown. */
  account: Account | undefined
  denom: string
  needed: bigint
}

/** Returns the accounts and denoms that can pay for a flow, in the order in which the chain tries them. */
function payersOf({ flow, feeAccount, wallet }: Plan, rules: FeeRules): Payer[] {
  const withDenoms = (account: Account | undefined, denoms: readonly string[]) =>
    denoms.map(denom => ({ account, denom, needed: rules.check(flow.msgs.length, denom) }))
  const wallets = flow.configuration.walletFallback ? withDenoms(wallet, rules.walletDenoms) : []
  return [...withDenoms(feeAccount, rules.feeAccountDenoms), ...wallets]
}

/** Returns undefined if it is unknown whether the wallet can pay, and null if no account can pay. */
function choosePayer(plan: Plan, rules: FeeRules): Payment | null | undefined {
  plan.payers ??= payersOf(plan, rules)
  let isUnknown = false
  for (const { account, denom, needed } of plan.payers) {
    if (!account) {
      isUnknown = true
      continue
    }
    if ((account.coins.get(denom) ?? 0n) >= needed)
      return {
        account,
        isWallet: account === plan.wallet,
        denom,
        needed,
        cost: needed,
        cheapest: needed,
        dearest: needed,
      }
  }
  return isUnknown ? undefined : null
}

/** Returns whether a simulated run has changed the balance of an account that can pay. */
function isShared({ flow, feeAccount, wallet }: Plan): boolean {
  return Boolean(feeAccount?.isChanged || (flow.configuration.walletFallback && wallet?.isChanged))
}

/** Returns how much the fee account lacks, in the denom that the chain tries first. */
function shortage({ flow, feeAccount }: Plan, rules: FeeRules): Trouble {
  const denom = rules.feeAccountDenoms[0] ?? ''
  const needed = rules.check(flow.msgs.length, denom)
  const missing = needed - (feeAccount?.coins.get(denom) ?? 0n)
  return { kind: 'feeBalanceTooLow', address: flow.feeAddress, ...coinsOf(denom, needed, missing) }
}

function missingFee({ account, denom }: Payment, fee: bigint): Pick<Trouble, 'needed' | 'missing'> {
  return coinsOf(denom, fee, fee - spendable(account, denom))
}

function coinsOf(denom: string, needed: bigint, missing: bigint): { needed: Coin; missing: Coin } {
  return { needed: { denom, amount: String(needed) }, missing: { denom, amount: String(missing) } }
}

interface Work {
  trouble: Trouble | null
  /** Whether the messages were sent and failed on the other chain. */
  isRemoteFailure: boolean
  isUnknown: boolean
  agentFee: { denom: string; amount: bigint } | undefined
}

type Warn = (trouble: Trouble, certainty?: ForecastRisk['certainty']) => void

/** Pays the agent and runs the messages. */
function work(plan: Plan, context: Context, index: number, warn: Warn): Work {
  const { flow, agent, remote } = plan
  const time = nextTime(plan)
  const isFirst = index === 0 && !plan.isConditional && plan.schedule.first >= context.now
  const fail = (trouble: Trouble, certainty?: ForecastRisk['certainty'], isRemoteFailure = false): Work => {
    warn(trouble, certainty)
    return { trouble, isRemoteFailure, isUnknown: false, agentFee }
  }
  let agentFee: Work['agentFee']
  let isUnknown = false

  if (flow.trustlessAgent?.agentAddress) {
    const { agentAddress, feeLimit } = flow.trustlessAgent
    if (agent === undefined) {
      warn({ kind: 'factsMissing', address: agentAddress }, 'unknown')
      isUnknown = true
    } else if (agent === null) {
      return fail({ kind: 'agentNotFound', address: agentAddress }, isFirst ? 'certain' : 'likely')
    } else if (feeLimit.length > 0 && agent.feeConfig.feeCoinsSupported.length > 0) {
      plan.assumptions.add('agentFeeUnchanged')
      const payers = [plan.feeAccount, flow.configuration.walletFallback ? plan.wallet : undefined]
      const coin = agentPayment(
        agent,
        feeLimit,
        payers.flatMap(account => account ?? []),
      )
      // The agent's admin can change the fee at any time, so only the next run is certain. The balances may still change.
      if (!coin) {
        const isTooDear = !agentPayment(agent, feeLimit, [boundless])
        const trouble: Trouble = { kind: 'agentFee', address: agentAddress, ...agentShortage(agent, feeLimit) }
        return fail(trouble, isFirst && (isTooDear || !isShared(plan)) ? 'certain' : 'likely')
      }
      add(context.ledger, coin.account, coin.denom, -coin.amount)
      agentFee = coin
    }
  }

  if (plan.isInterchain) {
    plan.assumptions.add('answersArrive')
    const account = interchainAccountOf(flow, agent)
    const status = account && context.facts.clientStatuses?.[account.connectionId]
    const channel = channelOf(account, context.facts)
    if (channel === null || (channel && channel.state !== 'STATE_OPEN')) return fail({ kind: 'noOpenChannel' })
    if (status !== undefined && status !== 'Active') return fail({ kind: 'clientExpired' })
    if (channel === undefined) isUnknown = true
  }

  // A feedback loop can change the amounts of a message.
  const hasFeedback = flow.conditions.feedbackLoops.length > 0
  const ledger = plan.isInterchain ? remote : context.ledger
  const effects =
    ledger && !hasFeedback
      ? runMessages(ledger, flow.msgs, plan.signer, time)
      : { trouble: null, lacksFacts: plan.isInterchain, isOpaque: true }
  if (effects.trouble && !(effects.trouble.kind === 'wrongSigner' && plan.hasSucceeded)) {
    const isSure =
      effects.trouble.kind === 'grantExpires' && !plan.isInterchain && !plan.isConditional && plan.signer !== undefined
    return fail(effects.trouble, isSure ? 'certain' : 'likely', plan.isInterchain)
  }
  // A dry run shows the result of the next run, except for causes that the simulation knows better.
  const dryRun = index === 0 && !plan.isInterchain && !hasFeedback ? context.facts.dryRuns?.[flow.id] : undefined
  const isIncomplete = effects.isOpaque || effects.lacksFacts
  if (dryRun?.result === 'failed' && (isIncomplete || !hasCheckedCause(dryRun.message)))
    return fail({ kind: 'dryRunFailed', message: dryRun.message })
  if (dryRun?.result === 'succeeded' && (isIncomplete || plan.lastError !== undefined)) {
    plan.assumptions.add('messagesLikeDryRun')
    if (plan.lastError !== undefined && isLasting(plan.lastError)) plan.lastError = undefined
    if (plan.lastError === undefined) return { trouble: null, isRemoteFailure: false, isUnknown, agentFee }
  }
  if (plan.lastError !== undefined && (effects.isOpaque || effects.lacksFacts || isLasting(plan.lastError))) {
    const isRemote = executionProblem(plan.lastError) === 'otherChain'
    if (isRemote || !hasCheckedCause(plan.lastError))
      return fail({ kind: 'failsAgain', message: plan.lastError }, 'likely', isRemote)
  }
  if (effects.lacksFacts) {
    warn({ kind: plan.isInterchain ? 'otherChain' : 'factsMissing' }, 'unknown')
    isUnknown = true
  } else if (effects.isOpaque) {
    plan.assumptions.add('messagesLikeLastRun')
    if (!plan.hasSucceeded) {
      warn({ kind: 'factsMissing' }, 'unknown')
      isUnknown = true
    }
  }
  return { trouble: null, isRemoteFailure: false, isUnknown, agentFee }
}

/** An account with an unlimited balance. */
const boundless: Account = {
  address: '',
  coins: { get: () => 2n ** 200n } as unknown as Map<string, bigint>,
  initial: new Map(),
  locked: new Map(),
  isChanged: false,
}

/** Returns by how much the agent's fee exceeds the limit, if the agent accepts the denom of the limit. */
function agentShortage({ feeConfig }: TrustlessAgent, limit: readonly Coin[]): Pick<Trouble, 'needed' | 'missing'> {
  for (const { denom, amount } of limit) {
    const asked = feeConfig.feeCoinsSupported.find(coin => coin.denom === denom)
    if (!asked) continue
    const missing = BigInt(asked.amount) - BigInt(amount)
    return missing > 0n ? coinsOf(denom, BigInt(asked.amount), missing) : { needed: asked }
  }
  return {}
}

/** Returns whether an error remains until the flow or the chain is changed. */
function isLasting(error: string): boolean {
  const problem = executionProblem(error)
  return problem === 'other' || problem === 'wrongSigner'
}

/** Returns whether the simulation can detect the cause of an error. If it finds no trouble then, the cause is gone. */
function hasCheckedCause(error: string): boolean {
  const problem = executionProblem(error)
  return problem !== 'other' && problem !== 'wrongSigner' && problem !== 'otherChain' && problem !== 'conditionsNotMet'
}

interface Fee {
  amount: bigint
  cheapest: bigint
  dearest: bigint
  isKnown: boolean
}

/** The usual maximum difference between fees of the same kind. */
const usualDifference = 1_000n

/** Returns the newest fee of the same kind. Without one, estimates the fee from the balance that the chain requires. */
function feeOf({ fees }: Plan, { denom, needed }: Payment, trouble: Trouble | null): Fee {
  const failed = trouble && (fees.get(problemOf[trouble.kind] ?? 'other') ?? Array.from(fees.values()).at(-1))
  const known = failed ?? fees.get('sent') ?? []
  const [amount, before] = known.flatMap(fee => (fee.denom === denom ? fee.amount : []))
  if (amount === undefined) return { amount: needed, cheapest: 0n, dearest: needed, isKnown: false }
  const difference = before === amount ? 0n : usualDifference
  const cheapest = amount > difference ? amount - difference : 0n
  return { amount, cheapest, dearest: amount + difference, isKnown: true }
}

/** The `ExecutionProblem` of each kind of trouble. */
const problemOf: { [kind: string]: string | undefined } = {
  agentFee: 'agentFeeNotPaid',
  agentNotFound: 'agentNotFound',
  messageFunds: 'insufficientFunds',
  grantMissing: 'noGrant',
  grantExpires: 'noGrant',
  grantUsedUp: 'noGrant',
  noOpenChannel: 'noActiveChannel',
  wrongSigner: 'wrongSigner',
}

/** Charges the fee of a run. Returns null if the fee can't be collected. */
function collect(plan: Plan, payment: Payment, fee: bigint, isEnd: boolean, { rules, ledger }: Context): Coin | null {
  const { flow, wallet } = plan
  const { account, denom } = payment
  const burn = rules.burn(flow.msgs.length, denom)
  const free = spendable(account, denom)
  // The burn fee is taken first, and it is lost if the rest can't be collected.
  if (free < fee) {
    if (free >= burn) add(ledger, account, denom, -burn)
    return null
  }
  add(ledger, account, denom, -fee)
  if (!isEnd || payment.isWallet || !plan.schedule.endsOnTime) return { denom, amount: String(fee) }
  // The last run pays a commission on the remaining balance, and returns the rest to the owner.
  const base = (account.coins.get(denom) ?? 0n) + fee - burn
  const commission = (base * rules.commission + 99n) / 100n
  for (const [left, amount] of account.coins) {
    const rest = left === denom ? amount - commission : amount
    if (wallet && rest > 0n) add(ledger, wallet, left, rest)
    ledger.set(account.coins, left, 0n)
  }
  return { denom, amount: String(fee + commission) }
}

/** Returns whether a skipped run stops the flow. */
function skipStops({ flow, last, schedule }: Plan, index: number, release: ForecastRelease): boolean {
  if (release === 'legacy') return false
  if (last?.isSkipped) return true
  if (flow.configuration.stopOnSuccess && !flow.configuration.stopOnFailure && last && !last.hasErrors) return true
  return index === schedule.runs - 2
}

/** Returns whether the configuration stops the flow after a run. Interchain flows depend on the result of the previous run. */
function stops({ flow, isInterchain, last }: Plan, hasFailed: boolean, isRemoteFailure: boolean): boolean {
  const { stopOnSuccess, stopOnFailure, stopOnTimeout } = flow.configuration
  if (stopOnTimeout && last?.timedOut) return true
  if (stopOnSuccess === stopOnFailure) return false
  const failedHere = hasFailed && !isRemoteFailure
  const failedBefore = isInterchain && Boolean(last?.hasErrors)
  return stopOnSuccess ? !failedHere && !failedBefore : failedHere || failedBefore
}
