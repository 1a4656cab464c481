import type { FlowQueryError } from '@flow-query/core'
import type { FastifyBaseLogger } from 'fastify'

/** How long further failures of a node are not logged, in milliseconds. */
const quietTime = 60_000

/** Returns a function that logs failed requests to nodes, at most one per node and minute. */
export function createFailureLog(log: Pick<FastifyBaseLogger, 'warn'>) {
  const loggedAt = new Map<string, number>()
  return (url: string, error: Pick<FlowQueryError, 'shortMessage'>): void => {
    const now = performance.now()
    if (now < (loggedAt.get(url) ?? -Infinity) + quietTime) return
    loggedAt.set(url, now)
    log.warn(`a node failed: ${error.shortMessage}`)
  }
}
