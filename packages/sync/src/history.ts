import { type Flow, type FlowHistoryEntry, FlowQueryError, isFlowQueryError, type PageArgs } from '@flow-query/core'
import { SyncError } from './errors.js'
import type { Node } from './node.js'
import type { KnownExecutions } from './rows.js'
import { timeNanoseconds } from './time.js'
import { isUnanswered } from './unanswered.js'

/** Some of a flow's executions, one after the other. */
export interface HistoryPart {
  flow: Flow
  /** Oldest first. */
  entries: FlowHistoryEntry[]
  /** Of the first of them. */
  sequence: number
  /** Including these. */
  known: KnownExecutions
  /** Whether these are the last. */
  isLast: boolean
}

/** Entries that are asked for at once. Most flows have fewer. */
const pageSize = 500

/**
 * The executions of a flow at a height, from the newest known one on: it may have changed, and those before it cannot.
 *
 * @throws {SyncError} `mismatch` where the newest known one is another, or is not there
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
  for (;;) {
    try {
      const { history: entries, nextKey } = await client.flowHistory(
        { id: flow.id, ...page, limit, height },
        { signal },
      )
      if (sequence === before?.executions) checkSame({ id: flow.id, ...before }, entries[0])
      if (nextKey !== null && (nextKey === page.key || entries.length === 0)) throw repeats(flow, nextKey)
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

/** What is known of the executions once there are these, which begin at a sequence. */
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
    // After its last run a flow keeps the time of that run.
    nextExecTime: timeNanoseconds(newest.scheduledExecTime) === execTime ? null : execTime,
    lastExecTime: timeNanoseconds(newest.actualExecTime),
    unansweredSince: isStillUnanswered ? known.unansweredSince : unanswered < 0 ? null : sequence + unanswered,
  }
}

/** @throws {SyncError} `mismatch` where the newest known execution is not this one */
export function checkSame(
  { id, executions, lastExecTime }: { id: string } & KnownExecutions,
  entry: FlowHistoryEntry | undefined,
): void {
  if (!entry || timeNanoseconds(entry.actualExecTime) !== lastExecTime)
    throw notThisChain(`The database has an execution ${executions} of flow ${id} that the node has not`)
}

export function notThisChain(problem: string): SyncError {
  return new SyncError(
    'mismatch',
    `${problem}: it is of another chain, or was taken back to an earlier block`,
    'Ask another node, or choose a new database.',
  )
}

function repeats({ id }: Flow, nextKey: string): FlowQueryError {
  return new FlowQueryError(
    'node',
    `The history of flow ${id} does not go on: its cursor ${nextKey} leads to nothing new`,
  )
}
