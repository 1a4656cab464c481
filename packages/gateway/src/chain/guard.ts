import { type FlowClient, FlowQueryError, isFlowQueryError } from '@flow-query/core'
import { ChainHead, type ReportedBlock } from '@flow-query/core/parts/events'
import type { FastifyBaseLogger } from 'fastify'
import { within } from '../within.js'
import { type ChainReport, readChainReport } from './report.js'

const checkInterval = 60_000
/** How long a doubtful node is used before the next check. */
const doubtInterval = 5_000
const probeInterval = 5_000
const longestProbe = 500

type Api = 'lcd' | 'rpc'

interface CheckedNode {
  readonly api: Api
  /** The URL of an LCD, or the host of an RPC. */
  readonly address: string
  readonly name: string
  acceptedUntil?: number
  reading?: Promise<void> | undefined
  isReachable?: boolean
  readonly head: ChainHead
  /** The chain of a refused node. */
  otherChain?: string | undefined
  /** The last block before the chain of the node was reset, and the first one that was reported after it. */
  reset?: { readonly before: ReportedBlock; readonly after: ReportedBlock } | undefined
  /** Why the node is refused. */
  problem?: string | undefined
}

export interface ChainGuardOptions {
  readonly settings: FlowClient['settings']
  /** The names of the LCDs by URL. */
  readonly lcds: ReadonlyMap<string, string>
  readonly rpcs: readonly string[]
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  readonly onRefused: (name: string, api: Api, isRefused: boolean) => void
  /** Called if the chain was replaced, so that everything in memory is wrong. */
  readonly onReplaced: (error: Error) => void
}

/**
 * Refuses nodes of another chain than the first node that responds, nodes whose chain was reset, and nodes that contradict themselves.
 * If all nodes agree, the chain was replaced.
 */
export class ChainGuard {
  readonly #options: ChainGuardOptions
  readonly #lcds: readonly CheckedNode[]
  readonly #nodes: readonly CheckedNode[]
  #chainId: string | undefined
  #probe: { readonly at: number; readonly result: Promise<void> } | undefined
  #isAnyUp = false
  #isReplaced = false

