import type { Coin } from './types.js'

/** The chain collects fees in this denomination by default. */
export const baseDenom = 'uinto'

const denomPattern = /^[a-zA-Z][\w/:.-]{2,127}$/

export function isDenom(denom: string): boolean {
  return denomPattern.test(denom)
}

export function areValidCoins(coins: readonly Coin[]): boolean {
  return areSorted(coins) && coins.every(({ denom, amount }) => isDenom(denom) && BigInt(amount) > 0n)
}

export function areSorted(coins: readonly Coin[]): boolean {
  return coins.every(({ denom }, index) => index === 0 || `${coins[index - 1]?.denom}` < denom)
}
