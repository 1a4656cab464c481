import { chance } from '../random.js'
import { lowerBound } from './search.js'

/** The time between blocks of the recorded chain, in nanoseconds. */
const blockDuration = 507_000_000n

export interface Blocks {
  now: () => bigint
  newest: () => number
  /** Callers outside the chain can rely on a sealed block, because it never changes. */
  seal: () => number
  open: () => number
  heightAt: (ns: bigint) => number
  timeOf: (height: number) => bigint
}

/** `clock` returns milliseconds since 1970. */
export function createBlocks(height: number, clock: () => number, seed: number): Blocks {
  const start = now()
  const added: number[] = []
  let sealed = 0

  function now(): bigint {
    return BigInt(Math.round(clock() * 1000)) * 1000n
  }

  function newest(): number {
    return height + Number((now() - start) / blockDuration) + added.length
  }

  return {
    now,
    newest,
    seal() {
      sealed = newest()
      return sealed
    },
    open() {
      if (newest() <= sealed) added.push(newest() + 1)
      return newest()
    },
    heightAt(ns) {
      const whole = (ns - start) / blockDuration
      const begun = ns - start > whole * blockDuration ? whole + 1n : whole
      return height + Number(begun) + added.length
    },
    timeOf(at) {
      const addedBefore = lowerBound(added.length, index => (added[index] ?? 0) > at)
      // Vary the nanoseconds so that no two blocks end at the same time.
      const nanoseconds = BigInt(Math.floor(chance(seed, at) * 1_000_000))
      return start + BigInt(at - height - addedBefore) * blockDuration + nanoseconds
    },
  }
}
