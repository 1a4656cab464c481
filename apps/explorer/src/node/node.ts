import { type ChainTime, createFlowClient, isFlowQueryError, toDate } from '@flow-query/core'
import type { LiveStatus } from '@flow-query/core/live'
import { type Body, child, string } from '@flow-query/core/parts/decode'
import { ago, formatNumber } from '@flow-query/format'
import { clientOptions } from './embedded'
import type { Endpoint } from './endpoint'
import { type LiveState, liveText } from './live'

/** The result of the query for the node's newest block. */
export interface NodeReading {
  data: ChainTime | undefined
  /** When the node last answered, in milliseconds since 1970. */
  dataUpdatedAt: number
  error: unknown
}

/** The state of the connection and the chain. */
export interface NodeState {
  /** For example `Live`. Empty if the page has no data from the node. */
  text: string
  /** Whether the node answers, but the chain has created no block for a while. */
  isBlockLate: boolean
}

/**
 * The age at which a block is late, in milliseconds. A chain creates a block every few seconds, and the clocks of a node and a
 * visitor can differ by some seconds.
 */
const lateBlock = 30_000

export function nodeState(live: LiveState, status: LiveStatus, reading: NodeReading, now: number): NodeState {
  const isBlockLate = live.state !== 'failing' && isLate(reading, now)
  const text = liveText(live, status, ago(live.answeredAt, now))
  return { text: isBlockLate && live.state === 'ok' ? 'No new blocks' : text, isBlockLate }
}

/** Describes the chain and its newest block: `intento-1 · Block 1,204 · 2 s ago`. */
export function nodeFacts({ data }: NodeReading, chainId: string | null | undefined, now: number): string {
  const created = data && toDate(data.block)?.getTime()
  const facts = [chainId, data && `Block ${formatNumber(data.height)}`, created && ago(created, now)]
  return facts.filter(Boolean).join(' · ')
}

/** The age is measured at the time of the response, because a hidden page doesn't read new blocks. */
function isLate({ data, dataUpdatedAt, error }: NodeReading, now: number): boolean {
  const created = data && toDate(data.block)?.getTime()
  return created ? (error ? now : dataUpdatedAt) - created > lateBlock : false
}

const nodeInfoPath = '/cosmos/base/tendermint/v1beta1/node_info'

/**
 * Query options for the ID of the endpoint's chain, or null if the node doesn't report it. It is read once.
 *
 * @param reading the node's newest block. The ID is read after the first block, because the node responds by then
 */
export function chainIdQueryOptions(endpoint: Endpoint, reading: Pick<NodeReading, 'data'>) {
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
  return child(body, 'default_node_info', info => string(info, 'network')) || null
}
