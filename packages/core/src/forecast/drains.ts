import type { Amounts } from './ledger.js'
import type { Simulated } from './simulated.js'

/** How fast an amount is reduced by flows whose simulation has ended. */
interface Drain {
  perMillisecond: number
  /** The amount that makes the drain start with the first run that isn't simulated. */
  offset: number
  /** The total amount of one run of each flow. */
  perRun: number
}

/** The drains of balances and limits, by denom. */
export type Drains = Map<Amounts, Map<string, Drain>>

const noDrain: Drain = { perMillisecond: 0, offset: 0, perRun: 0 }

/** Assumes that all runs of a flow that aren't simulated reduce an amount. */
export function addDrain(
  drains: Drains,
  amounts: Amounts,
  denom: string,
  perRun: bigint,
  { nextTime, schedule: { interval } }: Simulated,
): void {
  const spent = Number(perRun)
  if (spent <= 0) return
  const byDenom = drains.get(amounts) ?? new Map<string, Drain>()
  // A flow that runs once has no interval. It spends the amount at that time.
  const duration = interval || 1
  const { perMillisecond, offset, perRun: before } = byDenom.get(denom) ?? noDrain
  byDenom.set(denom, {
    perMillisecond: perMillisecond + spent / duration,
    offset: offset + (spent * nextTime) / duration,
    perRun: before + spent,
  })
  drains.set(amounts, byDenom)
}

/** Returns how much is at least left of an amount at a time, in milliseconds since 1970. */
export function leftAt(amount: bigint, { perMillisecond, offset, perRun }: Drain, time: number): number {
  return Number(amount) + offset - perRun - perMillisecond * time
}

/** Returns when an amount is used up, in milliseconds since 1970. Infinity if nothing reduces it. */
export function emptyAt(amount: bigint, drain: Drain | undefined): number {
  return drain ? (Number(amount) + drain.offset) / drain.perMillisecond : Number.POSITIVE_INFINITY
}
