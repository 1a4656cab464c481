import type { Coin, Flow } from '@flow-query/core'
import { formatAmount, formatTime, splitAmount } from '@flow-query/format'
import { splitAddresses } from '../../values/address'

/** Replaces the deadline of a remedy if it is the next run, because the page shows the time of the next run next to it. */
export function withoutNextTime(remedy: string, { execTime }: Pick<Flow, 'execTime'>): string {
  return remedy.replaceAll(`before ${formatTime(execTime)}`, 'before the next run')
}

/** A part of a remedy: text, an address, or an amount with the text to copy. */
export type RemedyPart = string | { address: string } | { amount: string; copied: string }

/** Splits a remedy, so that its addresses and the missing amounts can have copy buttons. */
export function remedyParts(remedy: string, missing: readonly Coin[]): RemedyPart[] {
  return missing.reduce<RemedyPart[]>(
    (parts, coin) => parts.flatMap(part => withAmount(part, coin)),
    splitAddresses(remedy),
  )
}

function withAmount(part: RemedyPart, coin: Coin): RemedyPart[] {
  const amount = formatAmount(coin)
  if (typeof part !== 'string' || !part.includes(amount)) return [part]
  const [before = '', ...after] = part.split(amount)
  return [before, { amount, copied: amountToCopy(coin) }, after.join(amount)]
}

/** Returns an amount as a wallet expects it: in the display denom, without separators of thousands. */
function amountToCopy(coin: Coin): string {
  const { whole, fraction } = splitAmount(coin)
  return whole.replaceAll(',', '') + fraction
}
