import fc from 'fast-check'

/**
 * The seed of all random values in tests: the date, such as 20260131, so that each day tests other values.
 * `FLOW_QUERY_SEED=20260131` repeats the tests of a day.
 */
export const seed = Number(process.env.FLOW_QUERY_SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''))

fc.configureGlobal({ seed })

/** Makes `Math.random` start with the seed. */
export function seedRandom() {
  Math.random = randomOf(seed)
}

/**
 * Returns a function like `Math.random` (Mulberry32).
 *
 * @param {number} state
 */
export function randomOf(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}
