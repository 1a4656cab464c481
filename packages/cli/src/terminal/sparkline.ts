import type { ExecutionOutcome } from '@flow-query/core'
import type { Look, Output, Part } from './output.js'

/** Failures have taller blocks with other colors. Without colors, each outcome is a letter. */
const marks: Record<ExecutionOutcome, { block: string; look: Look; letter: string }> = {
  succeeded: { block: '▄', look: 'green', letter: '.' },
  feeNotCollected: { block: '▅', look: 'yellow', letter: '!' },
  failed: { block: '█', look: 'red', letter: 'F' },
  timedOut: { block: '▇', look: 'red', letter: 'T' },
  idle: { block: '▇', look: 'red', letter: 'N' },
  unacknowledged: { block: '▇', look: 'yellow', letter: 'U' },
  skipped: { block: '▁', look: 'dim', letter: 's' },
  pending: { block: '▁', look: 'cyan', letter: 'p' },
}

export function sparkline(
  { hasColors }: Pick<Output, 'hasColors'>,
  outcomes: readonly ExecutionOutcome[],
  room: number,
): Part[] {
  return outcomes.slice(-room).map(outcome => {
    const { block, look, letter } = marks[outcome]
    return hasColors ? { text: block, look } : letter
  })
}
