import type { Flow } from '@flow-query/core'
import type { KnownExecutions } from '../rows.js'
import type { Block } from './node.js'

/** A flow that was read, and the summary of its executions. */
export interface Read {
  flow: Flow
  known: KnownExecutions
}

/** Remembers flows whose due run did not happen. They have stopped, so `follow` doesn't wait for that run. */
export interface Overdue {
  /** Checks a flow that was read at a block. */
  add: (read: Read, block: Block) => void
  /** Whether a flow may still have the run that is due at `execTime`, in nanoseconds since 1970. */
  mayStillRun: (due: { id: string; execTime: bigint }) => boolean
}

/** The maximum delay of a due run, in nanoseconds. A flow that queries another chain waits for the response. */
const longestDelay = { usual: 60_000_000_000n, withQuery: 3_600_000_000_000n }

export function createOverdue(): Overdue {
  /** The due time of the missed run, by flow ID. */
  const missed = new Map<string, bigint>()
  return {
    add({ flow, known: { nextExecTime } }, { time }) {
      const longest = queriesOtherChain(flow) ? longestDelay.withQuery : longestDelay.usual
      if (nextExecTime !== null && nextExecTime + longest <= time) missed.set(flow.id, nextExecTime)
      else missed.delete(flow.id)
    },
    mayStillRun: ({ id, execTime }) => missed.get(id) !== execTime,
  }
}

function queriesOtherChain({ conditions: { comparisons, feedbackLoops } }: Flow): boolean {
  return [...comparisons, ...feedbackLoops].some(({ icqConfig }) => icqConfig !== null)
}
