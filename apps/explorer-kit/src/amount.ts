import type { Coin } from '@flow-query/core'
import { lookup } from './lookup.js'

/** Denoms whose display form is known: their symbol, and how many decimals it has. */
const known = lookup<readonly [symbol: string, decimals: number]>({
  uinto: ['INTO', 6],
  uatom: ['ATOM', 6],
  uosmo: ['OSMO', 6],
})

/** An amount ready to be shown. `whole`, `fraction` and `padding` line up in a column: the padding is there, unseen. */
export interface Amount {
  /** `0.001 INTO`, without loss; an unknown denom stays as it is. */
  text: string
  /** `1,000 uinto`. */
  exact: string
  whole: string
  /** `.001`, or nothing. */
  fraction: string
  /** The zeros that a column would need to the right: `000`. */
  padding: string
  unit: string
  /** Whether `unit` is only a part of the denom. */
  shortened: boolean
}

export function amount({ denom, amount }: Coin): Amount {
  const [unit, decimals] = known.get(denom) ?? [shortDenom(denom), 0]
  const exact = `${grouped(amount)} ${denom}`
  const [, sign = '', digits] = /^(-?)0*(\d+)$/.exec(amount) ?? []
  // Not an integer: shown as the node sent it, whatever it is.
  if (digits === undefined) {
    const unit = shortDenom(denom)
    return {
      text: `${amount} ${unit}`,
      exact,
      whole: amount,
      fraction: '',
      padding: '',
      unit,
      shortened: unit !== denom,
    }
  }
  const padded = digits.padStart(decimals + 1, '0')
  const whole = sign + grouped(padded.slice(0, padded.length - decimals))
  const places = padded.slice(padded.length - decimals).replace(/0+$/, '')
  const fraction = places && decimals ? `.${places}` : ''
  const padding = decimals ? `${fraction ? '' : '.'}${'0'.repeat(decimals - (fraction ? places.length : 0))}` : ''
  return {
    text: `${whole}${fraction} ${unit}`,
    exact,
    whole,
    fraction,
    padding,
    unit,
    shortened: unit === shortDenom(denom) && unit !== denom,
  }
}

/** `0.001 INTO and 3 ibc/2739…5EB2`. */
export function amounts(coins: readonly Coin[]): string {
  return listed(coins.map(coin => amount(coin).text))
}

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

/** `1234567` as `1,234,567`; what is no integer stays as it is. */
export function grouped(integer: string | number): string {
  return /^-?\d+$/.test(`${integer}`) ? `${integer}`.replace(/\B(?=(\d{3})+$)/g, ',') : `${integer}`
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

function shortDenom(denom: string): string {
  return denom.length > 18 ? `${denom.slice(0, 8)}…${denom.slice(-4)}` : denom
}
