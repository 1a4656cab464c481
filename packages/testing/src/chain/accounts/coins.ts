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

/** Ignores an amount that is not a number, because a feedback loop sets it later. */
export function coinsOf(value: unknown): Coin[] {
  return [value].flat().filter(isCoin)
}

function isCoin(value: unknown): value is Coin {
  return isSignedCoin(value) && !value.amount.startsWith('-')
}

export function isSignedCoin(value: unknown): value is Coin {
  const { denom, amount } = (value ?? {}) as Partial<Coin>
  return typeof denom === 'string' && typeof amount === 'string' && /^-?\d+$/.test(amount)
}
