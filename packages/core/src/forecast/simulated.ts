import { newestRuns } from '../insights/runs.js'
import { type ExecutionOutcome, executionOutcome, executionProblem, flowStatus } from '../status.js'
import type { Coin, Flow, FlowHistoryEntry, TrustlessAgent } from '../types.js'
import { type FlowsForecastFacts, interchainAccountOf } from './facts.js'
import { type FeeRules, type KnownFees, knownFees } from './fees.js'
import type { Account, Amounts, Ledger } from './ledger.js'
import type { ForecastAssumption, ForecastOutcome, ForecastRisk, ForecastRiskKind } from './result.js'
import { type Schedule, scheduleOf } from './schedule.js'

/** A flow during the simulation, with its simulated runs. */
export interface Simulated {
  flow: Flow
  /** The ID of the flow as a number. */
  order: bigint
  schedule: Schedule
  entries: readonly FlowHistoryEntry[]
  /** The number of the next run. Null if it is unknown. */
  number: number | null
  isConditional: boolean
  isInterchain: boolean
  agent: TrustlessAgent | null | undefined
  /** Undefined for local flows, or if it is unknown. */
  interchainAccount: ReturnType<typeof interchainAccountOf>
  feeAccount: Account | undefined
  wallet: Account | undefined
  /** The accounts and denoms that can pay, in the order in which the chain tries them. */
  payers: Payer[]
  fees: KnownFees
  /** The outcome of the newest run, real or simulated. Null before the first run. */
  last: ExecutionOutcome | ForecastOutcome | null
  /** The error of the newest run that wasn't skipped. Undefined without an error, and if the flow was updated since. */
  lastError: string | undefined
  hasSucceeded: boolean
  runs: { outcome: ForecastOutcome; fee: Coin | null }[]
  /** When the next run is due, in milliseconds since 1970. */
  nextTime: number
  risks: Map<ForecastRiskKind, ForecastRisk>
  assumptions: Set<ForecastAssumption>
  /** The balances and limits that the runs depend on. */
  used: Set<Amounts>
  /** The account that paid for the newest simulated run. Undefined if no account could pay for any run. */
  payer: Payer | undefined
  /** The payment for the next run, or the missing payment if no account can pay. Undefined if it is unknown. */
  payment: Payment | undefined
  /** The number of runs that are paid in full, until the first run that isn't. */
  paidRuns: number
  /** Whether the money ran out. */
  isShort: boolean
  /** Whether the flow has no more runs. */
  isOver: boolean
  /** Whether the flow has more runs that are not simulated. */
  isCut: boolean
  /** When the account that pays will probably be empty, in milliseconds since 1970. Only set if `isCut` is true. */
  paidUntil: number
}

/** An account that can pay for a flow in one denom. */
export interface Payer {
  /** Undefined if its balance is unknown. */
  account: Account | undefined
  denom: string
  /** The balance that the account needs before a run. */
  needed: bigint
}

/** A payment for a run. */
interface Payment {
  account: Account
  denom: string
  needed: bigint
  /** The fee of the run, and the agent's fee if it has the same denom. */
  cost: bigint
  /** The lowest likely cost. */
  cheapest: bigint
  /** The highest likely cost. */
  dearest: bigint
}

/**
 * Prepares the simulation of a flow.
 *
 * @param now milliseconds since 1970
 */
export function simulatedOf(
  flow: Flow,
  { agents, histories }: FlowsForecastFacts,
  rules: FeeRules,
  ledger: Ledger,
  now: number,
): Simulated {
  const { owner, feeAddress, configuration, msgs, selfHostedIca, trustlessAgent, updateHistory } = flow
  const history = histories?.[flow.id]
  const { entries, runAt } = newestRuns(history ?? [])
  const [newest] = entries
  const attempted = entries.find(entry => executionOutcome(entry, flow, now) !== 'skipped')
  const isUpdated = updateHistory.some(time => attempted && Date.parse(time) > Date.parse(attempted.actualExecTime))

  const agentAddress = trustlessAgent?.agentAddress
  const agent = agentAddress ? agents?.[agentAddress] : undefined
  const feeAccount = ledger.account(feeAddress)
  const wallet = ledger.account(owner)
  const payersIn = (account: Account | undefined, denoms: readonly string[]): Payer[] =>
    denoms.map(denom => ({ account, denom, needed: rules.check(msgs.length, denom) }))
  const schedule = scheduleOf(flow)

  return {
    flow,
    order: BigInt(flow.id),
    schedule,
    entries,
    number: history ? runAt(-1).number : null,
    isConditional: Object.values(flow.conditions).some(list => Array.isArray(list) && list.length > 0),
    isInterchain: Boolean(agentAddress || selfHostedIca?.connectionId),
    agent,
    interchainAccount: interchainAccountOf(flow, agent),
    feeAccount,
    wallet,
    payers: [
      ...payersIn(feeAccount, rules.feeAccountDenoms),
      ...(configuration.walletFallback ? payersIn(wallet, rules.walletDenoms) : []),
    ],
    fees: knownFees(flow, entries),
    last: newest ? executionOutcome(newest, flow, now) : null,
    lastError: isUpdated ? undefined : attempted?.errors.find(error => executionProblem(error) !== 'feeNotCollected'),
    hasSucceeded: entries.some(({ executed }) => executed),
    runs: [],
    nextTime: schedule.first,
    risks: new Map(),
    assumptions: new Set(),
    used: new Set(),
    payer: undefined,
    payment: undefined,
    paidRuns: 0,
    isShort: false,
    isOver: schedule.runs === 0 || /completed|stopped/.test(flowStatus(flow, now, { newest })),
    isCut: false,
    paidUntil: 0,
  }
}
