import { type ChainTime, createFlowClient, isFlowQueryError, toDate } from '@flow-query/core'
import { type Body, child, string } from '@flow-query/core/parts/decode'
import { ago, formatNumber } from '@flow-query/format'
import { clientOptions } from './embedded'
import type { Endpoint } from './endpoint'
import type { LiveState } from './live'

/** The result of the query for the node's newest block. */
export interface NodeReading {
  data: ChainTime | undefined
  /** When the node last answered, in milliseconds since 1970. */
  dataUpdatedAt: number
  error: unknown
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

/**
 * Whether the node answers, but the chain has created no block for a while.
 *
 * @param now the time of `performance.now()`
 */
export function isBlockLate(
  live: LiveState,
  isNodeFailing: boolean,
  block: NewestBlock | undefined,
  now: number,
): boolean {
  // A hidden page doesn't read new blocks, so its newest block isn't late until the next response.
  const until = isNodeFailing ? now : (block?.lastSeenAt ?? 0)
  return live.state === 'ok' && block !== undefined && until - block.firstSeenAt > lateBlock
}

/** Returns the time of the page's data, in milliseconds since 1970, or null if the data is current. */
export function oldDataTime({ staleSince }: LiveState, isHalted: boolean, time: ChainTime | undefined): number | null {
  if (isHalted && time) return toDate(time.block)?.getTime() ?? null
  return staleSince || null
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
  return child(body.default_node_info, 'default_node_info', info => string(info.network, 'network')) || null
}
