import type { Coin } from '@flow-query/core'
import { formatAmount, splitAmount } from '@flow-query/format'
import { splitAddresses } from '../../values/address'

/** A part of a remedy: text, an address, or an amount with the text to copy. */
export type RemedyPart = string | { address: string } | { amount: string; copied: string }

/** Splits a remedy, so that its addresses and the missing amount can have copy buttons. */
export function remedyParts(remedy: string, missing: Coin | null): RemedyPart[] {
  const amount = missing && formatAmount(missing)
  return splitAddresses(remedy).flatMap((part): RemedyPart[] => {
    if (typeof part !== 'string' || !missing || !amount || !part.includes(amount)) return [part]
    const [before = '', ...after] = part.split(amount)
    return [before, { amount, copied: amountToCopy(missing) }, after.join(amount)]
  })
}

/** Returns an amount as a wallet expects it: in the display denom, without separators of thousands. */
function amountToCopy(coin: Coin): string {
  const { whole, fraction } = splitAmount(coin)
  return whole.replaceAll(',', '') + fraction
}
