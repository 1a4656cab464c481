import { createLcd, type Lcd } from '@flow-query/testing'
import { createDemoLcd } from '@flow-query/testing/demo'
import { type ServedLcd, serveLcd } from '@flow-query/testing/serve'
import { type Define, examples, integerFrom, port } from '../../definition.js'
import { programName } from '../../invocation.js'
import { notListening, untilInterrupted } from '../../node/serving.js'
import type { Context, Settings } from '../../settings.js'
import { swaggerFile } from '../../swagger.js'
import { bold, createOutput, dim } from '../../terminal/output.js'

interface ServeOptions {
  port?: number
  flows?: number
  latency?: number
  seed?: number
}

export const define: Define = (command, context) =>
  command
    .option('--port <n>', 'port (default: 1317, or the next free port). 0 uses any free port', port)
    .option('--flows <n>', 'number of flows (default: a few hundred)', integerFrom(0))
    .option('--latency <ms>', 'delay of each response in milliseconds', integerFrom(0, 600_000))
    .option('--seed <n>', 'seed of the generated data (default: 1)', integerFrom(0))
    .addHelpText('after', examples('serve', 'serve --port 8080 --path-version v1beta1 --latency 150'))
    .action(options => run(context(), options))

async function run(context: Context, options: ServeOptions): Promise<void> {
  const { settings, signal } = context
  const output = createOutput(context)
  const { pathVersion, service = 'intento' } = settings
  const { port, latency = 0 } = options
  const lcd = createServedLcd(options, settings)
  const served = await onFreePort(port ?? 1317, port === undefined, port =>
    serveLcd(lcd, { port, latency, fileAt: path => swaggerFile(path, lcd.version) }),
  ).catch(notListening(port ?? 1317, '127.0.0.1'))
  if (port === undefined && !served.url.endsWith(':1317')) output.note('Port 1317 is in use, so another one is used.')
  try {
    if (settings.json) await output.json({ url: served.url, rpc: served.rpc, swagger: `${served.url}/swagger/` })
    else await print()
    await untilInterrupted(signal)
    throw signal.reason
  } finally {
    await served.close()
  }

  async function print(): Promise<void> {
    const paths = pathVersion === 'auto' ? ['v1', 'v1beta1'] : [pathVersion]
    const flows = `/${service}/intent/${paths[0]}/flows`
    await output.line(bold('REST     '), served.url, dim(`  ${paths.join(' and ')}, such as ${flows}`))
    await output.line(bold('RPC      '), served.rpc, dim('  live events'))
    await output.line(bold('Swagger  '), `${served.url}/swagger/`)
    await output.line()
    await output.line(
      `To read its flows, run: ${programName(context.terminal.env)} flows --reverse --lcd ${served.url}`,
    )
    await output.line('Press Ctrl-C to stop.')
  }
}

function createServedLcd({ seed = 1, flows }: ServeOptions, { pathVersion, service = 'intento' }: Settings): Lcd {
  const versions =
    pathVersion === 'auto' ? ({ version: 'v1', alsoServes: 'v1beta1' } as const) : { version: pathVersion }
  const options = { ...versions, seed, service }
  if (flows === undefined) return createDemoLcd(options)
  const now = Date.now()
  const { state } = createDemoLcd({ ...options, clock: () => now })
  return createLcd({ ...options, state: sized(state, flows), clock: Date.now })
}

function sized(state: Lcd['state'], count: number): Lcd['state'] {
  const { flows, history } = state
  const numbered = Array.from({ length: count }, (_, index) => {
    const original = flows[index % flows.length]
    if (!original) throw new RangeError('The chain has no flows to repeat.')
    return { original: original.id, flow: { ...original, id: `${index + 1}` } }
  })
  return {
    ...state,
    flows: numbered.map(({ flow }) => flow),
    history: Object.fromEntries(numbered.map(({ original, flow }) => [flow.id, history[original] ?? []])),
  }
}

/** Serves on `port`. If the port is in use and `tryNext` is set, tries the ports after it. */
async function onFreePort(
  port: number,
  tryNext: boolean,
  serve: (port: number) => Promise<ServedLcd>,
): Promise<ServedLcd> {
  for (let tried = 0; ; tried++) {
    try {
      return await serve(port + tried)
    } catch (error) {
      const isInUse = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (!isInUse || !tryNext || tried === 50) throw error
    }
  }
}
