import type { Flow, FlowHistoryEntry } from '@flow-query/core'
import { type DeadQuery, deadQueryOf } from '@flow-query/rules'

/** If a relayer answered a query before, it also answers a repeated one. */
export function deadQueryIn({ conditions }: Flow, entries: readonly FlowHistoryEntry[]): DeadQuery | undefined {
  const deadQuery = deadQueryOf(conditions)
  const wasAnswered = entries.some(({ queryResponses }) => queryResponses.length > 0)
  return deadQuery === 'queryRepeated' && wasAnswered ? undefined : deadQuery
}
