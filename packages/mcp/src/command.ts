import type { Readable, Writable } from 'node:stream'
import { createFlowClient, type FlowClientOptions } from '@flow-query/core'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { serveHttp } from './http.js'
import { type FlowServerOptions, flowServer } from './server.js'

/** The options of `flow-query mcp`. */
export interface McpCommandOptions extends Pick<FlowServerOptions, 'height' | 'maxFlows'> {
  /** Serves HTTP on this port instead of stdio. */
  port?: number | undefined
}

export interface McpCommandStreams {
  stdin: Readable
  /** Only contains the protocol. */
  stdout: Writable
  /** Prints a line to stderr. */
  note: (text: string) => void
}

/** Runs `flow-query mcp` until the client closes stdin, or until the signal is aborted. */
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
    await ended(signal, stdin)
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

/** Resolves when the stream ends. Rejects with the signal's reason if the signal is aborted. */
function ended(signal: AbortSignal, stdin?: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
    stdin?.once('end', resolve)
    stdin?.once('close', resolve)
  })
}
