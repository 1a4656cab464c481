import { areSorted, baseDenom } from './coins.js'
import type { Coin } from './types.js'

export interface AgentPrice {
  denom: string
  price: bigint
  limit: bigint
}

/** Returns an agent's prices in the denoms of a fee limit, in the order in which the chain tries them, or null if the agent isn't paid. */
export function agentPrices(feeLimit: readonly Coin[], prices: readonly Coin[]): AgentPrice[] | null {
  if (feeLimit.length === 0 || prices.length === 0) return null
  return baseDenomFirst(feeLimit).flatMap(({ denom, amount }) => {
    const price = BigInt(findCoin(prices, denom)?.amount ?? 0)
    // The chain can't send an amount of 0.
    return price > 0n ? { denom, price, limit: BigInt(amount) } : []
  })
}

/**
 * Returns the prices that a flow can pay. No account can pay a price of 0, and the chain doesn't find each denom in a list that isn't sorted, so
 * such a list has no prices to rely on.
 */
export function payablePrices(prices: readonly Coin[]): Coin[] {
  return areSorted(prices) ? prices.filter(({ amount }) => BigInt(amount) > 0n) : []
}

/** The chain searches the prices as if they were sorted, so it may not find a price. */
function findCoin(coins: readonly Coin[], denom: string): Coin | undefined {
  const middle = coins.length >> 1
  const coin = coins[middle]
  if (!coin || coin.denom === denom) return coin
  return findCoin(denom < coin.denom ? coins.slice(0, middle) : coins.slice(middle + 1), denom)
}

function baseDenomFirst(limits: readonly Coin[]): readonly Coin[] {
  const [first] = limits
  const index = limits.findIndex(({ denom }) => denom === baseDenom)
  return first && index > 0 ? limits.with(0, limits[index] ?? first).with(index, first) : limits
}
