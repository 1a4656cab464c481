import { setTimeout as sleep } from 'node:timers/promises'
import {
  createFlowClient,
  type FlowClient,
  type FlowClientOptions,
  FlowQueryError,
  isFlowQueryError,
  type RequestOptions,
} from '@flow-query/core'
import { parseHeight } from '@flow-query/core/parts/events'
import { getWithRetry, missingHeight } from '@flow-query/core/parts/request'
import { type FlowsForecastFacts, type ForecastFactsArgs, readForecastFacts } from '@flow-query/insights/forecast'
import { timeNanoseconds } from '../rows/time.js'

export interface Node {
  readonly client: FlowClient
  readonly requests: number
  newestBlock: (signal: AbortSignal | undefined) => Promise<Block>
  /** Throws if the height is wrong, because it must not be written to a database. */
  checkHeight: (height: number, signal: AbortSignal | undefined) => Promise<void>
  readForecastFacts: (args: ForecastFactsArgs, options: RequestOptions) => Promise<FlowsForecastFacts>
}

export interface Block {
  readonly height: number
  /** Nanoseconds since 1970. If the node doesn't report the time, this is the time of this machine. */
  readonly time: bigint
  readonly isTimeReported: boolean
}

export const blockRetry = { attempts: 5, delay: 1_000 }

const blockPaths = ['/cosmos/base/node/v1beta1/status', '/cosmos/base/tendermint/v1beta1/blocks/latest']

export function createNode(chain: FlowClientOptions): Node {
  let requests = 0
  let reportsBlocks = true

  function createClient(onResponse?: (height: number | null) => void): FlowClient {
    return createFlowClient({
      ...chain,
      allowHeight: true,
      onResponse(info) {
        requests++
        onResponse?.(info.height)
        chain.onResponse?.(info)
      },
    })
  }

  const client = createClient()

  /** Returns undefined if the node has no block time in its status, like old releases, or if a proxy blocks the path. */
  async function reportedBlock(signal: AbortSignal | undefined): Promise<Block | undefined> {
    const urls = client.settings.endpoints.map(({ url }) => url)
    for (const url of blockPaths.flatMap(path => urls.map(lcd => lcd + path))) {
      const body = await bodyOf(url, signal)
      const { height, timestamp, block } = Object(body)
      const header = block?.header ?? { height, time: timestamp }
      const time = timeNanoseconds(`${header.time}`)
      if (/^\d+$/.test(`${header.height}`) && time !== null)
        return { height: Number(header.height), time, isTimeReported: true }
    }
    return undefined
  }

  /** Returns undefined if the endpoint doesn't answer. */
  async function bodyOf(url: string, signal: AbortSignal | undefined): Promise<unknown> {
    try {
      const options = { query: 'chainTime', height: undefined, signal } as const
      return (await getWithRetry(url, { ...client.settings, retries: 0 }, options)).json
    } catch (error) {
      signal?.throwIfAborted()
      if (!isFlowQueryError(error)) throw error
      return undefined
    }
  }

  async function headerBlock(signal: AbortSignal | undefined): Promise<Block> {
    let height: number | null = null
    await createClient(header => {
      height = header
    }).params({}, { signal })
    if (height !== null) return { height, time: BigInt(Date.now()) * 1_000_000n, isTimeReported: false }
    throw new FlowQueryError(
      'unsupported',
      'The node does not report its block height, because it has no status and sends no header Grpc-Metadata-X-Cosmos-Block-Height',
      {},
      'Connect to the node directly, or use a proxy that forwards its headers.',
    )
  }

  return {
    client: {
      ...client,
      flow: onceReached(client.flow),
      flows: onceReached(client.flows),
      flowsForOwner: onceReached(client.flowsForOwner),
      flowHistory: onceReached(client.flowHistory),
      trustlessAgents: onceReached(client.trustlessAgents),
    },
    get requests() {
      return requests
    },
    async newestBlock(signal) {
      const reported = reportsBlocks ? await reportedBlock(signal) : undefined
      const block = reported ?? (await headerBlock(signal))
      reportsBlocks = reported !== undefined
      if (parseHeight(block.height) !== undefined) return block
      throw new FlowQueryError('node', `The node reports the impossible block height ${block.height}`)
    },
    async checkHeight(height, signal) {
      await onceReached(client.params)({ height }, { signal })
    },
    readForecastFacts: onceReached((args: ForecastFactsArgs, options) => readForecastFacts(client, args, options)),
  }
}

function onceReached<Args, Data>(
  query: (args: Args, options?: RequestOptions) => Promise<Data>,
): (args: Args, options?: RequestOptions) => Promise<Data> {
  return async (args, options) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await query(args, options)
      } catch (error) {
        if (attempt === blockRetry.attempts || missingHeight(error) !== 'future') throw error
        await sleep(blockRetry.delay, undefined, { signal: options?.signal })
      }
    }
  }
}

export function isPruned(error: unknown): boolean {
  return missingHeight(error) === 'pruned'
}
