import type { Coin } from '@flow-query/core'
import { lookUp } from './lookup.js'
import { formatList, formatNumber } from './number.js'

/** How to display a denom. */
export interface Denom {
  /** The name that users know, for example `INTO`. */
  symbol: string
  /** How many decimals the symbol has, for example 6. */
  decimals: number
}

/** How to display denoms. The keys are base denoms such as `uinto`. */
export type Denoms = Readonly<Record<string, Denom>>

/** Common denoms. To add your own, pass `{ ...knownDenoms, ufoo: { symbol: 'FOO', decimals: 6 } }` to a function. */
export const knownDenoms: Denoms = {
  uinto: { symbol: 'INTO', decimals: 6 },
  uatom: { symbol: 'ATOM', decimals: 6 },
  uosmo: { symbol: 'OSMO', decimals: 6 },
  // The IBC denoms of ATOM and OSMO on Intento, and of ATOM on Osmosis.
  'ibc/C4CFF46FD6DE35CA4CF4CE031E643C8FDC9BA4B99AE598E9B0ED98FE3A2319F9': { symbol: 'ATOM', decimals: 6 },
  'ibc/ED07A3391A112B175915CD8FAF43A2DA8E4790EDE12566649D0C2F97716B8518': { symbol: 'OSMO', decimals: 6 },
  'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2': { symbol: 'ATOM', decimals: 6 },
}

/** The parts of a formatted amount. To align amounts in a column, render `padding` invisibly after `whole` and `fraction`. */
export interface AmountParts {
  /** The formatted amount, for example `0.001 INTO`. */
  text: string
  /** The amount in the base denom, for example `1,000 uinto`. */
  exact: string
  /** The digits before the decimal point, for example `1,234`. */
  whole: string
  /** The decimal point and the digits after it, for example `.001`. Empty for a whole number. */
  fraction: string
  /** The zeros that complete the decimals of the denom, for example `000`. */
  padding: string
  /** The symbol, or the denom if it is unknown. */
  unit: string
  /** Whether `unit` is a shortened denom. */
  shortened: boolean
}

/**
 * Formats an amount exactly, such as `0.001 INTO`. An unknown denom is shown unchanged, or shortened if it is long.
 *
 * @example
 * formatAmount({ denom: 'uinto', amount: '1000' }) // 0.001 INTO
 * formatAmount({ denom: 'ufoo', amount: '5' }, { ...knownDenoms, ufoo: { symbol: 'FOO', decimals: 6 } }) // 0.000005 FOO
 */
export function formatAmount(coin: Coin, denoms: Denoms = knownDenoms): string {
  return splitAmount(coin, denoms).text
}

/** Formats several amounts, such as `0.001 INTO and 3 ibc/2739…5EB2`. */
export function formatAmounts(coins: readonly Coin[], denoms: Denoms = knownDenoms): string {
  return formatList(coins.map(coin => formatAmount(coin, denoms)))
}

/** Formats an amount like {@link formatAmount}, and returns its parts. */
export function splitAmount({ denom, amount }: Coin, denoms: Denoms = knownDenoms): AmountParts {
  const short = shortDenom(denom)
  const exact = `${formatNumber(amount)} ${denom}`
  const [, sign = '', integer] = /^(-?)(\d+)$/.exec(amount) ?? []
  // An invalid amount is shown unchanged.
  if (integer === undefined) {
    return {
      text: `${amount} ${short}`,
      exact,
      whole: amount,
      fraction: '',
      padding: '',
      unit: short,
      shortened: short !== denom,
    }
  }
  const known = lookUp(denoms, denom)
  const { symbol: unit, decimals } = known ?? { symbol: short, decimals: 0 }
  const digits = integer.replace(/^0+/, '').padStart(decimals + 1, '0')
  const point = digits.length - decimals
  const whole = sign + formatNumber(digits.slice(0, point))
  const places = digits.slice(point).replace(/0+$/, '')
  const fraction = places ? `.${places}` : ''
  const padding = decimals ? `${fraction ? '' : '.'}${'0'.repeat(decimals - places.length)}` : ''
  return {
    text: `${whole}${fraction} ${unit}`,
    exact,
    whole,
    fraction,
    padding,
    unit,
    shortened: !known && short !== denom,
  }
}

/** Returns the coins in a field of a message, which can contain a coin, a list of coins, or anything else. */
export function coinsIn(value: unknown): Coin[] {
  return (Array.isArray(value) ? value : [value]).filter(isCoin)
}

export function parseCoin(text: string): Coin | null {
  const [, amount, denom] = /^(\d+)([a-z][\w/:.-]{2,127})$/i.exec(text) ?? []
  return amount && denom ? { denom, amount } : null
}

const absurdDigits = 13
const mostDecimals = 18

/** Whether an amount is so large that it must be a mistake. */
export function isAbsurd({ denom, amount }: Coin, denoms: Denoms): boolean {
  const { decimals } = lookUp(denoms, denom) ?? { decimals: mostDecimals }
  return amount.length >= absurdDigits + decimals
}

/** Whether a denom may not exist. Denoms of other chains and of token factories have a path, so they are not doubtful. */
export function isDoubtful(denom: string, denoms: Denoms): boolean {
  return !denom.includes('/') && !lookUp(denoms, denom)
}

function isCoin(value: unknown): value is Coin {
  const { denom, amount } = (value ?? {}) as Partial<Record<string, unknown>>
  return typeof denom === 'string' && denom !== '' && typeof amount === 'string'
}

function shortDenom(denom: string): string {
  return denom.length > 18 ? `${denom.slice(0, 8)}…${denom.slice(-4)}` : denom
}
