import { startGateway } from './gateway.js'
import type { GatewayOptions } from './options.js'

export interface GatewayCommandOutput {
  /** Prints the address of the gateway as soon as it listens. */
  started: (url: string) => void | Promise<void>
}

/** Runs `flow-query gateway` until the signal is aborted. */
export async function runGateway(
  options: GatewayOptions,
  output: GatewayCommandOutput,
  signal: AbortSignal,
): Promise<void> {
  const gateway = await startGateway(options)
  try {
    await output.started(gateway.url)
    await new Promise<void>(resolve => {
      if (signal.aborted) resolve()
      else signal.addEventListener('abort', () => resolve(), { once: true })
    })
  } finally {
    await gateway.close()
  }
  signal.throwIfAborted()
}
