import type { Flow, FlowHistoryEntry, PageArgs } from '@flow-query/core'
import { followPages } from '@flow-query/core/scan'
import { SyncError } from '../errors.js'
import type { KnownExecutions } from '../rows/rows.js'
import { timeNanoseconds } from '../rows/time.js'
import type { Node } from './node.js'
import { isUnanswered } from './unanswered.js'

export interface HistoryPart {
  flow: Flow
  entries: FlowHistoryEntry[]
  sequence: number
  known: KnownExecutions
  isLast: boolean
}

const pageSize = 500

/** Starts at the newest known execution, because only that one can have changed. */
export async function* readHistory(
  { client }: Node,
  flow: Flow,
  before: KnownExecutions | undefined,
  height: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<HistoryPart, void, undefined> {
  let known = before ?? { executions: 0, nextExecTime: null, lastExecTime: null, unansweredSince: null }
  let sequence = Math.max(known.executions, 1)
  const readPage = async (page: PageArgs) => {
    const { history: items, ...info } = await client.flowHistory({ id: flow.id, ...page, height }, { signal })
    return { items, ...info }
  }
  for await (const { items, nextKey } of followPages(readPage, { offset: sequence - 1, limit: pageSize })) {
    if (sequence === before?.executions) checkSame({ id: flow.id, ...before }, items[0])
    known = withEntries(known, flow, items, sequence)
    yield { flow, entries: items, sequence, known, isLast: nextKey === null }
    sequence += items.length
  }
}

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
