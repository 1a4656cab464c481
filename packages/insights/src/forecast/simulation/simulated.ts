import type { AnyMessage, Flow, FlowHistoryEntry, TrustlessAgent } from '@flow-query/core'
import { type ExecutionOutcome, executionProblem } from '@flow-query/core'
import { clockTime, outcomeAt } from '@flow-query/core/parts/runs'
import { type FeeRules, type RunResult, resultOf } from '@flow-query/rules'
import { newestRuns } from '../../health/runs.js'
import {
  type ExpectedRun,
  type FlowDryRun,
  type FlowsForecastFacts,
  type IcaChannel,
  interchainAccountOf,
  isInterchain,
} from '../forecast-facts.js'
import { messagesIn } from '../messages.js'
import type { ForecastAssumption, ForecastOutcome, ForecastRisk, ForecastRiskKind, ForecastRun } from '../result.js'
import { type AgentFee, agentFeeOf } from './agent.js'
import { type Effects, effectsOf } from './effects.js'
import { type Fee, type FeeFacts, feeOf } from './fees.js'
import { type Account, type Balance, balanceIn, type Ledger } from './ledger.js'
import type { Loans } from './loans.js'
import { usualAnswer } from './relayer.js'
import type { RunRisk } from './risk.js'
import { type Schedule, scheduleOf } from './schedule.js'

export interface Simulated {
  flow: Flow
  order: bigint
  schedule: Schedule
  number: number | null
  isConditional: boolean
  isRemote: boolean
  connectionId: string | undefined
  /** Whether only a transaction can change the result of the next run. */
  isPredictable: boolean
  feeAccount: Account | undefined
  wallet: Account | undefined
  payers: Payer[]
  unknownPayer: string | undefined
  agentFee: AgentFee | undefined
  remoteRisk: RunRisk | undefined
  messages: Effects
  dryRun: FlowDryRun | undefined
  /** Only set for a flow that doesn't exist yet. */
  expected: ExpectedRun | undefined
  last: ExecutionOutcome | ForecastOutcome | null
  before: RunResult | undefined
  /** Whether the result of the next run is unknown, because another chain may not acknowledge that run or the newest one. */
  awaitsAnswer: boolean
  /** The error of the newest run that wasn't skipped. Undefined without an error, and if the flow was updated since. */
  lastError: string | undefined
  hasSucceeded: boolean
  index: number
  runs: ForecastRun[]
  nextTime: number
  risks: Map<ForecastRiskKind, ForecastRisk>
  assumptions: Set<ForecastAssumption>
  payer: Payer | undefined
  payment: Payment | undefined
  paidRuns: number
  loans: Loans | undefined
  /** Whether the simulation computes a missing amount. */
  isTopUp: boolean
  isShort: boolean
  isOver: boolean
  isCut: boolean
}

export interface Payer {
  balance: Balance
  needed: bigint
  burn: bigint
  fees: FeeFacts
  fee: Fee
}

interface Payment extends Pick<Payer, 'balance' | 'needed'> {
  cost: bigint
  cheapest: bigint
  dearest: bigint
}

export interface World {
  facts: FlowsForecastFacts
  rules: FeeRules
  ledger: Ledger
  otherLedgers: ReadonlyMap<string, Ledger>
  silent: ReadonlyMap<string, string[]>
  now: number
  borrowerId: string | undefined
  loans: { own: Loans; others: Loans | undefined } | undefined
}

