import type { Plan } from '../plan.js'
import type { Progress } from '../progress.js'
import type { Balance } from './ledger.js'

export function addDrain(balance: Balance, perRun: bigint, { schedule }: Plan, { nextTime, index }: Progress): void {
  if (perRun <= 0n) return
  balance.drains.push({ perRun, first: nextTime, interval: schedule.interval, runs: schedule.runs - index })
}

function drainedUntil({ drains }: Balance, time: number): bigint {
  return drains.reduce((sum, { perRun, first, interval, runs }) => {
    const over = Math.min(runs, Math.floor((time - first) / interval) + 1)
    return over > 0 ? sum + perRun * BigInt(over) : sum
  }, 0n)
}

export function isDrained(balance: Balance, needed: bigint, time: number): boolean {
  const { amount, drains, unknownFrom } = balance
  return time >= unknownFrom || (drains.length > 0 && amount - needed < drainedUntil(balance, time))
}

export function settleDrain(balance: Balance, time: number): void {
  const drained = drainedUntil(balance, time)
  balance.amount -= drained - balance.settled
  balance.settled = drained
}
