import type { FastifyInstance } from 'fastify'

export interface ShutdownOptions {
  apps: readonly FastifyInstance[]
  stopAdvertising: () => void
  /** Closes all WebSocket clients with this code, so that they reconnect to another instance. */
  closeClients: (code: number, reason: string) => Promise<void> | void
  closeUpstream: () => Promise<void> | void
  delay: number
  timeout: number
}

const goingAway = 1001

/**
 * Shuts the gateway down without failing requests:
 *
 * 1. `/readyz` fails, so that load balancers send new requests elsewhere.
 * 2. After `delay`, the servers accept no more connections, and WebSocket clients are closed with code 1001.
 * 3. Requests in progress are answered. After `timeout`, connections that are still open are destroyed.
 */
export async function shutDown(options: ShutdownOptions): Promise<boolean> {
  const { apps, stopAdvertising, closeClients, closeUpstream, delay, timeout } = options
  const deadline = Date.now() + timeout
  stopAdvertising()
  await sleep(Math.min(delay, timeout))
  await closeClients(goingAway, 'The gateway is shutting down.')
  const closed = Promise.all(apps.map(app => app.close()))
  // Node only closes connections that are idle at the moment of `close`, not those that become idle later.
  const idle = setInterval(() => {
    for (const { server } of apps) server.closeIdleConnections()
  }, 50)
  let isComplete = true
  const timer = setTimeout(
    () => {
      isComplete = false
      for (const { server } of apps) server.closeAllConnections()
    },
    Math.max(0, deadline - Date.now()),
  )
  await closed
  clearTimeout(timer)
  clearInterval(idle)
  await closeUpstream()
  return isComplete
}

/** Ends each connection after its current response while the gateway is stopping, so that clients open the next one elsewhere. */
export function endConnectionsWhileStopping(app: FastifyInstance, isStopping: () => boolean): void {
  app.addHook('onSend', (_, reply, _body, done) => {
    if (isStopping()) reply.header('connection', 'close')
    done()
  })
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds))
}
