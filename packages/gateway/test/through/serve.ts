import type { Lcd } from '../../../testing/src/index.js'
import { type ServedLcd, type ServeOptions, serveLcd as serveNode } from '../../../testing/src/serve.js'
import { startGateway } from '../../src/index.js'

// The alias in vitest.config.ts replaces `@flow-query/testing/serve` with this file.
export * from '../../../testing/src/serve.js'

/** Serves an in-memory node, and a gateway that tests read instead. */
export async function serveLcd(lcd: Lcd, { port = 0, ...options }: ServeOptions = {}): Promise<ServedLcd> {
  const node = await serveNode(lcd, options)
  const gateway = await startGateway({ lcd: node.url, rpc: node.rpc, port, retries: 0, shutdownTimeout: 0 })
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
