import { FlowQueryError } from '@flow-query/core'

/** How long a node counts as a node of its chain, in milliseconds. */
const checkInterval = 60_000
/** How many blocks the nodes behind a load balancer can be apart. */
const likelyLag = 100

/** An LCD or RPC of another chain. The gateway doesn't use it. */
export interface RefusedNode {
  readonly api: 'lcd' | 'rpc'
  /** The base URL of the node. */
  readonly node: string
  /** The chain of the node, and the chain of the gateway. */
  readonly chainId: string
  readonly expected: string
}

export interface ChainGuardOptions {
  /** The base URLs of the LCDs, in the order of their priority. */
  nodes: readonly string[]
  /** Returns the ID of an LCD's chain, or undefined if the LCD doesn't report it. Throws if the LCD doesn't respond. */
  readChainId: (node: string) => Promise<string | undefined>
  /** Called when nodes are refused or accepted again. */
  onRefused: (refused: readonly RefusedNode[]) => void
  /** Called when the chain becomes known, and with `isNew` when it is replaced by another one. Data of the earlier chain is wrong then. */
  onChain: (chainId: string, isNew: boolean) => void
}

/** Refuses nodes of other chains, for example because of a wrong URL in the configuration, and notices if the chain is replaced. */
export interface ChainGuard {
  /**
   * Reads the chain ID of an LCD before its first request, and again after a failure, after an interruption of the events, if its
   * height changes too much, and once a minute.
   *
   * @throws {FlowQueryError} with kind `node` if the LCD belongs to another chain
   */
  readonly check: (node: string) => Promise<void>
  /** Call it if an LCD doesn't respond. When it's back, it may belong to another chain. */
  readonly failed: (node: string) => void
  /** Call it with the height of each response about the newest block. Checks the LCD if the height belongs to another chain. */
  readonly heightArrived: (node: string, height: number) => Promise<void>
  /** Returns whether an RPC belongs to the chain of the LCDs. `chainId` is what it reports, or undefined if it doesn't. */
  readonly acceptsRpc: (rpc: string, chainId: string | undefined) => Promise<boolean>
  /** Call it when events arrive again after an interruption, which may have been a reset of the chain. */
  readonly reconnected: () => void
}

/**
 * The chain is the one of the first LCD in the list that responds at the start. It changes only if all LCDs have left it. If no LCD
 * reports its chain, the chain of the RPC counts.
 */
export function createChainGuard({ nodes, readChainId, onRefused, onChain }: ChainGuardOptions): ChainGuard {
  const lcdChains = new Map<string, string>()
  const rpcChains = new Map<string, string>()
  const checkedAt = new Map<string, number>()
  const lastHeights = new Map<string, { readonly height: number; readonly time: number }>()
  const running = new Map<string, Promise<void>>()
  let chainId: string | undefined
  let refused: readonly RefusedNode[] = []

  async function readOnce(node: string): Promise<void> {
    const found = await readChainId(node)
    checkedAt.set(node, Date.now())
    setOrDelete(lcdChains, node, found)
  }

  function read(node: string): Promise<void> {
    const promise = running.get(node) ?? readOnce(node).finally(() => running.delete(node))
    running.set(node, promise)
    return promise
  }

  /** Decides again which chain is right, and which nodes are refused. */
  function update(): void {
    const known = lcdChains.size > 0 ? lcdChains : rpcChains
    const isKept = [...known.values()].some(id => id === chainId)
    const next = isKept ? chainId : (firstOf(nodes, lcdChains) ?? firstOf(rpcChains.keys(), rpcChains) ?? chainId)
    const previous = chainId
    chainId = next
    if (next !== undefined && next !== previous) onChain(next, previous !== undefined)
    const before = refused
    refused =
      next === undefined ? [] : [...ofOtherChains('lcd', lcdChains, next), ...ofOtherChains('rpc', rpcChains, next)]
    if (JSON.stringify(refused) !== JSON.stringify(before)) onRefused(refused)
  }

  // A faster LCD must not decide about the chain before the first one has had time to respond.
  const start = Promise.allSettled(nodes.map(read)).then(update)

  async function check(node: string): Promise<void> {
    await start
    if (Date.now() - (checkedAt.get(node) ?? -Infinity) >= checkInterval) {
      try {
        await read(node)
      } catch (error) {
        // The only LCD is the right one, unless it reports another chain.
        if (nodes.length > 1) throw error
      }
      update()
    }
    const found = refused.find(one => one.api === 'lcd' && one.node === node)
    if (found) throw wrongChain(found)
  }

  return {
    check,
    failed: node => void checkedAt.delete(node),
    async heightArrived(node, height) {
      const last = lastHeights.get(node)
      const now = Date.now()
      lastHeights.set(node, { height, time: now })
      if (!last || (height >= last.height - likelyLag && height <= last.height + likelyBlocks(now - last.time))) return
      checkedAt.delete(node)
      await check(node)
    },
    async acceptsRpc(rpc, found) {
      await start
      // The whole node may have been replaced.
      if (found !== chainId) await Promise.allSettled(nodes.map(read))
      setOrDelete(rpcChains, rpc, found)
      update()
      return !refused.some(({ api, node }) => api === 'rpc' && node === rpc)
    },
    reconnected: () => checkedAt.clear(),
  }
}

/** Returns the maximum number of blocks of a chain in this many milliseconds. */
export function likelyBlocks(milliseconds: number): number {
  return likelyLag + milliseconds / 100
}

function setOrDelete(chains: Map<string, string>, node: string, chainId: string | undefined): void {
  if (chainId === undefined) chains.delete(node)
  else chains.set(node, chainId)
}

function firstOf(nodes: Iterable<string>, chains: ReadonlyMap<string, string>): string | undefined {
  return [...nodes].map(node => chains.get(node)).find(id => id !== undefined)
}

function ofOtherChains(api: RefusedNode['api'], chains: ReadonlyMap<string, string>, expected: string): RefusedNode[] {
  return [...chains].filter(([, id]) => id !== expected).map(([node, chainId]) => ({ api, node, chainId, expected }))
}

function wrongChain({ node, chainId, expected }: RefusedNode): FlowQueryError {
  const message = `${node} belongs to the chain ${chainId} instead of ${expected}`
  return new FlowQueryError('node', message, { url: node, retryable: true })
}
