import type { ExecutionOutcome } from '@flow-query/core'
import type { Look, Output, Part } from './output.js'

/** What went wrong stands out by its height and its colour; by its letter where there are no colours. */
const marks: Record<ExecutionOutcome, { block: string; look: Look; letter: string }> = {
  succeeded: { block: '▄', look: 'green', letter: '.' },
  failed: { block: '█', look: 'red', letter: 'F' },
  timedOut: { block: '▇', look: 'red', letter: 'T' },
  unanswered: { block: '▇', look: 'yellow', letter: 'U' },
  skipped: { block: '▁', look: 'dim', letter: 's' },
  pending: { block: '▁', look: 'cyan', letter: 'p' },
}

/** How runs went, a mark each, oldest first: as many of the newest as there is room for. */
export function sparkline(
  { hasColours }: Pick<Output, 'hasColours'>,
  outcomes: readonly ExecutionOutcome[],
  room: number,
): Part[] {
  return outcomes.slice(-room).map(outcome => {
    const { block, look, letter } = marks[outcome]
    return hasColours ? { text: block, look } : letter
  })
}
