import { clockTime } from '../../convert.js'
import { graceOf, type MayHaveConditions } from '../../status.js'
import type { Flow, FlowHistoryEntry } from '../../types.js'

/** Times are in milliseconds since 1970. */
export interface DueRun {
  readonly id: string
  /** NaN if the flow has no valid `execTime`. */
  readonly dueAt: number
  readonly overAt: number
}

export const eventGrace = 5_000
const silentAfter = 3

export function dueRun(flow: Pick<Flow, 'id' | 'execTime'> & MayHaveConditions): DueRun {
  const dueAt = clockTime(flow.execTime)
  return { id: flow.id, dueAt, overAt: dueAt + graceOf(flow) }
}

/** The time of the chain is an estimate, which can be this far behind the block of an event, in milliseconds. */
const longestLag = 5_000

/** Whether a flow may have run in the newest block, although no event has announced it. */
export function mayHaveRun({ dueAt, overAt }: DueRun, now: number): boolean {
  return dueAt <= now + longestLag && now < overAt
}

export function readAgainAt({ dueAt, overAt }: DueRun, readAt: number): number {
  if (readAt < dueAt + eventGrace) return dueAt + eventGrace
  return readAt < overAt ? 2 * readAt - dueAt : Number.POSITIVE_INFINITY
}

/**
 * Returns whether a run must have emitted an `executed` event. On release 1.1.0, a run emits no event if its
 * conditions skip it or fail.
 */
export function emitsEvent({ executed, packetSequences }: FlowHistoryEntry): boolean {
  return executed || packetSequences.length > 0
}

/**
 * Finds runs that no event announces.
 *
 * Not every run emits an event, events get lost, and a node can be silent. So a flow is read when its run is 5 seconds late, and again
 * when it is 10, 20, 40 and 80 seconds late. If a flow has not run a minute after it was due, it is over. A flow that queries another
 * chain can wait for the response for an hour.
 */
export interface DueRuns {
  /**
   * `newest` is the newest execution of the flow, or null if it has none. Pass it if you have read it, because `execTime`
   * stays the same after the last run, and an update changes `execTime` without a run.
   */
  readonly flowRead: (run: DueRun, readAt: number, newest?: NewestRun | null) => 'ran' | 'notYet' | 'over'
  readonly eventsArrived: (ids: Iterable<string>, now: number) => void
  readonly setEventsSince: (time: number) => void
  readonly takeDue: (now: number) => DueRun[]
  readonly expected: (id: string) => DueRun | undefined
  readonly forget: (id: string) => void
  readonly ids: Iterable<string>
  /** Returns at most three runs without an event. If all of them must have emitted one, the node is silent. */
  readonly suspects: () => readonly DueRun[]
  readonly isEventMissing: (run: DueRun, history: readonly FlowHistoryEntry[]) => boolean
}

type NewestRun = Pick<FlowHistoryEntry, 'scheduledExecTime'>

interface Known {
  readonly run: DueRun
  readAt: number
  hasRun: boolean
  awaitsEvent: boolean
}

export function createDueRuns(): DueRuns {
  const known = new Map<string, Known>()
  const withoutEvent = new Set<DueRun>()
  let eventsSince = Number.POSITIVE_INFINITY

  function runHappened(found: Known, readAt: number): void {
    const { run, hasRun } = found
    if (!hasRun && run.dueAt > eventsSince && readAt >= run.dueAt + eventGrace) withoutEvent.add(run)
    found.hasRun = true
  }

  return {
    flowRead(run, readAt, newest) {
      const before = known.get(run.id)
      const isSame = before?.run.dueAt === run.dueAt
      const found = isSame ? before : { run, readAt, hasRun: false, awaitsEvent: before?.hasRun === false }
      found.readAt = Math.max(found.readAt, readAt)
      known.set(run.id, found)
      const expected = before ?? found
      if (shows(newest, run, expected.run)) {
        runHappened(expected, readAt)
        return 'ran'
      }
      return readAt >= run.overAt ? 'over' : 'notYet'
    },
    eventsArrived(ids, now) {
      withoutEvent.clear()
      for (const id of ids) {
        const found = known.get(id)
        if (!found) continue
        if (!found.awaitsEvent || found.run.dueAt <= now) found.hasRun = true
        found.awaitsEvent = false
      }
    },
    setEventsSince(time) {
      eventsSince = time
      withoutEvent.clear()
    },
    takeDue(now) {
      const due = [...known.values()].filter(({ run, readAt, hasRun }) => !hasRun && readAgainAt(run, readAt) <= now)
      for (const found of due) found.readAt = now
      return due.map(({ run }) => run)
    },
    expected(id) {
      const found = known.get(id)
      return found && !found.hasRun ? found.run : undefined
    },
    forget: id => known.delete(id),
    get ids() {
      return known.keys()
    },
    suspects: () => (withoutEvent.size < silentAfter ? [] : [...withoutEvent].slice(0, silentAfter)),
    isEventMissing(run, history) {
      const entry = history.find(({ scheduledExecTime }) => clockTime(scheduledExecTime) === run.dueAt)
      if (!entry || !emitsEvent(entry)) withoutEvent.delete(run)
      // An event may have arrived in the meantime.
      return withoutEvent.has(run)
    },
  }
}

function shows(newest: NewestRun | null | undefined, { dueAt }: DueRun, expected: DueRun): boolean {
  if (newest === undefined) return dueAt > expected.dueAt
  return newest !== null && clockTime(newest.scheduledExecTime) >= expected.dueAt
}
