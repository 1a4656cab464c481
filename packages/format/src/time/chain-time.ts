import { type ChainTime, type Flow, toDate } from '@flow-query/core'
import { ago, formatTime } from './time.js'

/** The newest block, from core's `chainTime`. */
export type NewestBlock = Omit<ChainTime, 'height'>

/** The maximum age of a newest block that needs no explanation, in milliseconds. */
const usualAge = 60_000

export interface LateBlockOptions {
  /** The reader's time in milliseconds since 1970. Defaults to `time.readAt`. */
  now?: number | undefined
  /** For example `Europe/Berlin`. Defaults to the local time zone. */
  timeZone?: string | undefined
}

/**
 * Explains why the newest block is older than a minute. If the node has responded since then, the chain has stopped or the reader's clock
 * is ahead: `The newest block is from 24 Nov 2026, 10:04:00 UTC, so the chain has stopped or your clock is ahead.` Otherwise, returns
 * `No block after 24 Nov 2026, 10:04:00 UTC has been read.` Returns null if the block is new.
 */
export function describeLateBlock(
  time: NewestBlock,
  { now = time.readAt, timeZone }: LateBlockOptions = {},
): string | null {
  const created = toDate(time.block)?.getTime() ?? 0
  if (now - created < usualAge) return null
  const block = formatTime(time.block, timeZone)
  return time.readAt - created >= usualAge
    ? `The newest block is from ${block}, so the chain has stopped or your clock is ahead.`
    : `No block after ${block} has been read.`
}

export function describeLateRun(
  { execTime }: Pick<Flow, 'execTime'>,
  time: NewestBlock,
  options: LateBlockOptions = {},
): string | null {
  const { now = time.readAt } = options
  const due = toDate(execTime)?.getTime() ?? now
  const reason = describeLateBlock(time, options)
  return reason && isLate(due, now) ? `Due ${ago(due, now)}. ${reason}` : null
}

/** A run always starts a few seconds after its time. */
export function isLate(due: number, now: number): boolean {
  return now - due >= usualAge
}
