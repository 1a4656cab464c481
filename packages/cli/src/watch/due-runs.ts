import type { BlockTime, Flow, FlowClient, FlowHistoryEntry, RequestOptions } from '@flow-query/core'
import { createDueRuns, dueRun } from '@flow-query/core/parts/runs'
import { scanFlows, scanFlowsForOwner } from '@flow-query/core/scan'
import type { Queue } from './queue.js'

export interface SeenFlow {
  flow: Flow
  entry: FlowHistoryEntry | undefined
  time: BlockTime
}

export interface SeenRun extends SeenFlow {
  entry: FlowHistoryEntry
}

/** Selects the flows to watch: one flow, the flows of an owner, or all flows if both are undefined. */
export interface Watched {
  id: string | undefined
  owner: string | undefined
}

export interface WatchedDueRunsOptions {
  client: FlowClient
  options: RequestOptions
  watched: Watched
  queue: Queue
  read: (id: string) => Promise<SeenFlow>
  /** Called when all flows have been read for the first time. */
  onLoaded: () => void
  onRun: (run: SeenRun) => Promise<void>
  /** Called if there are more than `limit` flows, because the rest is not watched. */
  onTooMany: (limit: number) => void
}

/** Finds the runs that no event announces, by reading each flow after it was due. */
export interface WatchedDueRuns {
  eventArrived: (id: string) => void
  flowRead: (flow: Flow) => void
  /** Queues reads of the flows that were due. Call it every {@link checkInterval}. */
  check: () => void
}

export const checkInterval = 5_000
/** The maximum number of watched flows, because reading all flows of a big chain takes minutes. */
const maximumFlows = 5_000

export function createWatchedDueRuns(settings: WatchedDueRunsOptions): WatchedDueRuns {
  const { client, options, watched, queue, read, onLoaded, onRun, onTooMany } = settings
  const dueRuns = createDueRuns()
  const announced = new Set<string>()
  /** Runs without an event so far. The next check reports them, because the event may still arrive. */
  let withoutEvent = new Map<string, SeenRun>()
  let isLoaded = false

  async function load(): Promise<void> {
    if (isLoaded) return
    const now = Date.now()
    for await (const flow of watchedFlows()) {
      const run = dueRun(flow)
      dueRuns.flowRead(run, now)
      // The run happened before the watch began, or will never happen.
      if (run.dueAt <= now) dueRuns.eventsArrived([flow.id], now)
    }
    isLoaded = true
    onLoaded()
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

  function check(): void {
    if (!isLoaded) {
      queue.push(load)
      return
    }
    for (const run of withoutEvent.values()) queue.push(() => onRun(run))
    withoutEvent = new Map()
    for (const { id } of dueRuns.takeDue(Date.now())) queue.push(() => readDue(id))
  }

  async function readDue(id: string): Promise<void> {
    const readAt = Date.now()
    const { flow, entry, time } = await read(id)
    const state = dueRuns.flowRead(dueRun(flow), readAt, entry ?? null)
    if (state === 'ran' && !announced.delete(id) && entry) withoutEvent.set(id, { flow, entry, time })
  }

  return {
    check,
    flowRead(flow) {
      if (watched.id !== undefined && watched.id !== flow.id) return
      if (watched.owner !== undefined && watched.owner !== flow.owner) return
      if (dueRuns.flowRead(dueRun(flow), Date.now()) === 'ran') announced.delete(flow.id)
    },
    eventArrived(id) {
      if (!withoutEvent.delete(id)) announced.add(id)
    },
  }
}
