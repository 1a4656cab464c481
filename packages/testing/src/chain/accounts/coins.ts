import type { Coin } from '../state.js'

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
