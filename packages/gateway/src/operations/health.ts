import type { FastifyInstance } from 'fastify'

export interface Readiness {
  hasNode: () => boolean | Promise<boolean>
  hasCache: () => boolean
  problems?: () => readonly string[]
  /** Whether the gateway is shutting down, so that load balancers should send requests elsewhere. */
  isStopping: () => boolean
}

interface ReadinessReport {
  /**
   * Whether the gateway can serve requests:
   *
   * - `ready`: at least one node answers
   * - `stale`: no node answers, so the gateway serves its last responses and marks them as stale
   * - `unavailable`: no node answers, and the cache is empty
   * - `stopping`: the gateway is shutting down
   */
  status: 'ready' | 'stale' | 'unavailable' | 'stopping'
  problems?: readonly string[]
}

/**
 * `/healthz` always returns 200 while the process can answer, so that a supervisor only restarts a process that hangs.
 * `/readyz` returns 200 while the gateway can serve reads, even if they are stale, and 503 otherwise.
 */
export function registerHealth(app: FastifyInstance, readiness: Readiness): void {
  // Monitors often send HEAD requests.
  const options = { config: { rateLimit: false }, exposeHeadRoute: true }
  app.get('/healthz', options, (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', options, async (_, reply) => {
    const status = await statusOf(readiness)
    const problems = readiness.problems?.() ?? []
    const isReady = status === 'ready' || status === 'stale'
    return reply
      .header('cache-control', 'no-store')
      .code(isReady ? 200 : 503)
      .send({ status, ...(problems.length > 0 && { problems }) } satisfies ReadinessReport)
  })
}

async function statusOf({ hasNode, hasCache, isStopping }: Readiness): Promise<ReadinessReport['status']> {
  if (isStopping()) return 'stopping'
  if (await hasNode()) return 'ready'
  return hasCache() ? 'stale' : 'unavailable'
}
