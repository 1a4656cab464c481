import { FlowQueryError } from '@flow-query/core'

/** How long a node counts as a node of its chain, in milliseconds. */
const checkInterval = 60_000

/** A node of another chain, which gets no requests. */
export interface RefusedNode {
  /** The base URL of the node. */
  readonly node: string
  /** The chain of the node, and the chain of the gateway. */
  readonly chainId: string
  readonly expected: string
}

export interface ChainGuardOptions {
  /** The base URLs of the nodes, in the order of their priority. */
  nodes: readonly string[]
  /** Returns the ID of a node's chain, or undefined if the node doesn't report it. Throws if the node doesn't respond. */
  readChainId: (node: string) => Promise<string | undefined>
  /** Called when nodes are refused or accepted again. */
  onRefused: (refused: readonly RefusedNode[]) => void
  /** Called when no node belongs to the earlier chain any more, for example after a reset. */
  onNewChain: () => void
}

/** Refuses nodes of other chains, for example because of a wrong URL in the configuration. */
export interface ChainGuard {
  /**
   * Reads the chain ID of a node before its first request, after a failure, and once a minute. A single node is not checked.
   *
   * @throws {FlowQueryError} with kind `node` if the node belongs to another chain
   */
  readonly check: (node: string) => Promise<void>
  /** Call it if a node doesn't respond. When it's back, it may have been reset. */
  readonly failed: (node: string) => void
}

/** The chain is the one of the first node in the list that responds at the start. It changes only if all nodes have left it. */
export function createChainGuard({ nodes, readChainId, onRefused, onNewChain }: ChainGuardOptions): ChainGuard {
  const chainIds = new Map<string, string>()
  const checkedAt = new Map<string, number>()
  const running = new Map<string, Promise<void>>()
  let chainId: string | undefined
  let refused: readonly RefusedNode[] = []

  async function readOnce(node: string): Promise<void> {
    const found = await readChainId(node)
    checkedAt.set(node, Date.now())
    if (found === undefined) chainIds.delete(node)
    else chainIds.set(node, found)
  }

  function read(node: string): Promise<void> {
    const promise = running.get(node) ?? readOnce(node).finally(() => running.delete(node))
    running.set(node, promise)
    return promise
  }

  /** Decides again which nodes are refused. */
  function update(): void {
    const isKnown = [...chainIds.values()].some(id => id === chainId)
    if (!isKnown) {
      const first = nodes.map(node => chainIds.get(node)).find(id => id !== undefined)
      if (chainId !== undefined && first !== undefined) onNewChain()
      chainId = first ?? chainId
    }
    const expected = chainId ?? ''
    const before = refused
    refused = [...chainIds].filter(([, id]) => id !== expected).map(([node, id]) => ({ node, chainId: id, expected }))
    if (JSON.stringify(refused) !== JSON.stringify(before)) onRefused(refused)
  }

  // A faster node must not decide about the chain before the first one has had time to respond.
  const start = nodes.length > 1 ? Promise.allSettled(nodes.map(read)).then(update) : undefined

  return {
    async check(node) {
      if (!start) return
      await start
      if (Date.now() - (checkedAt.get(node) ?? -Infinity) >= checkInterval) {
        await read(node)
        update()
      }
      const found = refused.find(one => one.node === node)
      if (found) throw wrongChain(found)
    },
    failed: node => void checkedAt.delete(node),
  }
}

function wrongChain({ node, chainId, expected }: RefusedNode): FlowQueryError {
  const message = `${node} belongs to the chain ${chainId} instead of ${expected}`
  return new FlowQueryError('node', message, { url: node, retryable: true })
}
