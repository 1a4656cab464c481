import {
  type BlockTime,
  type Flow,
  type FlowClient,
  type FlowHistoryEntry,
  type RequestOptions,
  scanFlows,
  scanFlowsForOwner,
  toDate,
} from '@flow-query/core'
import type { Queue } from './queue.js'

/** A flow with its newest execution, and the newest block when they were read. */
export interface SeenFlow {
  flow: Flow
  entry: FlowHistoryEntry | undefined
  time: BlockTime
}

/** A flow that has run. */
export interface SeenRun extends SeenFlow {
  entry: FlowHistoryEntry
}

/** Selects the flows to watch: one flow, the flows of an owner, or all flows if both are undefined. */
export interface Watched {
  id: string | undefined
  owner: string | undefined
}

export interface DueRunsOptions {
  client: FlowClient
  options: RequestOptions
  watched: Watched
  queue: Queue
  /** Reads a flow with its newest execution. */
  read: (id: string) => Promise<SeenFlow>
  /** Called for each run that no event announced. */
  onRun: (run: SeenRun) => Promise<void>
  /** Called if there are more than `limit` flows, because the rest is not watched. */
  onTooMany: (limit: number) => void
}

/**
 * Finds the runs that no event announces, by reading each flow after it was due.
 *
 * On release 1.1.0, a run that its conditions skip, or whose conditions fail, emits no event. Events also get lost, and an
 * overloaded node sends none.
 */
export interface DueRuns {
  /** Call it when an event announces a run of this flow. */
  announced: (id: string) => void
  /** Call it with each flow that was read. */
  update: (flow: Flow) => void
  /** Queues reads of the flows that were due. Call it every {@link checkInterval}. */
  check: () => void
}

/** In milliseconds. */
export const checkInterval = 5_000
/** How long an event may arrive after its run is due, in milliseconds. */
const eventTimeout = 5_000
/** How long a run may start after it is due, in milliseconds. Flows that have not run by then are no longer read. */
const runTimeout = 60_000
/** The maximum number of watched flows, because reading all flows of a big chain takes minutes. */
const maximumFlows = 5_000

export function createDueRuns({ client, options, watched, queue, read, onRun, onTooMany }: DueRunsOptions): DueRuns {
  /** The next due time of each flow, by ID. */
  const dueTimes = new Map<string, number>()
  /** The last due time of each flow that needs no more reads, by ID. */
  const handledDueTimes = new Map<string, number>()
  const announcedFlows = new Set<string>()
  /** Runs without an event so far. The next check reports them, because the event may still arrive. */
  let suspects = new Map<string, SeenRun>()
  const reading = new Set<string>()
  let isLoaded = false

  async function load(): Promise<void> {
    if (isLoaded) return
    const now = Date.now()
    for await (const flow of watchedFlows()) {
      const due = timeOf(flow.execTime)
      dueTimes.set(flow.id, due)
      // The run happened before the watch began, or will never happen.
      if (due <= now) handledDueTimes.set(flow.id, due)
    }
    isLoaded = true
  }

  async function* watchedFlows(): AsyncGenerator<Flow> {
    const { id, owner } = watched
    if (id !== undefined) {
      yield await client.flow({ id }, options)
      return
    }
    const newest = owner === undefined ? (await client.flows({ limit: 1, reverse: true }, options)).flows[0] : undefined
    const from = Math.max(Number(newest?.id ?? 0) - maximumFlows + 1, 1)
    if (from > 1) onTooMany(maximumFlows)
    let count = 0
    for await (const flow of owner === undefined
      ? scanFlows(client, { ...options, from })
      : scanFlowsForOwner(client, { ...options, owner })) {
      if (owner !== undefined && ++count > maximumFlows) return onTooMany(maximumFlows)
      yield flow
    }
  }

  function update({ id, owner, execTime }: Flow): void {
    if (watched.id !== undefined && watched.id !== id) return
    if (watched.owner !== undefined && watched.owner !== owner) return
    const due = timeOf(execTime)
    if (dueTimes.get(id) !== due) announcedFlows.delete(id)
    dueTimes.set(id, due)
  }

  function check(): void {
    if (!isLoaded) {
      queue.push(load)
      return
    }
    for (const run of suspects.values()) queue.push(() => onRun(run))
    suspects = new Map()
    const now = Date.now()
    for (const [id, due] of dueTimes) {
      const isDue = due <= now - eventTimeout && due > now - runTimeout
      if (!isDue || handledDueTimes.get(id) === due || reading.has(id)) continue
      const isAccepted = queue.push(() => readDue(id, due).finally(() => reading.delete(id)))
      if (isAccepted) reading.add(id)
    }
  }

  async function readDue(id: string, due: number): Promise<void> {
    if (handledDueTimes.get(id) === due) return
    const { flow, entry, time } = await read(id)
    const hasRun = entry !== undefined && timeOf(entry.scheduledExecTime) >= due
    if (hasRun || announcedFlows.has(id)) handledDueTimes.set(id, due)
    if (hasRun && !announcedFlows.has(id)) suspects.set(id, { flow, entry, time })
    update(flow)
  }

  return {
    update,
    check,
    announced(id) {
      announcedFlows.add(id)
      suspects.delete(id)
    },
  }
}

const timeOf = (time: string) => toDate(time)?.getTime() ?? Number.NaN
