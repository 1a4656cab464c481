import { setTimeout as sleep } from 'node:timers/promises'
import { isFlowQueryError } from '@flow-query/core'
import { type FlowEvent, watchFlows } from '@flow-query/core/live'
import { isSyncError } from './errors.js'
import type { Node } from './node.js'
import { type SyncResult, type SyncSettings, syncFlows, syncOnce } from './snapshot.js'

/** Milliseconds after an event, in which the others of its block come. */
const block = 1_000
/** Milliseconds after which everything is looked at again: events get lost, and old releases tell of none. */
const longestTrust = 10 * 60_000
/** Milliseconds before the first new attempt; twice as many before each next one. */
const wait = { first: 1_000, longest: 60_000 }

/** Syncs, and then whatever the chain's events tell. Between two syncs the database is closed, so that others can read it. */
export async function follow(node: Node, settings: SyncSettings): Promise<SyncResult> {
  const { signal, onTrouble } = settings
  const news = createNews()
  const ended = new AbortController()
  watchFlows(node.client, {
    onEvents: news.add,
    onStatus({ state }) {
      // Whatever happened while there was no connection was not told.
      if (state === 'connected') news.expectAnything()
    },
    signal: signal ? AbortSignal.any([signal, ended.signal]) : ended.signal,
  })
  try {
    await syncOnce(node, settings)
    let syncedAt = Date.now()
    for (let failures = 0; ; ) {
      await news.come(syncedAt + longestTrust - Date.now(), signal)
      await sleep(block, undefined, { signal })
      const isOld = Date.now() >= syncedAt + longestTrust
      try {
        // Behind a balancer it may be another node that tells of a block.
        if (!isOld && (await node.newestHeight(signal)) < news.height) continue
        const { isAnything, ids, hasUnnamed } = news.take()
        if (isAnything || isOld) {
          syncedAt = Date.now()
          await syncOnce(node, settings)
        } else {
          await syncFlows(node, settings, ids, hasUnnamed)
        }
        failures = 0
      } catch (error) {
        signal?.throwIfAborted()
        if (!mayPass(error)) throw error
        onTrouble?.(error)
        news.expectAnything()
        await sleep(Math.min(wait.first * 2 ** failures++, wait.longest), undefined, { signal })
      }
    }
  } finally {
    ended.abort()
  }
}

/** A database that is another's stays so. */
function mayPass(error: unknown): error is Error {
  return isFlowQueryError(error) || isSyncError(error, 'database')
}

/** What the chain has told since it was last taken. */
function createNews() {
  let isAnything = false
  let hasUnnamed = false
  let ids = new Set<string>()
  let height = 0
  let tell = () => {}

  return {
    /** The newest block that was told of. */
    get height() {
      return height
    },
    add(events: readonly FlowEvent[]) {
      for (const event of events) {
        height = Math.max(height, event.height)
        if (event.id === null) hasUnnamed = true
        else ids.add(event.id)
      }
      tell()
    },
    /** Something may have happened that was not told. */
    expectAnything() {
      isAnything = true
      tell()
    },
    /** Resolves when there is something, or after so many milliseconds. */
    async come(milliseconds: number, signal: AbortSignal | undefined) {
      if (isAnything || hasUnnamed || ids.size > 0) return
      const told = new AbortController()
      tell = () => told.abort()
      const either = AbortSignal.any([told.signal, ...(signal ? [signal] : [])])
      await sleep(Math.max(milliseconds, 0), undefined, { signal: either }).catch(() => {})
      signal?.throwIfAborted()
    },
    take() {
      const taken = { isAnything, hasUnnamed, ids }
      isAnything = false
      hasUnnamed = false
      ids = new Set()
      height = 0
      return taken
    },
  }
}
