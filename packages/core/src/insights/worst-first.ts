import { clockTime } from '../convert.js'
import type { FlowHealth } from './health.js'

/**
 * Orders flows by what needs attention: failing, then stopped before their end or over after nothing but failures, then
 * waiting, of unknown health, healthy and over. Among alike, those that have been so the longest come first.
 *
 * @example
 * const attention = data.toSorted(worstFirst)
 */
export function worstFirst(one: { health: FlowHealth }, other: { health: FlowHealth }): number {
  return rankOf(one.health) - rankOf(other.health) || startOf(one.health) - startOf(other.health)
}

function rankOf(health: FlowHealth): number {
  if (health.state === 'over' && (health.stopped || health.allFailed)) return 1
  return ranks[health.state]
}

const ranks = { failing: 0, waiting: 2, unknown: 3, healthy: 4, over: 5 }

/** A clock's time; those that have none have not begun, and come last. */
function startOf(health: FlowHealth): number {
  const since = health.state === 'unknown' ? null : health.since
  return clockTime(since?.time ?? '') || endOfTime
}

/** The last moment that a Date can hold. */
const endOfTime = 8_640_000_000_000_000
