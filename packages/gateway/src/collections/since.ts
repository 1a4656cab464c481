const precision = 8

/** Returns an earlier height that many clients share, so that the gateway has to compress few different responses. */
export function sharedHeight(since: number, newest: number): number {
  const age = Math.max(newest - since, 1)
  const step = 2 ** Math.max(0, Math.floor(Math.log2(age / precision)))
  return Math.floor(since / step) * step
}
