import type { FastifyBaseLogger } from 'fastify'

const quietTime = 60_000

export function createFailureLog(log: Pick<FastifyBaseLogger, 'warn'>) {
  const loggedAt = new Map<string, number>()
  return (server: string, message: string): void => {
    const now = performance.now()
    if (now < (loggedAt.get(server) ?? -Infinity) + quietTime) return
    loggedAt.set(server, now)
    log.warn(message)
  }
}
