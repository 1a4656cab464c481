import { lookUp } from '@flow-query/core/parts/decode'
import { type Denom, knownDenoms } from '@flow-query/format'

const unknownDenom: Pick<Denom, 'decimals'> = { decimals: 0 }

/** Converts an amount such as `1.5` INTO to the base denom: `1500000`. Returns null if the text isn't an amount of this denom. */
export function toBaseAmount(text: string, denom: string): string | null {
  const { decimals } = lookUp(knownDenoms, denom) ?? unknownDenom
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d*))?$/.exec(text.trim()) ?? []
  if (whole === undefined || fraction.length > decimals) return null
  return (whole + fraction.padEnd(decimals, '0')).replace(/^0+(?=\d)/, '')
}

/** Converts an amount in the base denom to the text that a user edits: `1500000` uinto is `1.5`. Returns other texts unchanged. */
export function fromBaseAmount(amount: string, denom: string): string {
  const { decimals } = lookUp(knownDenoms, denom) ?? unknownDenom
  if (!/^\d+$/.test(amount) || decimals === 0) return amount
  const digits = amount.padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '')
}
