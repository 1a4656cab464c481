import {
  type ChainTime,
  chainTime,
  createFlowClient,
  type FlowClient,
  type FlowClientOptions,
  type RequestOptions,
  toDate,
  v1,
  v1beta1,
} from '@flow-query/core'
import { type Context, type Settings, UsageError } from '../settings.js'
import { createOutput } from '../terminal/output.js'
import { checkedAddress, checkedRpc } from './address.js'

export interface Access {
  client: FlowClient
  height: number | undefined
  options: RequestOptions
  /** The block height of the latest response, or null if the node does not report it. */
  answeredAt: () => number | null
}

/**
 * Reads the time of the newest block, or of the block at the selected height. Read it before any flow.
 *
 * `readAt` is the reader's time, or the time of the block if the reader's clock is behind it. For a past block, `readAt` is the time of
 * the block, because the user asks about that time.
 */
export async function readTime({ client, height, options }: Access): Promise<ChainTime> {
  const time = await chainTime(client, { height }, options)
  const block = toDate(time.block)?.getTime() ?? time.readAt
  return { ...time, readAt: height === undefined ? Math.max(time.readAt, block) : block }
}

export async function accessOf(context: Context): Promise<Access> {
  let answeredAt: number | null = null
  const client = createFlowClient({
    ...(await chainOf(context)),
    onResponse: response => {
      answeredAt = response.height
    },
  })
  return { client, height: context.settings.height, options: { signal: context.signal }, answeredAt: () => answeredAt }
}

type ChainContext = Pick<Context, 'settings' | 'network' | 'signal' | 'terminal'>

export async function chainOf(context: ChainContext): Promise<FlowClientOptions> {
  const { settings, network } = context
  const { service, timeout, pathVersion, chain: chains } = settings
  const versions = { v1: [v1], v1beta1: [v1beta1], auto: [v1, v1beta1] }[pathVersion]
  const node = settings.embedded
    ? await embeddedNode(settings)
    : { ...network, ...namedNode(await endpointsOf(context)) }
  return { ...node, versions, service, timeout, chains }
}

async function embeddedNode({ pathVersion, service }: Settings) {
  const { createDemoLcd } = await import('@flow-query/testing/demo')
  const version = pathVersion === 'auto' ? 'v1' : pathVersion
  const { url: lcd, fetch, rpc, WebSocket } = createDemoLcd({ version, ...(service && { service }) })
  return { lcd, fetch, rpc, WebSocket }
}

/** Returns the endpoints of the settings, or those of the chain registry if a chain is named. */
export async function endpointsOf(context: ChainContext): Promise<Pick<Settings, 'lcd' | 'rpc'>> {
  const { settings, network, signal } = context
  const { chainName: name, chainRegistry, timeout = 5_000 } = settings
  if (name === undefined) return settings
  const { defaultRegistry, findRegistryNode } = await import('./registry.js')
  const { fetch = globalThis.fetch } = network ?? {}
  const registry = chainRegistry ?? defaultRegistry
  const { lcd, rpc, chainId } = await findRegistryNode({ name, registry, timeout, fetch, signal })
  createOutput(context).note(`Using ${lcd} for ${chainId}, from the chain registry.`)
  const { rpc: ownRpc = rpc } = settings
  return { lcd: [lcd], ...(ownRpc !== undefined && { rpc: ownRpc }) }
}

function namedNode({ lcd, rpc }: Pick<Settings, 'lcd' | 'rpc'>) {
  const [first, ...others] = lcd.map(text => checkedAddress(text))
  if (first === undefined)
    throw new UsageError(
      'No node was specified.',
      'Pass --lcd https://lcd.example.org or --chain-name intento, or set FLOW_QUERY_LCD. To use an in-memory demo chain, pass --embedded.',
    )
  return {
    lcd: [first, ...others],
    // Many nodes, including `serve`, have RPC and REST at the same URL.
    rpc: rpc === undefined ? first : checkedRpc(rpc),
    // Only cache keys use the chain ID, and the command line has no cache.
    chainId: 'any',
  }
}
