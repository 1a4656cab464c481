import type { AnyMessage, Coin, FailureEffects, FlowHistoryEntry, FlowWithMessages } from '@flow-query/core'
import { effectsOfFailure } from '@flow-query/core'
import { coinsIn, messagesIn, rulesOf } from '@flow-query/rules'
import { sumOf } from '../coins.js'

/** The messages of a failed run that took effect nevertheless, from core's `effectsOfFailure`. */
export interface PaidEffects extends FailureEffects {
  /** The coins that the messages in `certain` sent or delegated. Amounts that a feedback loop has changed are unknown. */
  spent: Coin[]
}

export function paidEffects(entry: FlowHistoryEntry, flow: FlowWithMessages): PaidEffects | null {
  const effects = effectsOfFailure(entry, flow)
  if (!effects) return null
  const messages = flow.msgs.filter((_, index) => effects.certain.includes(index))
  return { ...effects, spent: sumOf(messages.flatMap(message => coinsSpentBy(message))) }
}

/** Other packages decode messages of any depth, so deeper ones are ignored. */
const maxDepth = 20

function coinsSpentBy(message: AnyMessage, depth = 0): Coin[] {
  if (depth > maxDepth) return []
  const { spends, coins } = rulesOf(message)
  const own = spends && coins !== undefined ? (coinsIn(message[coins]) ?? []) : []
  return [...own, ...messagesIn(message).flatMap(inner => coinsSpentBy(inner, depth + 1))]
}
