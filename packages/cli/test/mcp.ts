import { Client, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'
import { startWith, terminalOf } from './run.js'

/** Connects a client, and closes it after the test. */
export async function connect(transport: Transport): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  onTestFinished(() => client.close())
  await client.connect(transport)
  return client
}

/** Starts `flow-query mcp` in this process, and connects a client to its standard input and output. */
export async function startMcp(args: readonly string[]) {
  const terminal = terminalOf()
  const command = startWith(args, terminal)
  const transport: Transport = {
    async start() {
      let rest = ''
      terminal.stdout.on('data', (text: string) => {
        const lines = (rest + text).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) transport.onmessage?.(JSON.parse(line))
      })
    },
    send: async (message: JSONRPCMessage) => void terminal.stdin.write(`${JSON.stringify(message)}\n`),
    close: async () => void terminal.stdin.end(),
  }
  return { ...command, client: await connect(transport) }
}
