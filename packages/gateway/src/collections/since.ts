const precision = 8

/** Rounds a height down, so that many clients share one compressed response. */
export function sharedHeight(since: number, newest: number): number {
  const age = Math.max(newest - since, 1)
  const step = 2 ** Math.max(0, Math.floor(Math.log2(age / precision)))
  return Math.floor(since / step) * step
}
