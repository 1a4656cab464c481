import type { Coin, Flow, TrustlessAgent } from '@flow-query/core'
import { baseDenom, coinOf } from '../../coins.js'
import { type Account, type Balance, balanceIn } from './ledger.js'
import { type RunRisk, shortage } from './risk.js'

export interface AgentFee {
  payments: AgentPayment[]
  risk: RunRisk
}

export interface AgentPayment {
  balance: Balance
  price: bigint
}

export function agentFeeOf(
  { trustlessAgent }: Flow,
  { agentAddress: address, feeConfig }: TrustlessAgent,
  accounts: readonly (Account | undefined)[],
  isPredictable: boolean,
): AgentFee | undefined {
  const limits = trustlessAgent?.feeLimit ?? []
  const prices = feeConfig.feeCoinsSupported
  if (limits.length === 0 || prices.length === 0) return undefined
  const accepted = baseDenomFirst(limits).flatMap(({ denom, amount }) => {
    const price = BigInt(findCoin(prices, denom)?.amount ?? 0)
    // The chain can't send an amount of 0.
    return price > 0n ? { denom, price, limit: BigInt(amount) } : []
  })
  const affordable = accepted.filter(({ price, limit }) => price <= limit)
  const payments = affordable.flatMap(({ denom, price }) =>
    accounts.flatMap(account => (account ? { balance: balanceIn(account, denom), price } : [])),
  )
  const [coin] = affordable
  const [tooHigh] = accepted
  if (coin) {
    const needed = coinOf(coin.denom, coin.price)
    return { payments, risk: { kind: 'agentFee', certainty: 'likely', address, needed } }
  }
  const risk: RunRisk = tooHigh
    ? shortage('agentFee', { address, denom: tooHigh.denom }, tooHigh.price, tooHigh.limit)
    : { kind: 'agentFee', certainty: 'likely', address }
  // The agent's admin can change the price at any time, so only the next run is certain.
  return { payments, risk: isPredictable ? { ...risk, certainty: 'certain' } : risk }
}

/** The chain doesn't sort the prices before it searches them, so it may not find a price. */
function findCoin(coins: readonly Coin[], denom: string): Coin | undefined {
  const index = coins.length >> 1
  const coin = coins[index]
  if (!coin || coin.denom === denom) return coin
  return findCoin(denom < coin.denom ? coins.slice(0, index) : coins.slice(index + 1), denom)
}

function baseDenomFirst(limits: readonly Coin[]): Coin[] {
  const [first] = limits
  const index = limits.findIndex(({ denom }) => denom === baseDenom)
  return first && index > 0 ? limits.with(0, limits[index] ?? first).with(index, first) : [...limits]
}
