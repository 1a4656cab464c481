import { createLcd, type Lcd } from '@flow-query/testing'
import { type ServedLcd, serveLcd } from '@flow-query/testing/serve'
import type { Context } from '../settings.js'
import { bold, createOutput, dim } from '../terminal/output.js'

export interface ServeOptions {
  port?: number
  flows?: number
  latency?: number
  seed?: number
}

export async function run({ settings, signal }: Context, options: ServeOptions): Promise<void> {
  const output = createOutput(settings)
  const { pathVersion, service } = settings
  const { port, latency = 0, seed = 1 } = options
  const create = nodesOf({ seed, flows: options.flows, service })
  const lcd = pathVersion === 'auto' ? bothVersions(create('v1'), create('v1beta1')) : create(pathVersion)
  const served = await onFreePort(port ?? 1317, port === undefined, port => serveLcd(lcd, { port, latency }))
  try {
    if (settings.json) await output.json({ url: served.url, rpc: served.rpc, swagger: `${served.url}/swagger/` })
    else await print()
    await new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      if (signal.aborted) reject(signal.reason)
    })
  } finally {
    await served.close()
  }

  async function print(): Promise<void> {
    const paths = pathVersion === 'auto' ? ['v1', 'v1beta1'] : [pathVersion]
    const flows = `/${service ?? 'intento'}/intent/${paths[0]}/flows`
    await output.line(bold('REST     '), served.url, dim(`  ${paths.join(' and ')}, such as ${flows}`))
    await output.line(bold('RPC      '), served.rpc, dim('  live events'))
    await output.line(bold('Swagger  '), `${served.url}/swagger/`)
    await output.line()
    await output.line(`Read it:  flow-query flows --reverse --lcd ${served.url}`)
    await output.line('Ctrl-C ends it.')
  }
}

/** Nodes of one chain: made of the same seed at the same moment, they agree on everything. */
function nodesOf({ seed, flows, service }: { seed: number; flows: number | undefined; service: string | undefined }) {
  const began = Date.now()
  return (version: Lcd['version']): Lcd => {
    let making = true
    const clock = () => (making ? began : Date.now())
    const common = { version, seed, clock, ...(service !== undefined && { service }) }
    const lively = createLcd(common)
    const lcd = flows === undefined ? lively : createLcd({ ...common, state: sized(lively.state, flows) })
    making = false
    return lcd
  }
}

/** As many flows as are wanted: the first of them, or all of them again and again. */
function sized(state: Lcd['state'], count: number): Lcd['state'] {
  const { flows, history } = state
  const numbered = Array.from({ length: count }, (_, index) => {
    const original = flows[index % flows.length]
    if (!original) throw new RangeError('A chain without flows has none to repeat.')
    return { original: original.id, flow: { ...original, id: `${index + 1}` } }
  })
  return {
    ...state,
    flows: numbered.map(({ flow }) => flow),
    history: Object.fromEntries(numbered.map(({ original, flow }) => [flow.id, history[original] ?? []])),
  }
}

/** What a gateway before two nodes would do. Whatever asks for neither version gets the first one's answer. */
function bothVersions(v1: Lcd, v1beta1: Lcd): Lcd {
  return Object.create(v1, {
    reply: {
      value: (request: Parameters<Lcd['reply']>[0]) =>
        (/^\/[^/?]*\/intent\/v1beta1\//.test(request.target) ? v1beta1 : v1).reply(request),
    },
  })
}

/** The next ones where a port is taken and nobody asked for just that one. */
async function onFreePort(
  port: number,
  others: boolean,
  serve: (port: number) => Promise<ServedLcd>,
): Promise<ServedLcd> {
  for (let tried = 0; ; tried++) {
    try {
      return await serve(port + tried)
    } catch (error) {
      const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (taken && others && tried < 50) continue
      throw taken ? new Error(`Port ${port} is taken. Another one: --port ${port + 1}; any: --port 0`) : error
    }
  }
}
