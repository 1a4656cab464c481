import { chance } from './random.js'
import { lowerBound } from './search.js'

/** Blocks of the recorded chain are this far apart, in nanoseconds. */
const BLOCK = 507_000_000n

/** Which block is when. */
export interface Blocks {
  /** Nanoseconds since 1970 on the chain's clock. */
  now: () => bigint
  /** Height of the newest block. */
  newest: () => number
  /** The same for somebody outside, who may rely on that block: it stays as it is from now on. */
  seal: () => number
  /** Height of the block that a change by hand goes into: the newest, or one more where that one is sealed. */
  open: () => number
  /** Height of the first block that is not before a time. */
  heightAt: (ns: bigint) => number
  /** When a block ended, in nanoseconds since 1970. */
  timeOf: (height: number) => bigint
}

/** A block every 507 ms of the clock (in milliseconds since 1970), of which `height` is the one that is newest now. */
export function createBlocks(height: number, clock: () => number, seed: number): Blocks {
  const start = now()
  /** Heights of the blocks that changes by hand have added. */
  const added: number[] = []
  let sealed = 0

  function now(): bigint {
    return BigInt(Math.round(clock() * 1000)) * 1000n
  }

  function newest(): number {
    return height + Number((now() - start) / BLOCK) + added.length
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
      const whole = (ns - start) / BLOCK
      const begun = ns - start > whole * BLOCK ? whole + 1n : whole
      return height + Number(begun) + added.length
    },
    timeOf(at) {
      const addedBefore = lowerBound(added.length, index => (added[index] ?? 0) > at)
      // No two blocks end in the same nanoseconds.
      const nanoseconds = BigInt(Math.floor(chance(seed, at) * 1_000_000))
      return start + BigInt(at - height - addedBefore) * BLOCK + nanoseconds
    },
  }
}
