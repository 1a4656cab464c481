import { formatCount, formatNumber } from '@flow-query/format'
import type { Part } from './chain.js'
import type { Place } from './cursor.js'

interface Position {
  part: Part
  place: Place
  shown: number
  found: number
  nextBatch?: Place | undefined
  cursorTo: (place: Place) => string
}

/** Returns the cursor of the next answer, which contains the remaining results, then the next candidates of this part, then older flows. */
export function remaining({ part, place, shown, found, nextBatch, cursorTo }: Position): string | null {
  if (shown < found) return cursorTo({ ...place, ...part.at, skip: shown })
  if (nextBatch) return cursorTo({ ...nextBatch, ...part.at })
  return part.next ? cursorTo(part.next) : null
}

export function coverageNotes({ flows, total, next }: Part): string[] {
  if (!next) return []
  const all = total === null ? 'flows' : `of ${formatCount(total, 'flow')}`
  return [
    `Only ${formatNumber(flows.length)} ${all} were read, the newest ones first. To continue with older flows, use nextCursor. To read more at once, restart the server with a higher --max-flows, or ask about one owner.`,
  ]
}
