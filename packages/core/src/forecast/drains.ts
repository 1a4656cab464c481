import type { Amounts } from './ledger.js'

/** How fast an amount is reduced by flows whose simulation has ended. */
interface Drain {
  perMillisecond: number
  /** The sum of `perRun * from / interval` of these flows, which makes the drain 0 when they start. */
  offset: number
  /** The total amount of one run of each flow. */
  perRun: number
}

/** The drains of balances and limits, by denom. */
export type Drains = Map<Amounts, Map<string, Drain>>

const noDrain: Drain = { perMillisecond: 0, offset: 0, perRun: 0 }

/**
 * Assumes that a flow keeps reducing an amount.
 *
 * @param from the time of the first run that isn't simulated, in milliseconds since 1970
 * @param interval milliseconds
 */
export function addDrain(
  drains: Drains,
  amounts: Amounts,
  denom: string,
  perRun: number,
  from: number,
  interval: number,
): void {
  if (perRun <= 0) return
  const byDenom = drains.get(amounts) ?? new Map<string, Drain>()
  const before = byDenom.get(denom) ?? noDrain
  byDenom.set(denom, {
    perMillisecond: before.perMillisecond + perRun / interval,
    offset: before.offset + (perRun * from) / interval,
    perRun: before.perRun + perRun,
  })
  drains.set(amounts, byDenom)
}

/** Returns how much is at least left of an amount at a time, in milliseconds since 1970. */
export function leftAt(amount: bigint, { perMillisecond, offset, perRun }: Drain, time: number): number {
  return Number(amount) + offset - perRun - perMillisecond * time
}

/** Returns when an amount is used up, in milliseconds since 1970. */
export function emptyAt(amount: bigint, { perMillisecond, offset }: Drain = noDrain): number {
  return (Number(amount) + offset) / perMillisecond
}
