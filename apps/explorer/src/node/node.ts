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

/** A chain creates a block every few seconds. In milliseconds. */
const lateBlock = 30_000

/** How long a block has been the newest one. Times are those of `performance.now()`, because the clock of the device can be wrong. */
export interface NewestBlock {
  height: string
  firstSeenAt: number
  updatedAt: number
  lastSeenAt: number
}

/** Returns `before` if there was no response since. */
export function newestBlock(
  before: NewestBlock | undefined,
  { data, dataUpdatedAt: updatedAt }: NodeReading,
  now: number,
): NewestBlock | undefined {
  if (!data || before?.updatedAt === updatedAt) return before
  const { height } = data
  return { height, firstSeenAt: before?.height === height ? before.firstSeenAt : now, updatedAt, lastSeenAt: now }
}

export function nodeState(
  live: LiveState,
  status: LiveStatus,
  isNodeFailing: boolean,
  block: NewestBlock | undefined,
  { now, elapsed }: { now: number; elapsed: number },
): NodeState {
  // A hidden page doesn't read new blocks, so its newest block isn't late until the next response.
  const until = isNodeFailing ? elapsed : (block?.lastSeenAt ?? 0)
  const isBlockLate = live.state !== 'failing' && block !== undefined && until - block.firstSeenAt > lateBlock
  const text = liveText(live, status, ago(live.answeredAt, now))
  return { text: isBlockLate && live.state === 'ok' ? 'No new blocks' : text, isBlockLate }
}

/** Describes the chain and its newest block: `intento-1 · Block 1,204 · 2 s ago`. */
export function nodeFacts({ data }: NodeReading, chainId: string | null | undefined, now: number): string {
  const created = data && toDate(data.block)?.getTime()
  const facts = [chainId, data && `Block ${formatNumber(data.height)}`, created && ago(created, now)]
  return facts.filter(Boolean).join(' · ')
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
