import { readConfig } from './config.js'
import { startGateway } from './gateway.js'
import type { GatewayOptions } from './options.js'

export interface GatewayCommandOutput {
  /** Prints the address of the gateway as soon as it listens. */
  started: (url: string) => void | Promise<void>
}

/**
 * Runs `flow-query gateway` until the signal is aborted.
 *
 * @param options the options of the command line, which replace those of the configuration file
 */
export async function runGateway(
  options: Partial<GatewayOptions>,
  config: string | undefined,
  output: GatewayCommandOutput,
  signal: AbortSignal,
): Promise<void> {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  const defaults = { port: 8_080, requestsPerMinute: 6_000, logLevel: 'warn' } as const
  const gateway = await startGateway({
    lcd: [],
    ...defaults,
    ...(config !== undefined && readConfig(config)),
    ...given,
  })
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