export function simulatedOf(
  flow: Flow,
  { facts, rules, ledger, otherLedgers, silent, now, borrowerId, loans }: World,
): Simulated {
  const { id, owner, feeAddress, configuration, conditions, msgs, trustlessAgent, updateHistory } = flow
  const { entries, runAt } = newestRuns(facts.histories?.[id] ?? [])
  const [newest] = entries
  const updated = Math.max(0, ...updateHistory.map(time => clockTime(time) || 0))
  const sinceUpdate = entries.filter(({ actualExecTime }) => !updated || clockTime(actualExecTime) > updated)
  const attempted = sinceUpdate.find(entry => outcomeAt(entry, flow, now) !== 'skipped')
  const expected = facts.expectedRuns?.[id]
  const hasSucceeded = expected?.succeeds || sinceUpdate.some(({ executed }) => executed)
  const schedule = scheduleOf(flow)
  const isConditional = Object.values(conditions).some(list => Array.isArray(list) && list.length > 0)
  const isPredictable = !isConditional && schedule.first >= now

  const feeAccount = ledger.accounts.get(feeAddress)
  const wallet = ledger.accounts.get(owner)
  const payingWallet = configuration.walletFallback ? wallet : undefined
  // The last run also pays a commission, so its fee isn't comparable.
  const paid = sinceUpdate.filter(({ scheduledExecTime }) => scheduledExecTime !== flow.endTime)
  const dryRun = facts.dryRuns?.[id]
  const gas = expected?.gas ?? (dryRun?.result === 'succeeded' ? BigInt(dryRun.gasUsed) : gasOfMany(msgs))
  const payersIn = (account: Account | undefined, denoms: readonly string[]): Payer[] =>
    denoms.flatMap(denom => {
      if (!account) return []
      const needed = rules.requiredBalance(msgs.length, denom)
      const burn = rules.burntFee(msgs.length, denom)
      const feeFor = (used: bigint | undefined) => used && rules.gasFee(used, denom) + burn
      const [estimate, failedEstimate] = [feeFor(gas), feeFor(expected?.failedGas)]
      const isExpected = expected?.gas !== undefined
      const fees: FeeFacts = { entries: paid, denom, burn, needed, estimate, failedEstimate, isExpected }
      return { balance: balanceIn(account, denom), needed, burn, fees, fee: feeOf(fees, false) }
    })

  const agentAddress = trustlessAgent?.agentAddress
  const agent = agentAddress ? facts.agents?.[agentAddress] : undefined
  const isRemote = isInterchain(flow)
  const account = interchainAccountOf(flow, agent)
  const channel = account && facts.channels?.[account.key]
  const clientStatus = account && facts.clientStatuses?.[account.connectionId]
  const signer = isRemote ? (channel?.address ?? undefined) : owner
  const accounts = isRemote ? otherLedgers.get(account?.connectionId ?? '') : ledger
  // With feedback loops, the amounts of the messages are unknown.
  const isKnown = accounts !== undefined && conditions.feedbackLoops.length === 0

  const simulated: Simulated = {
    flow,
    order: BigInt(id),
    schedule,
    number: runAt(-1).number,
    isConditional,
    isRemote,
    connectionId: isRemote ? account?.connectionId : undefined,
    isPredictable,
    feeAccount,
    wallet,
    payers: [...payersIn(feeAccount, rules.feeAccountDenoms), ...payersIn(payingWallet, rules.walletDenoms)],
    unknownPayer: !feeAccount ? feeAddress : configuration.walletFallback && !wallet ? owner : undefined,
    agentFee: agent ? agentFeeOf(flow, agent, [feeAccount, payingWallet], isPredictable) : undefined,
    remoteRisk: isRemote ? remoteRiskOf(agentAddress, agent, channel, clientStatus, isPredictable) : undefined,
    messages: isKnown
      ? effectsOf(accounts, msgs, signer, attempted?.executed === true && attempted.errors.length === 0)
      : { steps: [], transfers: new Set(), balances: [], lacksFacts: isRemote, isOpaque: true, canFailLater: false },
    dryRun: isKnown && !isRemote ? dryRun : undefined,
    expected,
    last: newest ? outcomeAt(newest, flow, now) : null,
    before: newest && resultOf(newest),
    awaitsAnswer: false,
    lastError: attempted?.errors.find(error => executionProblem(error) !== 'feeNotCollected'),
    hasSucceeded,
    index: 0,
    runs: [],
    nextTime: schedule.first,
    risks: new Map(),
    assumptions: new Set(),
    payer: undefined,
    payment: undefined,
    paidRuns: 0,
    loans: id === borrowerId ? loans?.own : loans?.others,
    isTopUp: loans !== undefined,
    isShort: false,
    // With `stopOnTimeout`, the chain cancels the next run after a timeout.
    isOver: schedule.runs === 0 || (configuration.stopOnTimeout && newest?.timedOut === true),
    isCut: false,
  }
  if (isRemote && newest) applyAnswer(simulated, newest, now)
  const flowIds = account && silent.get(account.connectionId)
  if (flowIds && !simulated.awaitsAnswer && !simulated.isOver) {
    simulated.awaitsAnswer = true
    addRisks(simulated, [{ kind: 'unansweredRun', certainty: 'unknown', flowIds }])
  }
  return simulated
}

