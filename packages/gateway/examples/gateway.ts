import { startGateway } from '@flow-query/gateway'

/** Starts a gateway for two nodes, and returns a function that stops it. */
export async function serveNodes(lcd: string[], rpc: string, port = 8080): Promise<() => Promise<void>> {
  const gateway = await startGateway({ lcd, rpc, port, host: '0.0.0.0', requestsPerMinute: 6_000 })
  console.log(`Pages use ${gateway.url} as \`lcd\` and as \`rpc\`.`)
  return gateway.close
}
