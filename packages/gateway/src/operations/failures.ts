import type { FastifyBaseLogger } from 'fastify'

const quietTime = 60_000

/** Logs the failures of each server at most once a minute. */
export function createFailureLog(log: Pick<FastifyBaseLogger, 'warn'>) {
  const loggedAt = new Map<string, number>()
  const failing = new Set<string>()
  return {
    failed(server: string, message: string): void {
      const now = performance.now()
      if (now < (loggedAt.get(server) ?? -Infinity) + quietTime) return
      loggedAt.set(server, now)
      failing.add(server)
      log.warn(message)
    },
    /** Logs the message if the last failure was logged. Returns whether it did. */
    works(server: string, message: string): boolean {
      const wasFailing = failing.delete(server)
      if (wasFailing) log.warn(message)
      return wasFailing
    },
  }
}
