import { type ChainTime, toDate } from '@flow-query/core'
import { ago, formatNumber } from '@flow-query/format'
import type { LiveState } from './live'

/** The result of the query for the node's newest block. */
export interface NodeReading {
  data: ChainTime | undefined
  /** When the node last answered, in milliseconds since 1970. */
  dataUpdatedAt: number
  error: unknown
}

/** A chain creates a block every few seconds. In milliseconds. */
const lateBlock = 30_000

/** How long a block has been the newest one. Times are those of `performance.now()`, because the clock of the device can be wrong. */
export interface NewestBlock {
  height: string
  firstSeenAt: number
  updatedAt: number
  lastSeenAt: number
}

/** Returns `before` if there was no response since. */
export function newestBlock(
  before: NewestBlock | undefined,
  { data, dataUpdatedAt: updatedAt }: NodeReading,
  now: number,
): NewestBlock | undefined {
  if (!data || before?.updatedAt === updatedAt) return before
  const { height } = data
  return { height, firstSeenAt: before?.height === height ? before.firstSeenAt : now, updatedAt, lastSeenAt: now }
}

/**
 * Whether the node answers, but the chain has created no block for a while.
 *
 * @param now the time of `performance.now()`
 */
export function isBlockLate(
  live: LiveState,
  isNodeFailing: boolean,
  block: NewestBlock | undefined,
  now: number,
): boolean {
  // A hidden page doesn't read new blocks, so its newest block isn't late until the next response.
  const until = isNodeFailing ? now : (block?.lastSeenAt ?? 0)
  return live.state === 'ok' && block !== undefined && until - block.firstSeenAt > lateBlock
}

/** Returns the time of the page's data, in milliseconds since 1970, or null if the data is current. */
export function oldDataTime({ staleSince }: LiveState, isHalted: boolean, time: ChainTime | undefined): number | null {
  if (isHalted && time) return toDate(time.block)?.getTime() ?? null
  return staleSince || null
}

/** Describes the chain and its newest block: `intento-1 · Block 1,204 · 2 s ago`. */
export function nodeFacts({ data }: NodeReading, chainId: string | null | undefined, now: number): string {
  const created = data && toDate(data.block)?.getTime()
  const facts = [chainId, data && `Block ${formatNumber(data.height)}`, created && ago(created, now)]
  return facts.filter(Boolean).join(' · ')
}
