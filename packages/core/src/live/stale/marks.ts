export interface Mark {
  /** The number of the last request before the change. A response to a later request contains the change. */
  readonly since: number
  /** If the data must change and doesn't, the node lags behind, and the part is read again. */
  readonly isCertain: boolean
  readonly before: unknown
  readonly attempts: number
  readonly notBefore: number
}

const blockTime = 5_000
const mostAttempts = 4

export function newMark(since: number, isCertain = false, before?: unknown): Mark {
  return { since, isCertain, before, attempts: 0, notBefore: 0 }
}

export function nextAttempt(mark: Mark | undefined, since: number): Mark | undefined {
  if (!mark || mark.attempts >= mostAttempts) return undefined
  return { ...mark, since, attempts: mark.attempts + 1, notBefore: performance.now() + blockTime * 2 ** mark.attempts }
}

export function isDueMark(mark: Mark | undefined): mark is Mark {
  return mark !== undefined && mark.notBefore <= performance.now()
}
