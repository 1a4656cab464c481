import type { FastifyBaseLogger } from 'fastify'

/** How long further failures of the same server are not logged, in milliseconds. */
const quietTime = 60_000

/** Returns a function that logs failures of servers, at most one per server and minute. */
export function createFailureLog(log: Pick<FastifyBaseLogger, 'warn'>) {
  const loggedAt = new Map<string, number>()
  return (server: string, message: string): void => {
    const now = performance.now()
    if (now < (loggedAt.get(server) ?? -Infinity) + quietTime) return
    loggedAt.set(server, now)
    log.warn(message)
  }
}
