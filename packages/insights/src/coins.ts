import type { Coin } from '@flow-query/core'

export { baseDenom } from '@flow-query/rules'

export function coinOf(denom: string, amount: bigint): Coin {
  return { denom, amount: String(amount) }
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
