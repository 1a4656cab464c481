import { createFlowClient } from '@flow-query/core'
import type { Lcd } from '@flow-query/testing'
import { Client } from '@modelcontextprotocol/client'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { type FlowServerOptions, flowServer } from '../src/index.js'

export interface Reply {
  text: string
  /** Null if the reply is an error. */
  data: Record<string, never> | null
  isError: boolean
  /** The size of the whole result in UTF-8. */
  bytes: number
}

export interface Assistant {
  client: Client
  ask: (tool: string, args?: Record<string, unknown>) => Promise<Reply>
  close: () => Promise<void>
}

/** Connects the SDK's client to a server of this chain, in memory. */
export async function assistantOf(
  lcd: Pick<Lcd, 'url' | 'fetch'>,
  options: FlowServerOptions = {},
): Promise<Assistant> {
  const flows = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, retries: 0, timeout: 300_000 })
  const [near, far] = InMemoryTransport.createLinkedPair()
  const handle = serveStdio(flowServer(flows, { timeout: 300_000, ...options }), { transport: far })
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(near)
  return {
    client,
    ask: (tool, args = {}) => askWith(client, tool, args),
    async close() {
      await client.close()
      await handle.close()
    },
  }
}

/** Calls a tool. The client validates the structured content with the output schema. */
export async function askWith(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Reply> {
  const result = await client.callTool({ name, arguments: args }, { timeout: 300_000 })
  const [content] = result.content as { type: string; text: string }[]
  return {
    text: content?.text ?? '',
    data: (result.structuredContent ?? null) as Reply['data'],
    isError: result.isError === true,
    bytes: Buffer.byteLength(JSON.stringify(result)),
  }
}
