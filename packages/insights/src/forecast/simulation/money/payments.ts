import type { Coin, Flow, TrustlessAgent } from '@flow-query/core'
import type { FeeRules } from '@flow-query/rules'
import { coinOf } from '../../../coins.js'
import { type RunRisk, shortage } from '../risk.js'
import type { World } from '../world.js'
import { type AgentFee, type AgentPayment, agentFeeOf } from './agent.js'
import { createFees, type Fee, type FeeAt, type FeeFacts } from './fees.js'
import { type Account, type Balance, balanceIn, spendable } from './ledger.js'
import type { Loans } from './loans.js'

export interface Funding {
  feeAccount: Account | undefined
  wallet: Account | undefined
  /** In the order in which the chain tries them. */
  payers: readonly Payer[]
  /** The address of an account that may pay, but whose balances are unknown. */
  unknownPayer: string | undefined
  agentFee: AgentFee | undefined
}

export interface Payer {
  balance: Balance
  /** The balance that a run requires to start. */
  needed: bigint
  burn: bigint
  feeAt: FeeAt
}

type Costs = Pick<FeeFacts, 'entries' | 'gas' | 'failedGas'>

export function fundingOf(
  flow: Flow,
  agent: TrustlessAgent | null | undefined,
  isPredictable: boolean,
  costs: Costs,
  { ledger: { accounts }, feeRules }: World,
): Funding {
  const { owner, feeAddress, configuration, msgs } = flow
  const feeAccount = accounts.get(feeAddress)
  const wallet = accounts.get(owner)
  const payingWallet = configuration.walletFallback ? wallet : undefined
  return {
    feeAccount,
    wallet,
    payers: [
      ...payersOf(feeAccount, feeRules.feeAccountDenoms, feeRules, msgs.length, costs),
      ...payersOf(payingWallet, feeRules.walletDenoms, feeRules, msgs.length, costs),
    ],
    unknownPayer: !feeAccount ? feeAddress : configuration.walletFallback && !wallet ? owner : undefined,
    agentFee: agent ? agentFeeOf(flow, agent, [feeAccount, payingWallet], isPredictable) : undefined,
  }
}

function payersOf(
  account: Account | undefined,
  denoms: readonly string[],
  rules: FeeRules,
  messages: number,
  costs: Costs,
): Payer[] {
  if (!account) return []
  return denoms.map(denom => {
    const needed = rules.requiredBalance(messages, denom)
    const burn = rules.burntFee(messages, denom)
    const feeAt = createFees({ ...costs, denom, burn, needed, rules })
    return { balance: balanceIn(account, denom), needed, burn, feeAt }
  })
}

export function balancesOfFunding({ payers, agentFee }: Funding): Balance[] {
  return [...payers, ...(agentFee?.payments ?? [])].map(({ balance }) => balance)
}

/** @param last the payer of the run before */
export function choosePayer(
  { payers, unknownPayer }: Funding,
  last: Payer | undefined,
  index: number,
  loans: Loans | undefined,
): Payer | undefined {
  const payer = payers.find(payer => canPay(payer) && (!loans || loans.canPay(payer.balance, index)))
  if (payer || !loans || unknownPayer) return payer
  const borrower = payers.find(({ balance }) => loans.isPayer(balance)) ?? last ?? payers[0]
  return borrower && loans.lend(borrower.balance, borrower.needed - borrower.balance.amount) ? borrower : undefined
}

export function canPay({ balance, needed }: Payer): boolean {
  return balance.amount >= needed
}

export function payAgent(
  { payments, risk }: AgentFee,
  unknownPayer: string | undefined,
  loans: Loans | undefined,
): { payment?: AgentPayment; risk?: RunRisk } {
  const payment = payments.find(({ balance, price }) => spendable(balance) >= price)
  const [first] = payments
  if (payment) return spend(payment)
  if (first && unknownPayer) return { risk: { kind: 'factsMissing', certainty: 'unknown', address: unknownPayer } }
  const isLent = first && loans?.lend(first.balance, first.price - spendable(first.balance))
  return isLent ? spend(first) : { risk }
}

function spend(payment: AgentPayment): { payment: AgentPayment } {
  payment.balance.amount -= payment.price
  return { payment }
}

/** @param index 0 for the next run before the simulation */
export function feeFor(
  { balance: { denom }, feeAt }: Payer,
  isFailure: boolean,
  index: number,
  loans: Loans | undefined,
): Fee {
  if (!loans) return feeAt(isFailure, index)
  // With loans, the fee is the highest likely one, so that the missing amount is enough.
  const fee = feeAt(false, index)
  return { ...fee, amount: fee.dearest, coin: coinOf(denom, fee.dearest) }
}

/**
 * Takes the fee and a commission on the rest of the balance.
 *
 * @param commission in percent
 */
export function collectFee(
  { balance, burn }: Payer,
  { amount, coin }: Fee,
  commission: bigint,
  loans: Loans | undefined,
): { collected: Coin | null; risk?: RunRisk } {
  const required = commission < 100n ? (amount * 100n + 99n) / (100n - commission) : amount
  const held = spendable(balance)
  if (held < required) loans?.lend(balance, required - held)
  const free = spendable(balance)
  const share = balance.amount > burn ? ((balance.amount - burn) * commission + 99n) / 100n : 0n
  if (free >= amount + share) {
    balance.amount -= amount + share
    return { collected: share > 0n ? coinOf(coin.denom, amount + share) : coin }
  }
  // The burn fee is taken first, and it is lost if the rest can't be collected.
  if (free >= burn) balance.amount -= burn
  return { collected: null, risk: shortage('feeNotCollected', balance, required, held) }
}

export function closeFeeAccount({ feeAccount, wallet }: Funding): void {
  for (const rest of feeAccount?.balances.values() ?? []) {
    if (wallet) balanceIn(wallet, rest.denom).amount += rest.amount
    rest.amount = 0n
  }
}
