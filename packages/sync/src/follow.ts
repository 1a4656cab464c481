import { setTimeout as sleep } from 'node:timers/promises'
import { FlowQueryError, isFlowQueryError } from '@flow-query/core'
import { watchFlows } from '@flow-query/core/live'
import { createReader } from '@flow-query/core/parts/events'
import { isSyncError } from './errors.js'
import { createPendingEvents, longestLag } from './pending-events.js'
import type { Block, Node } from './read/node.js'
import { checkNotReset } from './read/same-chain.js'
import { type Synced, type SyncSettings, syncOnce, syncSome } from './snapshot.js'

const settleTime = 1_000
/** All flows are read at this interval, because events get lost and releases before 0.9.3 send none. */
const fullSyncInterval = 10 * 60_000
const backoff = { first: 1_000, longest: 60_000 }

/**
 * Due flows are synced without an event too, because a skipped run emits none. The database is closed between two syncs, so that
 * other processes can read it.
 */
export async function follow(node: Node, settings: SyncSettings): Promise<never> {
  const { signal, onTrouble } = settings
  const pending = createPendingEvents()
  /** The IDs of flows that did not run in time. */
  const over = new Set<string>()
  const ended = new AbortController()
  const listening = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal
  watchFlows(node.client, { onEvents: pending.add, signal: listening })
  // Only its observer is needed, which asks the node for its newest block after each connection.
  createReader(node.client, listening, { onNodeHeight: pending.connected })
  try {
    let synced = await syncOnce(node, settings, { over })
    let fullSyncAt = Date.now()
    for (let failures = 0; ; ) {
      const nextFullSync = fullSyncAt + fullSyncInterval
      await pending.wait(Math.min(nextFullSync - Date.now(), untilNextRun(synced)), signal)
      let isTaken = false
      try {
        if (pending.isAnything || Date.now() >= nextFullSync) {
          await sleep(settleTime, undefined, { signal })
          isTaken = true
          pending.takeAnything()
          await checkReset(synced.block, await node.newestBlock(signal))
          fullSyncAt = Date.now()
          synced = await syncOnce(node, settings, { over, least: pending.leastHeight })
          // A node that lags behind hasn't reached the blocks of the other events yet.
          pending.forgetUntil(synced.block.height)
        } else {
          const block = await blockFrom(synced.block)
          await sleep(settleTime, undefined, { signal })
          // The connection may have been lost and restored during the wait.
          if (pending.isAnything) continue
          const { ids, hasUnnamed, late } = pending.take(block.height)
          isTaken = true
          if (late !== null) onTrouble?.(lateNodeError(late, block))
          const isNewBlock = block.height > synced.result.height
          if (late !== null || (isNewBlock && (ids.size > 0 || hasUnnamed || untilNextRun(synced) <= 0)))
            synced = await syncSome(node, settings, block, { ids, withUnanswered: hasUnnamed, over })
        }
        failures = 0
      } catch (error) {
        signal?.throwIfAborted()
        if (!isTemporary(error)) throw error
        onTrouble?.(error)
        if (isTaken) pending.expectAnything()
        await sleep(Math.min(backoff.first * 2 ** failures++, backoff.longest), undefined, { signal })
      }
    }
  } finally {
    ended.abort()
  }

  function checkReset(known: Block, newest: Block): Promise<void> {
    return checkNotReset(node, settings.to, { known, newest, signal })
  }

  async function blockFrom(known: Block): Promise<Block> {
    for (let reportAt = Date.now() + longestLag; ; ) {
      const block = await node.newestBlock(signal)
      if (block.height >= known.height) return block
      await checkReset(known, block)
      if (Date.now() >= reportAt) {
        onTrouble?.(laggingNodeError(block, known.height))
        reportAt = Date.now() + longestLag
      }
      await sleep(settleTime, undefined, { signal })
    }
  }
}

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
  return new FlowQueryError('node', problem, {}, 'The sync reads the flow at the older block.')
}

function isTemporary(error: unknown): error is Error {
  return isFlowQueryError(error) || isSyncError(error, 'database')
}