/** The minimum gas of a message, including the messages inside a `MsgExec`. */
const gasPerMessage = 17_500n

/** Returns undefined if the messages need less gas than the chain assumes. */
function gasOfMany(messages: readonly AnyMessage[]): bigint | undefined {
  const all = messages.reduce((count, message) => count + countMessages(message), 0)
  const gas = gasPerMessage * BigInt(all)
  return gas > 100_000n * BigInt(messages.length) ? gas : undefined
}

function countMessages(message: AnyMessage, depth = 0): number {
  const inner = messagesIn(message, depth)
  return inner.length > 0 ? inner.reduce((count, one) => count + countMessages(one, depth + 1), 0) : 1
}

function applyAnswer(simulated: Simulated, newest: FlowHistoryEntry, now: number): void {
  const { before, last, schedule } = simulated
  if (!before?.isOpen || last === 'skipped') return
  if (last !== 'timedOut') simulated.before = { ...before, isOpen: false }
  simulated.awaitsAnswer = last === 'timedOut' || mayStayUnanswered(simulated, newest, now)
  if (simulated.awaitsAnswer && schedule.runs > 1)
    addRisks(simulated, [{ kind: 'unansweredRun', certainty: 'likely' }], 1)
}

/** If the newest run is unanswered when the next one is due, the next run is the flow's last. */
function mayStayUnanswered({ schedule }: Simulated, newest: FlowHistoryEntry, now: number): boolean {
  const sent = clockTime(newest.actualExecTime)
  return now - sent >= usualAnswer || schedule.first - sent <= usualAnswer
}

/** Index 0 is the next run before the simulation. */
export function runAt({ number, schedule }: Simulated, index: number): { number: number | null; time: string } {
  return { number: number === null ? null : number + index, time: schedule.timeOf(index) }
}

export function addRisks(simulated: Simulated, added: readonly RunRisk[], index = simulated.index): void {
  const { risks } = simulated
  for (const risk of added) {
    if (risks.has(risk.kind)) continue
    const { number, time } = runAt(simulated, index)
    risks.set(risk.kind, { ...risk, at: time, run: number })
  }
}

function remoteRiskOf(
  address: string | undefined,
  agent: TrustlessAgent | null | undefined,
  channel: IcaChannel | null | undefined,
  clientStatus: string | undefined,
  isPredictable: boolean,
): RunRisk | undefined {
  if (address && agent === null)
    return { kind: 'agentNotFound', certainty: isPredictable ? 'certain' : 'likely', address }
  if (address && !agent) return { kind: 'factsMissing', certainty: 'unknown', address }
  if (channel === undefined) return { kind: 'factsMissing', certainty: 'unknown' }
  if (channel?.state !== 'STATE_OPEN') return { kind: 'noOpenChannel', certainty: 'likely' }
  return clientStatus && clientStatus !== 'Active' ? { kind: 'clientExpired', certainty: 'likely' } : undefined
}