  constructor(options: ChainGuardOptions) {
    this.#options = options
    const hosts = new Set(options.rpcs.map(url => new URL(url).host))
    const rpcs = [...hosts].map(host => createNode('rpc', host, host))
    this.#lcds = [...options.lcds].map(([url, name]) => createNode('lcd', url, name))
    this.#nodes = [...this.#lcds, ...rpcs]
    for (const { name, api } of this.#nodes) options.onRefused(name, api, false)
  }

  get chainId(): string | undefined {
    return this.#chainId
  }

  get problems(): string[] {
    return this.#nodes.filter(isRefused).map(({ api, name, problem }) => {
      return `${api === 'rpc' ? `the RPC ${name}` : name} is not used, because it ${problem}`
    })
  }

  /** Returns the names of the LCDs that can't be reached. */
  async start(): Promise<string[]> {
    const { settings, log } = this.#options
    const results = await Promise.allSettled(this.#lcds.map(({ address }) => readChainReport(settings, address)))
    const unreachable: string[] = []
    for (const [index, node] of this.#lcds.entries()) {
      const result = results[index]
      if (result?.status === 'fulfilled') {
        this.#observe(node, result.value)
        this.#judge(node)
      } else {
        const error = result?.reason
        log.warn(`${node.name} can't be reached: ${isFlowQueryError(error) ? error.shortMessage : error}`)
        unreachable.push(node.name)
      }
    }
    return unreachable
  }

  throwIfRefused(): void {
    for (const node of this.#nodes) if (isRefused(node)) throw this.#refusal(node)
  }

  async checkLcd(url: string): Promise<void> {
    const node = this.#nodeOf('lcd', url)
    if (Date.now() < (node.acceptedUntil ?? 0)) return
    try {
      await this.#read(node)
    } catch (error) {
      // If there is only one LCD, it is accepted unless it reports another chain.
      if (this.#lcds.length > 1 || isRefused(node)) throw error
    }
  }

  checkRpc(host: string, report: ChainReport): void {
    const node = this.#nodeOf('rpc', host)
    this.#observe(node, report)
    this.#judge(node)
  }

  lcdFailed(url: string): void {
    this.#nodeOf('lcd', url).acceptedUntil = 0
  }

  async isAnyLcdUp(): Promise<boolean> {
    if (!this.#probe || Date.now() - this.#probe.at > probeInterval)
      this.#probe = { at: Date.now(), result: this.#probeLcds() }
    // The probes of Kubernetes wait for a second, but a node that hangs takes longer.
    await within(longestProbe, this.#probe.result)
    return this.#isAnyUp
  }

  async #probeLcds(): Promise<void> {
    const reads = this.#lcds.map(node => this.#read(node).then(() => true))
    this.#isAnyUp = await Promise.any(reads).catch(() => false)
  }

  /** Throws if an LCD is refused or can't be reached. */
  #read(node: CheckedNode): Promise<void> {
    node.reading ??= this.#readReports(node).finally(() => {
      node.reading = undefined
    })
    return node.reading
  }

  /** Reads again if the first report contradicts earlier ones, because a block after a long pause is doubtful too. */
  async #readReports(node: CheckedNode): Promise<void> {
    const { settings } = this.#options
    try {
      this.#observe(node, await readChainReport(settings, node.address))
      if (node.head.isContradicted) this.#observe(node, await readChainReport(settings, node.address))
    } catch (error) {
      node.isReachable = false
      this.#endIfReplaced()
      throw error
    }
    this.#judge(node)
  }

  #nodeOf(api: Api, address: string): CheckedNode {
    const node = this.#nodes.find(node => node.api === api && node.address === address)
    if (!node) throw new Error(`${address} is not a node of this gateway`)
    return node
  }

  #observe(node: CheckedNode, { chainId = this.#chainId, block }: ChainReport): void {
    this.#chainId ??= chainId
    node.isReachable = true
    node.otherChain = chainId === this.#chainId ? undefined : chainId
    if (!block || node.otherChain !== undefined) return
    const { head } = node
    const before = head.confirmed
    const found = head.observe(block)
    if (found === 'reset' && before) node.reset ??= { before, after: block }
    const { reset } = node
    // Behind a load balancer, another node can have responded.
    if (reset && head.newest && head.newest.height > reset.before.height) node.reset = undefined
  }

  /** Throws if the node is refused. */
  #judge(node: CheckedNode): void {
    const before = node.problem
    node.problem = this.#problemOf(node)
    node.acceptedUntil = isRefused(node) ? 0 : Date.now() + (node.head.isContradicted ? doubtInterval : checkInterval)
    if (node.problem !== before) this.#reportChange(node)
    this.#endIfReplaced()
    if (isRefused(node)) throw this.#refusal(node)
  }

  #problemOf({ api, head, otherChain, reset }: CheckedNode): string | undefined {
    if (otherChain !== undefined) return `belongs to ${this.#mismatchOf(otherChain)}`
    if (reset) return `reports that ${this.#describe(reset)}`
    // Without another LCD, a doubtful one is better than none.
    const isReplaceable = api === 'lcd' && this.#lcds.length > 1
    return head.isContradicted && isReplaceable ? 'reports blocks that contradict each other' : undefined
  }

  #reportChange(node: CheckedNode): void {
    const { log, onRefused } = this.#options
    onRefused(node.name, node.api, isRefused(node))
    if (this.problems.length === 0) log.warn('all nodes are used again')
    for (const problem of this.problems) log.error(problem)
  }

  #endIfReplaced(): void {
    const error = this.#replacement()
    if (!error || this.#isReplaced) return
    this.#isReplaced = true
    this.#options.onReplaced(error)
  }

  #replacement(): Error | undefined {
    const [first] = this.#lcds
    if (first?.otherChain !== undefined && this.#lcds.every(({ otherChain }) => otherChain !== undefined))
      return new Error(`All nodes now belong to ${this.#mismatchOf(first.otherChain)}.`)
    const reachable = this.#lcds.filter(({ isReachable }) => isReachable)
    const reset = reachable.find(({ reset }) => reset)?.reset
    if (!reset || !reachable.every(node => node.reset || node.otherChain !== undefined)) return undefined
    return new Error(`All nodes report that ${this.#describe(reset)}.`)
  }

  #describe({ before, after }: NonNullable<CheckedNode['reset']>): string {
    return `the chain ${this.#chainId} was reset: it was at block ${before.height}, and is now at block ${after.height}`
  }

  #mismatchOf(otherChain: string): string {
    return `the chain ${otherChain} instead of ${this.#chainId}`
  }

  #refusal({ name, address, problem }: CheckedNode): FlowQueryError {
    return new FlowQueryError('node', `${name} ${problem}`, { url: address, retryable: true })
  }
}

function createNode(api: Api, address: string, name: string): CheckedNode {
  return { api, address, name, head: new ChainHead() }
}

function isRefused({ problem }: CheckedNode): boolean {
  return problem !== undefined
}
