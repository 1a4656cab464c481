import type { Flow, TrustlessAgent } from '../../types.js'
import { type Account, type Balance, balanceIn } from './ledger.js'
import { coinOf, type Problem, shortage } from './problem.js'

/** The fee of a flow's agent. */
export interface AgentFee {
  /** The payments that the flow's limit allows, in the order in which the chain tries them. */
  payments: AgentPayment[]
  /** The problem if no balance is enough. */
  problem: Problem
}

/** A balance that can pay an agent. */
export interface AgentPayment {
  balance: Balance
  price: bigint
}

/**
 * Returns the fee of an agent, which is paid in the first coin of the limit that the agent accepts, whose price is within the limit,
 * and that an account has. Returns undefined if the agent is not paid.
 */
export function agentFeeOf(
  { trustlessAgent }: Flow,
  { agentAddress: address, feeConfig }: TrustlessAgent,
  accounts: readonly (Account | undefined)[],
  isPredictable: boolean,
): AgentFee | undefined {
  const limits = trustlessAgent?.feeLimit ?? []
  const prices = feeConfig.feeCoinsSupported
  if (limits.length === 0 || prices.length === 0) return undefined
  const accepted = limits.flatMap(({ denom, amount }) => {
    const price = prices.find(price => price.denom === denom)
    return price ? { denom, price: BigInt(price.amount), limit: BigInt(amount) } : []
  })
  const affordable = accepted.filter(({ price, limit }) => price <= limit)
  const payments = accounts.flatMap(account =>
    account ? affordable.map(({ denom, price }) => ({ balance: balanceIn(account, denom), price })) : [],
  )
  const [coin] = affordable
  const [tooHigh] = accepted
  if (coin) {
    const needed = coinOf(coin.denom, coin.price)
    return { payments, problem: { kind: 'agentFee', certainty: 'likely', address, needed } }
  }
  const problem: Problem = tooHigh
    ? shortage('agentFee', { address, denom: tooHigh.denom }, tooHigh.price, tooHigh.limit)
    : { kind: 'agentFee', certainty: 'likely', address }
  // The agent's admin can change the price at any time, so only the next run is certain.
  return { payments, problem: isPredictable ? { ...problem, certainty: 'certain' } : problem }
}
