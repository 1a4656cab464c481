import { FlowQueryError } from '@flow-query/core'

/** How many requests to nodes run at the same time, and how many wait for them. */
const mostRunning = 64
const mostWaiting = 2_000

/** Limits the requests to nodes, so that a flood of different requests doesn't reach them. */
export function createQueue() {
  const waiting: (() => void)[] = []
  let running = 0

  /** @throws {FlowQueryError} with kind `rateLimited` if too many requests wait */
  return async function limited<Result>(send: () => Promise<Result>): Promise<Result> {
    if (running >= mostRunning) {
      if (waiting.length >= mostWaiting)
        throw new FlowQueryError('rateLimited', 'Too many requests to the nodes', { retryable: true })
      await new Promise<void>(resolve => waiting.push(resolve))
    } else running++
    try {
      return await send()
    } finally {
      // The next request takes the place of this one.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
