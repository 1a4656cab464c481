import { type Flow, type FlowHistoryEntry, FlowQueryError, isFlowQueryError, type PageArgs } from '@flow-query/core'
import { SyncError } from '../errors.js'
import type { KnownExecutions } from '../rows.js'
import { timeNanoseconds } from '../time.js'
import type { Node } from './node.js'
import { isUnanswered } from './unanswered.js'

/** A page of a flow's executions. */
export interface HistoryPart {
  flow: Flow
  /** Oldest first. */
  entries: FlowHistoryEntry[]
  /** The number of the first entry. */
  sequence: number
  /** A summary of all executions up to the last entry. */
  known: KnownExecutions
  /** Whether this is the last page. */
  isLast: boolean
}

/** The number of entries per page. Most flows have fewer. */
const pageSize = 500

/**
 * Reads the executions of a flow at a height. Starts at the newest known execution, because only that one can have changed.
 *
 * @throws {SyncError} `mismatch` if the node doesn't have the newest known execution
 * @throws {FlowQueryError} `decode` if the node repeats pages forever
 */
export async function* readHistory(
  { client }: Node,
  flow: Flow,
  before: KnownExecutions | undefined,
  height: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<HistoryPart, void, undefined> {
  let known = before ?? { executions: 0, nextExecTime: null, lastExecTime: null, unansweredSince: null }
  let sequence = Math.max(known.executions, 1)
  let limit = pageSize
  let page: PageArgs = { offset: sequence - 1 }
  const newestOfPages = new Set<string>()
  for (;;) {
    try {
      const { history: entries, nextKey } = await client.flowHistory(
        { id: flow.id, ...page, limit, height },
        { signal },
      )
      if (sequence === before?.executions) checkSame({ id: flow.id, ...before }, entries[0])
      const newest = entries.at(-1)
      if (nextKey !== null && !newest) throw repeats(nextKey)
      // All runs have different times, so a page with the same last entry as an earlier page is a repetition.
      const identity = newest && JSON.stringify([newest.scheduledExecTime, newest.actualExecTime, newest.errors])
      if (identity && newestOfPages.has(identity)) throw repeats(`${page.key}`)
      if (identity) newestOfPages.add(identity)
      known = withEntries(known, flow, entries, sequence)
      yield { flow, entries, sequence, known, isLast: nextKey === null }
      if (nextKey === null) return
      sequence += entries.length
      page = { key: nextKey }
    } catch (error) {
      if (limit === 1 || !isFlowQueryError(error, 'tooLarge')) throw error
      limit = Math.floor(limit / 2)
    }
  }
}

/** Adds entries to the summary of a flow's executions. `sequence` is the number of the first entry. */
function withEntries(
  known: KnownExecutions,
  flow: Flow,
  entries: readonly FlowHistoryEntry[],
  sequence: number,
): KnownExecutions {
  const newest = entries.at(-1)
  const execTime = timeNanoseconds(flow.execTime)
  if (!newest) return known.executions > 0 ? known : { ...known, nextExecTime: execTime }
  const unanswered = entries.findIndex(entry => isUnanswered(entry, flow))
  const isStillUnanswered = known.unansweredSince !== null && known.unansweredSince < sequence
  return {
    executions: sequence + entries.length - 1,
    // After the last run, `execTime` is still the time of that run.
    nextExecTime: timeNanoseconds(newest.scheduledExecTime) === execTime ? null : execTime,
    lastExecTime: timeNanoseconds(newest.actualExecTime),
    unansweredSince: isStillUnanswered ? known.unansweredSince : unanswered < 0 ? null : sequence + unanswered,
  }
}

/** @throws {SyncError} `mismatch` if this entry is not the newest known execution */
export function checkSame(
  { id, executions, lastExecTime }: { id: string } & KnownExecutions,
  entry: FlowHistoryEntry | undefined,
): void {
  if (!entry || timeNanoseconds(entry.actualExecTime) !== lastExecTime)
    throw otherChainError(`The node does not have execution ${executions} of flow ${id}, which is in the database`)
}

export function otherChainError(problem: string): SyncError {
  return new SyncError(
    'mismatch',
    `${problem}. It belongs to another chain, or was reset to an earlier block`,
    'Use another node, or choose a new database.',
  )
}

function repeats(key: string): FlowQueryError {
  return new FlowQueryError('decode', `Its history does not end, because the page key ${key} returns known executions`)
}
