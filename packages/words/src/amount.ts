import type { Coin } from '@flow-query/core'
import { lookUp } from './lookup.js'
import { formatList, formatNumber } from './number.js'

/** What people call a denom, and how many decimals that has: 1,000,000 uinto are 1 INTO. */
export interface Denom {
  symbol: string
  decimals: number
}

/** By the name that the chain has for them. */
export type Denoms = Readonly<Record<string, Denom>>

/** The denoms that are known without being told. Yours as well: `{ ...knownDenoms, ufoo: { symbol: 'FOO', decimals: 6 } }`. */
export const knownDenoms: Denoms = {
  uinto: { symbol: 'INTO', decimals: 6 },
  uatom: { symbol: 'ATOM', decimals: 6 },
  uosmo: { symbol: 'OSMO', decimals: 6 },
  // On Intento: over its channels to the Hub and to Osmosis. On Osmosis: over its channel to the Hub.
  'ibc/C4CFF46FD6DE35CA4CF4CE031E643C8FDC9BA4B99AE598E9B0ED98FE3A2319F9': { symbol: 'ATOM', decimals: 6 },
  'ibc/ED07A3391A112B175915CD8FAF43A2DA8E4790EDE12566649D0C2F97716B8518': { symbol: 'OSMO', decimals: 6 },
  'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2': { symbol: 'ATOM', decimals: 6 },
}

/** An amount in its parts. `whole`, `fraction` and `padding` line up in a column: the padding is there, unseen. */
export interface AmountParts {
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

/**
 * `0.001 INTO`, without loss. A denom that is not in the table keeps its name, shortened where it is long.
 *
 * @example
 * formatAmount({ denom: 'uinto', amount: '1000' }) // 0.001 INTO
 * formatAmount({ denom: 'ufoo', amount: '5' }, { ...knownDenoms, ufoo: { symbol: 'FOO', decimals: 6 } }) // 0.000005 FOO
 */
export function formatAmount(coin: Coin, denoms: Denoms = knownDenoms): string {
  return splitAmount(coin, denoms).text
}

/** `0.001 INTO and 3 ibc/2739…5EB2`. */
export function formatAmounts(coins: readonly Coin[], denoms: Denoms = knownDenoms): string {
  return formatList(coins.map(coin => formatAmount(coin, denoms)))
}

/** As {@link formatAmount}, in parts. */
export function splitAmount({ denom, amount }: Coin, denoms: Denoms = knownDenoms): AmountParts {
  const short = shortDenom(denom)
  const exact = `${formatNumber(amount)} ${denom}`
  const [, sign = '', integer] = /^(-?)(\d+)$/.exec(amount) ?? []
  // Shown as the node sent it, whatever it is.
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

/** The coins in a field of a message, which holds one, a list of them, or something else. */
export function coinsIn(value: unknown): Coin[] {
  return (Array.isArray(value) ? value : [value]).filter(isCoin)
}

/** `1000uinto`, as chains write coins into texts; null for anything else. */
export function parseCoin(text: string): Coin | null {
  const [, amount, denom] = /^(\d+)([a-z][\w/:.-]{2,127})$/i.exec(text) ?? []
  return amount && denom ? { denom, amount } : null
}

function isCoin(value: unknown): value is Coin {
  const { denom, amount } = (value ?? {}) as Partial<Record<string, unknown>>
  return typeof denom === 'string' && denom !== '' && typeof amount === 'string'
}

function shortDenom(denom: string): string {
  return denom.length > 18 ? `${denom.slice(0, 8)}…${denom.slice(-4)}` : denom
}
