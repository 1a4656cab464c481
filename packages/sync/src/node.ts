import { setTimeout as sleep } from 'node:timers/promises'
import {
  createFlowClient,
  type FlowClient,
  type FlowClientOptions,
  FlowQueryError,
  isFlowQueryError,
  type RequestOptions,
} from '@flow-query/core'

/** The chain as a sync reads it: everything at a height. */
export interface Node {
  readonly client: FlowClient
  /** How many answers have come. */
  readonly requests: number
  /** The newest block that the node has. */
  newestHeight: (signal: AbortSignal | undefined) => Promise<number>
}

/** How often, and after how many milliseconds, a node that does not have a block yet is asked again for it. */
export const patience = { times: 5, wait: 1_000 }

export function createNode(chain: FlowClientOptions): Node {
  let requests = 0
  let newest: number | null = null
  const client = createFlowClient({
    ...chain,
    allowHeight: true,
    onResponse(info) {
      requests++
      if (info.query === 'params') newest = info.height
      chain.onResponse?.(info)
    },
  })

  return {
    client: {
      ...client,
      flow: whenItIsThere(client.flow),
      flows: whenItIsThere(client.flows),
      flowsForOwner: whenItIsThere(client.flowsForOwner),
      flowHistory: whenItIsThere(client.flowHistory),
      trustlessAgents: whenItIsThere(client.trustlessAgents),
    },
    get requests() {
      return requests
    },
    async newestHeight(signal) {
      await client.params({}, { signal })
      if (newest !== null) return newest
      throw new FlowQueryError(
        'unsupported',
        'The node does not tell which block it answers from: there is no header Grpc-Metadata-X-Cosmos-Block-Height',
        {},
        'Ask the node itself, or a proxy that lets its headers through.',
      )
    },
  }
}

/** Behind a balancer some nodes are a block or two behind the one that told the height. */
function whenItIsThere<Args, Data>(
  query: (args: Args, options?: RequestOptions) => Promise<Data>,
): (args: Args, options?: RequestOptions) => Promise<Data> {
  return async (args, options) => {
    for (let time = 1; ; time++) {
      try {
        return await query(args, options)
      } catch (error) {
        if (time === patience.times || !says(error, /height in the future/)) throw error
        await sleep(patience.wait, undefined, { signal: options?.signal })
      }
    }
  }
}

/** Whether the node has thrown away the height that was asked for. */
export function isPruned(error: unknown): boolean {
  return says(error, /failed to load state|version does not exist|has either been pruned/)
}

/** Where no endpoint answered, what each said is the cause. */
function says(error: unknown, words: RegExp): boolean {
  if (!isFlowQueryError(error, 'node')) return false
  const errors: unknown[] = Array.isArray(error.cause) ? error.cause : [error]
  return errors.some(error => isFlowQueryError(error) && words.test(error.shortMessage))
}
