import { FlowQueryError } from '@flow-query/core'

/**
 * Limits the requests that run at the same time, and the requests that wait for them. So a flood of different requests doesn't reach
 * the nodes.
 */
export function createQueue(mostRunning: number, mostWaiting: number) {
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
