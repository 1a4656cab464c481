import type { Coin } from '@flow-query/core'

export { baseDenom } from '@flow-query/rules'

export function coinOf(denom: string, amount: bigint): Coin {
  return { denom, amount: String(amount) }
}

export function amountOf(coins: readonly Coin[], denom: string): bigint {
  return BigInt(coins.find(coin => coin.denom === denom)?.amount ?? 0)
}

/**
 * Returns coins in the order of their denoms, as the chain requires. The added coins replace those with the same denom.
 *
 * @example
 * const feeFunds = withCoins(draft.feeFunds, [{ denom: 'uinto', amount: '5000000' }])
 */
export function withCoins(coins: readonly Coin[], added: readonly Coin[]): Coin[] {
  const kept = coins.filter(({ denom }) => !added.some(coin => coin.denom === denom))
  return [...kept, ...added].sort((one, other) => (one.denom < other.denom ? -1 : 1))
}

/** Returns one coin per denom, sorted by denom. */
export function sumOf(coins: readonly Coin[]): Coin[] {
  const sums = new Map<string, bigint>()
  for (const { denom, amount } of coins) sums.set(denom, (sums.get(denom) ?? 0n) + BigInt(amount))
  return withCoins(
    [],
    Array.from(sums, ([denom, sum]) => coinOf(denom, sum)),
  )
}
