import type { Coin } from '../state.js'

const denomPattern = /^[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/

/** Whether the chain accepts a list of coins: sorted by denom, each denom once, with positive amounts. */
export function areValidCoins(coins: readonly Coin[]): boolean {
  return coins.every(
    ({ denom, amount }, index) =>
      denomPattern.test(denom) && BigInt(amount) > 0n && (index === 0 || (coins[index - 1]?.denom ?? '') < denom),
  )
}

export function printCoins(coins: readonly Coin[]): string {
  return coins.map(({ denom, amount }) => BigInt(amount) + denom).join(',')
}
