import { createFlowClient } from '@flow-query/core'
import { flowServer } from '@flow-query/mcp'
import { createMcpHandler } from '@modelcontextprotocol/server'

/** Returns a route for your own server. Protect it, because each answer sends requests to the node. */
export function routeFor(lcd: string): (request: Request) => Promise<Response> {
  const client = createFlowClient({ lcd })
  return createMcpHandler(flowServer(client, { maxFlows: 1_000 })).fetch
}
