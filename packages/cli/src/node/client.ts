import {
  createFlowClient,
  type FlowClient,
  type FlowClientOptions,
  type RequestOptions,
  v1,
  v1beta1,
} from '@flow-query/core'
import { type Context, type Settings, UsageError } from '../settings.js'
import { checkedAddress, checkedRpc } from './address.js'

/** A client of the node that the command line names, and what goes with each of its requests. */
export interface Access {
  client: FlowClient
  /** The block to read; undefined for the newest. */
  height: number | undefined
  options: RequestOptions
  /** The block that the newest answer was read at; null where the node does not tell. */
  answeredAt: () => number | null
}

/** @throws {UsageError} where no node is named, or one that cannot be asked */
export async function accessOf({ settings, signal }: Context): Promise<Access> {
  let answeredAt: number | null = null
  const client = createFlowClient({
    ...(await chainOf(settings)),
    onResponse: response => {
      answeredAt = response.height
    },
  })
  return { client, height: settings.height, options: { signal }, answeredAt: () => answeredAt }
}

/**
 * The chain that the command line names, as `createFlowClient` takes it.
 *
 * @throws {UsageError} as {@link accessOf}
 */
export async function chainOf(settings: Settings): Promise<FlowClientOptions> {
  const { service, timeout, pathVersion } = settings
  const versions = { v1: [v1], v1beta1: [v1beta1], auto: [v1, v1beta1] }[pathVersion]
  return { ...(settings.embedded ? await embeddedNode(settings) : namedNode(settings)), versions, service, timeout }
}

async function embeddedNode({ pathVersion, service }: Settings) {
  const { createLcd } = await import('@flow-query/testing')
  const version = pathVersion === 'auto' ? 'v1' : pathVersion
  const { url: lcd, fetch, rpc, WebSocket } = createLcd({ version, ...(service && { service }) })
  return { lcd, fetch, rpc, WebSocket }
}

function namedNode({ lcd, rpc }: Settings) {
  const [first, ...others] = lcd.map(text => checkedAddress(text))
  if (first === undefined)
    throw new UsageError(
      'No node is named, so there is nothing to read from.',
      'Name one: --lcd https://lcd.example.org, or FLOW_QUERY_LCD. Or --embedded: a chain in memory.',
    )
  return {
    lcd: [first, ...others],
    // Many a node, and `serve`, has RPC and REST at one address.
    rpc: rpc === undefined ? first : checkedRpc(rpc),
    // It keeps the caches of chains apart, and nothing is kept here.
    chainId: 'any',
  }
}
