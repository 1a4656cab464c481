import { type ChainTime, createFlowClient, isFlowQueryError } from '@flow-query/core'
import { type Body, child, string } from '@flow-query/core/parts/decode'
import { clientOptions } from './embedded'
import type { Endpoint } from './endpoint'

const nodeInfoPath = '/cosmos/base/tendermint/v1beta1/node_info'

/**
 * Query options for the ID of the endpoint's chain, or null if the node doesn't report it. It is read once.
 *
 * @param reading the node's newest block. The ID is read after the first block, because the node responds by then
 */
export function chainIdQueryOptions(endpoint: Endpoint, reading: { data: ChainTime | undefined }) {
  return {
    enabled: reading.data !== undefined,
    queryKey: ['flow-explorer', 'chainId', endpoint.lcd],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<string | null> => {
      try {
        const { settings } = createFlowClient({ ...clientOptions(endpoint), retries: 0 })
        const options = { query: 'chainTime', height: undefined, signal } as const
        return await settings.read(settings, nodeInfoPath, networkIn, options)
      } catch (error) {
        if (!isFlowQueryError(error)) throw error
        return null
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  }
}

function networkIn(body: Body): string | null {
  return child(body.default_node_info, 'default_node_info', info => string(info.network, 'network')) || null
}
