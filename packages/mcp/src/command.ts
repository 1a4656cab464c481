import type { Readable, Writable } from 'node:stream'
import { createFlowClient, type FlowClientOptions } from '@flow-query/core'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { serveHttp } from './http.js'
import { type FlowServerOptions, flowServer } from './server.js'

export interface McpCommandOptions extends Pick<FlowServerOptions, 'height' | 'maxFlows'> {
  port?: number | undefined
}

export interface McpCommandStreams {
  stdin: Readable
  /** The stream for the messages of the protocol. No other text may be written to it. */
  stdout: Writable
  note: (text: string) => void
}

export async function runMcp(
  chain: FlowClientOptions,
  { port, ...options }: McpCommandOptions,
  streams: McpCommandStreams,
  signal: AbortSignal,
): Promise<void> {
  const factory = flowServer(createFlowClient(chain), options)
  await (port === undefined ? runStdio(factory, streams, signal) : runHttp(factory, port, streams, signal))
}

type Factory = ReturnType<typeof flowServer>

async function runStdio(factory: Factory, { stdin, stdout, note }: McpCommandStreams, signal: AbortSignal) {
  const handle = serveStdio(factory, {
    transport: new StdioServerTransport(stdin, stdout),
    onerror: error => note(error.message),
  })
  note('Serving the Model Context Protocol on stdio. It ends when the client closes the connection.')
  try {
    await ended(signal, stdin, stdout)
  } finally {
    await handle.close()
  }
}

async function runHttp(factory: Factory, port: number, { note }: McpCommandStreams, signal: AbortSignal) {
  const server = await serveHttp(factory, port, error => note(error.message))
  note(`Serving the Model Context Protocol at ${server.url}. Press Ctrl-C to stop.`)
  try {
    await ended(signal)
  } finally {
    await server.close()
  }
}

function ended(signal: AbortSignal, ...streams: (Readable | Writable)[]): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
    for (const stream of streams) for (const event of ['end', 'close', 'error']) stream.once(event, () => resolve())
  })
}
