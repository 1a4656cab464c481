import type { ChainRelease, FlowClient, HeightArgs, RequestOptions } from '@flow-query/core'
import { isFlowQueryError } from '@flow-query/core'
import { queryKey } from '@flow-query/core/parts/cache'
import { type Body, child, string } from '@flow-query/core/parts/decode'
import { releaseAt } from '../../releases.js'
import type { FactQuery } from './reader.js'

const mainnet = 'intento-1'

/**
 * Returns the rules of the chain. A node doesn't report its release, so this tries a query that exists since release 1.0.5. At a past
 * height, a node still has its current release, so the rules of the mainnet follow from the height.
 */
export async function readRelease(
  client: FlowClient,
  { height }: HeightArgs,
  options: RequestOptions = {},
): Promise<ChainRelease> {
  if (height != null && (await readNetwork(client, height, options)) === mainnet) return releaseAt(Number(height))
  try {
    await client.totalBurnt({ height }, options)
    return 'current'
  } catch (error) {
    if (isFlowQueryError(error, 'unsupported')) return 'legacy'
    throw error
  }
}

async function readNetwork(
  { settings }: FlowClient,
  height: HeightArgs['height'],
  { signal, onHeight }: RequestOptions,
): Promise<string | undefined> {
  const path = '/cosmos/base/tendermint/v1beta1/node_info'
  const networkIn = (body: Body) =>
    child(body.default_node_info, 'default_node_info', info => string(info.network, 'network'))
  try {
    return await settings.read(settings, path, networkIn, { query: 'chainTime', height, signal, onHeight })
  } catch (error) {
    if (isFlowQueryError(error, 'unsupported')) return undefined
    throw error
  }
}

const releaseIsFreshFor = 3_600_000

/** The release has its own query, because the total burnt amount changes with every run. */
export function releaseQueryOptions(client: FlowClient, at: HeightArgs): FactQuery<ChainRelease> {
  return {
    queryKey: queryKey(client, 'forecastRelease', at),
    queryFn: options => readRelease(client, at, options),
    retry: false,
    staleTime: at.height == null ? releaseIsFreshFor : 'static',
  }
}
