import type { Coin, FailureEffects } from '@flow-query/core'
import { type Denoms, formatAmounts, knownDenoms } from '../amount.js'
import { formatList } from '../number.js'

/** Names the messages of a failed run that took effect nevertheless, and the coins that they spent. */
export function describeEffects(
  { certain, possible, spent = [] }: FailureEffects & { spent?: readonly Coin[] },
  denoms: Denoms = knownDenoms,
): string {
  const sentences: string[] = []
  if (certain.length > 0) {
    const money = spent.length > 0 ? ` and spent ${formatAmounts(spent, denoms)}` : ''
    sentences.push(
      `${nameMessages(certain)} took effect${money} although the run failed, because the chain executes the messages before a feedback loop separately.`,
    )
  }
  if (possible.length > 0)
    sentences.push(
      `${nameMessages(possible)} may have taken effect, because a failing message doesn’t undo a transfer before it.`,
    )
  return sentences.join(' ')
}

/** Returns for example `Message 1` or `Messages 1 and 2`, for indexes that start at 0. */
export function nameMessages(indexes: readonly number[]): string {
  return `Message${indexes.length > 1 ? 's' : ''} ${formatList(indexes.map(index => String(index + 1)))}`
}
