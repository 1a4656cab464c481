/** How many different heights remain for each doubling of the age. */
const precision = 8

/**
 * Returns an earlier height that many clients share, so that the gateway compresses few different responses. The response then also
 * contains changes that the client already knows, but at most those of an eighth of the time that it was away.
 */
export function sharedHeight(since: number, newest: number): number {
  const age = Math.max(newest - since, 1)
  const step = 2 ** Math.max(0, Math.floor(Math.log2(age / precision)))
  return Math.floor(since / step) * step
}
