import { setTimeout as sleep } from 'node:timers/promises'
import { FlowQueryError, isFlowQueryError } from '@flow-query/core'
import { type FlowEvent, watchFlows } from '@flow-query/core/live'
import { isSyncError } from './errors.js'
import type { Block, Node } from './read/node.js'
import { createOverdue } from './read/overdue.js'
import { type Synced, type SyncSettings, syncOnce, syncSome } from './snapshot.js'

/** How long to wait for the events of a new block, in milliseconds. */
const settleTime = 1_000
/** The time between two full syncs, in milliseconds. Events get lost, and releases before 0.9.3 send none. */
const fullSyncInterval = 10 * 60_000
/** How long a node may lag behind the events or the database before the lag is reported, in milliseconds. */
const longestLag = 30_000
/** The delay after a failure, in milliseconds. It doubles with each failure. */
const backoff = { first: 1_000, longest: 60_000 }

/**
 * Syncs everything, and then each flow that has an event or is due. Due flows are synced without an event too, because a
 * skipped run emits none. The database is closed between two syncs, so that other processes can read it.
 */
export async function follow(node: Node, settings: SyncSettings): Promise<never> {
  const { signal, onTrouble } = settings
  const news = createNews()
  const overdue = createOverdue()
  const ended = new AbortController()
  watchFlows(node.client, {
    onEvents: news.add,
    onStatus({ state }) {
      // Events are lost while there is no connection.
      if (state === 'connected') news.expectAnything()
    },
    signal: signal ? AbortSignal.any([signal, ended.signal]) : ended.signal,
  })
  try {
    let synced = await syncOnce(node, settings, overdue)
    let fullSyncAt = Date.now()
    for (let failures = 0; ; ) {
      const nextFullSync = fullSyncAt + fullSyncInterval
      await news.wait(Math.min(nextFullSync - Date.now(), untilNextRun(synced)), signal)
      let isTaken = false
      try {
        if (news.isAnything || Date.now() >= nextFullSync) {
          await sleep(settleTime, undefined, { signal })
          isTaken = true
          news.takeAll()
          fullSyncAt = Date.now()
          synced = await syncOnce(node, settings, overdue)
        } else {
          const block = await blockFrom(synced.result.height)
          await sleep(settleTime, undefined, { signal })
          // The connection may have been lost and restored during the wait.
          if (news.isAnything) continue
          const { ids, hasUnnamed, late } = news.take(block.height)
          isTaken = true
          if (late !== null) onTrouble?.(lateNodeError(late, block))
          const isNewBlock = block.height > synced.result.height
          if (late !== null || (isNewBlock && (ids.size > 0 || hasUnnamed || untilNextRun(synced) <= 0)))
            synced = await syncSome(node, settings, block, { ids, withUnanswered: hasUnnamed, overdue })
        }
        failures = 0
      } catch (error) {
        signal?.throwIfAborted()
        if (!isTemporary(error)) throw error
        onTrouble?.(error)
        if (isTaken) news.expectAnything()
        await sleep(Math.min(backoff.first * 2 ** failures++, backoff.longest), undefined, { signal })
      }
    }
  } finally {
    ended.abort()
  }

  /** Waits until the newest block has at least this height. Nodes behind a load balancer can have different heights. */
  async function blockFrom(height: number): Promise<Block> {
    for (let reportAt = Date.now() + longestLag; ; ) {
      const block = await node.newestBlock(signal)
      if (block.height >= height) return block
      if (Date.now() >= reportAt) {
        onTrouble?.(laggingNodeError(block, height))
        reportAt = Date.now() + longestLag
      }
      await sleep(settleTime, undefined, { signal })
    }
  }
}

/** The time until the next run is due, in milliseconds. */
function untilNextRun({ readAt, nextRun }: Synced): number {
  return nextRun === null ? Number.POSITIVE_INFINITY : readAt + nextRun - Date.now()
}

function laggingNodeError({ height }: Block, needed: number): FlowQueryError {
  return new FlowQueryError(
    'node',
    `The node is at block ${height}, but the database is at block ${needed}`,
    {},
    'The load balancer may have selected a node that lags.',
  )
}

function lateNodeError(late: number, { height }: Block): FlowQueryError {
  const problem = `An event is from block ${late}, but after ${longestLag / 1_000} s the node is still at block ${height}`
  return new FlowQueryError('node', problem, {}, 'Its flow is read at the older block.')
}

/** Whether a retry makes sense. It doesn't for other kinds, such as a database of another chain. */
function isTemporary(error: unknown): error is Error {
  return isFlowQueryError(error) || isSyncError(error, 'database')
}

/** Collects events until they are taken. */
function createNews() {
  let isAnything = false
  let events: { id: string | null; height: number; receivedAt: number }[] = []
  let wake = () => {}

  return {
    /** Whether any flow may have changed, for example because events were lost. */
    get isAnything() {
      return isAnything
    },
    add(added: readonly FlowEvent[]) {
      const receivedAt = Date.now()
      for (const { id, height } of added) {
        // Real nodes never send IDs such as `01`, so nothing about this event is reliable.
        if (id !== null && !/^[1-9]\d*$/.test(id)) isAnything = true
        else events.push({ id, height, receivedAt })
      }
      wake()
    },
    /** Call it if events may have been lost. */
    expectAnything() {
      isAnything = true
      wake()
    },
    /** Waits for an event, up to this many milliseconds. */
    async wait(milliseconds: number, signal: AbortSignal | undefined) {
      if (isAnything || events.length > 0) return
      const woken = new AbortController()
      wake = () => woken.abort()
      const either = AbortSignal.any([woken.signal, ...(signal ? [signal] : [])])
      await sleep(Math.max(milliseconds, 0), undefined, { signal: either }).catch(() => {})
      signal?.throwIfAborted()
    },
    takeAll() {
      isAnything = false
      events = []
    },
    /**
     * Takes the events up to a height. Later events stay until the node reaches their block or until they have waited too
     * long. `late` is the highest block of the events that waited too long.
     */
    take(height: number) {
      const tooOld = Date.now() - longestLag
      const taken = events.filter(event => event.height <= height || event.receivedAt <= tooOld)
      events = events.filter(event => !taken.includes(event))
      const highest = Math.max(...taken.map(event => event.height))
      return {
        ids: new Set(taken.flatMap(({ id }) => id ?? [])),
        hasUnnamed: taken.some(({ id }) => id === null),
        late: highest > height ? highest : null,
      }
    },
  }
}
