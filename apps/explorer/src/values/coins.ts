import type { Coin } from '@flow-query/core'

/** Returns one coin per denom, in the order of their first occurrence. Invalid amounts count as 0. */
export function sumCoins(coins: Iterable<Coin>): Coin[] {
  const sums = new Map<string, bigint>()
  for (const { denom, amount } of coins) sums.set(denom, (sums.get(denom) ?? 0n) + integer(amount))
  return Array.from(sums, ([denom, sum]) => ({ denom, amount: `${sum}` }))
}

/** Parses an integer. Returns 0 for any other text. */
function integer(text: string): bigint {
  return /^-?\d+$/.test(text) ? BigInt(text) : 0n
}
