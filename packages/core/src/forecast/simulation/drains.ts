import type { Balance } from './ledger.js'
import type { Simulated } from './simulated.js'

/** Assumes that all runs of a flow that aren't simulated spend the same amount. */
export function addDrain(balance: Balance, perRun: bigint, { nextTime, schedule: { interval } }: Simulated): void {
  const spent = Number(perRun)
  if (spent <= 0) return
  balance.spentPerMillisecond += spent / interval
  balance.spentPerRun += spent
  balance.spentBefore += (spent / interval) * nextTime
}

/** Returns whether such runs may leave less than needed at a time, in milliseconds since 1970. */
export function isDrained(balance: Balance, needed: bigint, time: number): boolean {
  const { amount, spentPerMillisecond, spentPerRun, spentBefore, unknownFrom } = balance
  const spent = spentPerMillisecond * time - spentBefore + spentPerRun
  return time >= unknownFrom || (spentPerMillisecond > 0 && Number(amount - needed) < spent)
}

/** Returns when such runs leave less than needed, in milliseconds since 1970. Infinity if nothing reduces the balance. */
export function drainedAt(balance: Balance, needed: bigint): number {
  const { amount, spentPerMillisecond, spentBefore, unknownFrom } = balance
  const left = Number(amount - needed)
  return spentPerMillisecond > 0 ? Math.min(unknownFrom, (left + spentBefore) / spentPerMillisecond) : unknownFrom
}

/** Subtracts from a balance what such runs have spent until a time, in milliseconds since 1970. */
export function settleDrain(balance: Balance, time: number): void {
  const { spentPerMillisecond, spentPerRun, spentBefore, spentAlready } = balance
  if (spentPerMillisecond === 0) return
  const spent = Math.ceil(spentPerMillisecond * time - spentBefore + spentPerRun)
  balance.amount -= BigInt(spent - spentAlready)
  balance.spentAlready = spent
}
