import type { Coin } from '@flow-query/core'

/** One coin per denom, in the order in which they came. What is no integer counts as nothing. */
export function sumCoins(coins: Iterable<Coin>): Coin[] {
  const sums = new Map<string, bigint>()
  for (const { denom, amount } of coins) sums.set(denom, (sums.get(denom) ?? 0n) + integer(amount))
  return Array.from(sums, ([denom, sum]) => ({ denom, amount: `${sum}` }))
}

/** The integer in a node's string; 0 for anything else. */
export function integer(text: string): bigint {
  return /^-?\d+$/.test(text) ? BigInt(text) : 0n
}
