import { createFlowClient, type FlowClientOptions, type FlowQueryErrorKind, isFlowQueryError } from '@flow-query/core'
import { nodeNames } from '@flow-query/core/parts/request'
import { readNewestBlock } from '../evaluator/node.js'

export interface CheckedNode {
  /** The host of the node's URL, because the path could contain an API key. */
  node: string
  /** Whether the node answered the last check. */
  isUp: boolean
  /** The newest height, or null if the node has not reported it. */
  height: number | null
  /** The time of the newest block in milliseconds since 1970, or null if the node has not reported it. */
  blockTime: number | null
  /** The kinds of errors since they were last counted. */
  newErrors: FlowQueryErrorKind[]
}

export interface NodeChecks {
  /** Checks all nodes, at most once per `maxAge`. */
  check: () => Promise<readonly CheckedNode[]>
}

export interface NodeChecksOptions {
  /** The client options of the chain, whose nodes are checked one by one. */
  chain: FlowClientOptions
  /** How long a result is reused, in milliseconds. Defaults to 5,000. */
  maxAge?: number | undefined
}

/** Creates checks of all nodes of a chain, with one small request per node. */
export function createNodeChecks({ chain, maxAge = 5_000 }: NodeChecksOptions): NodeChecks {
  const urls = typeof chain.lcd === 'string' ? [chain.lcd] : chain.lcd
  const nodes = [...nodeNames(urls)].map(([lcd, node]) => createNodeCheck(chain, lcd, node))
  let last: { at: number; result: Promise<readonly CheckedNode[]> } | undefined
  return {
    check() {
      if (!last || Date.now() - last.at > maxAge)
        last = { at: Date.now(), result: Promise.all(nodes.map(check => check())) }
      return last.result
    },
  }
}

function createNodeCheck(chain: FlowClientOptions, lcd: string, node: string): () => Promise<CheckedNode> {
  const state: CheckedNode = { node, isUp: false, height: null, blockTime: null, newErrors: [] }
  // Prometheus gives up after 10 seconds by default.
  const timeout = Math.min(chain.timeout ?? 5_000, 5_000)
  const client = createFlowClient({ ...chain, lcd, retries: 0, timeout })
  return async () => {
    try {
      const { height, time } = await readNewestBlock(client)
      Object.assign(state, { height, blockTime: time, isUp: true })
    } catch (error) {
      state.isUp = false
      state.newErrors.push(isFlowQueryError(error) ? error.kind : 'network')
    }
    return state
  }
}
