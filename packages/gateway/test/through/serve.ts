import { setTimeout } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Lcd } from '../../../testing/src/index.js'
import { type ServedLcd, type ServeOptions, serveLcd as serveNode } from '../../../testing/src/serve.js'
import { startWithLimits } from '../../src/gateway.js'
import { hasEvents } from '../gateway.js'
import { patience } from '../patience.js'

// The alias in vitest.config.ts replaces `@flow-query/testing/serve` with this file.
export * from '../../../testing/src/serve.js'

/** Serves an in-memory node, and a gateway that tests read instead. */
export async function serveLcd(lcd: Lcd, { port = 0, ...options }: ServeOptions = {}): Promise<ServedLcd> {
  const node = await serveNode(lcd, options)
  const gateway = await startWithLimits(
    { lcd: node.url, rpc: node.rpc, port, retries: 0, shutdownTimeout: 0, timeout: 300_000 },
    patience,
  )
  // The gateway repeats requests that it sent before the node's events arrived, and some tests count requests. Some nodes have no
  // events. `vi.waitFor` would change the time of tests that freeze it.
  for (let tries = 0; tries < 100 && !(await hasEvents({ url: gateway.url, WebSocket })); tries++) await setTimeout(50)
  return {
    url: gateway.url,
    rpc: gateway.url,
    port: Number(new URL(gateway.url).port),
    async close() {
      await gateway.close()
      await node.close()
    },
  }
}
