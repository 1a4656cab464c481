import { type FlowClient, FlowQueryError, isFlowQueryError } from '@flow-query/core'
import { isReset, type ReportedBlock } from '@flow-query/core/parts/events'
import type { FastifyBaseLogger } from 'fastify'
import { within } from '../within.js'
import { type ChainReport, readChainReport } from './report.js'

const checkInterval = 60_000
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
  newest?: ReportedBlock
  /** The chain of a refused node. */
  otherChain?: string | undefined
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

/** Refuses nodes of another chain than the first node that responds, and notices if the chain was replaced. */
export class ChainGuard {
  readonly #options: ChainGuardOptions
  readonly #lcds: readonly CheckedNode[]
  readonly #nodes: readonly CheckedNode[]
  #chainId: string | undefined
  #probe: { readonly at: number; readonly result: Promise<void> } | undefined
  #isAnyUp = false

  constructor(options: ChainGuardOptions) {
    this.#options = options
    const hosts = new Set(options.rpcs.map(url => new URL(url).host))
    const rpcs: CheckedNode[] = [...hosts].map(host => ({ api: 'rpc', address: host, name: host }))
    this.#lcds = [...options.lcds].map(([url, name]) => ({ api: 'lcd', address: url, name }))
    this.#nodes = [...this.#lcds, ...rpcs]
    for (const { name, api } of this.#nodes) options.onRefused(name, api, false)
  }

  get chainId(): string | undefined {
    return this.#chainId
  }

  get problems(): string[] {
    return this.#nodes.filter(isRefused).map(node => {
      const name = node.api === 'rpc' ? `the RPC ${node.name}` : node.name
      return `${name} is not used, because it belongs to ${this.#mismatchOf(node)}`
    })
  }

  /** Returns the names of the LCDs that can't be reached. */
  async start(): Promise<string[]> {
    const { settings, log } = this.#options
    const results = await Promise.allSettled(this.#lcds.map(({ address }) => readChainReport(settings, address)))
    const unreachable: string[] = []
    for (const [index, node] of this.#lcds.entries()) {
      const result = results[index]
      if (result?.status === 'fulfilled') this.#apply(node, result.value)
      else {
        const error = result?.reason
        log.warn(`${node.name} can't be reached: ${isFlowQueryError(error) ? error.shortMessage : error}`)
        unreachable.push(node.name)
      }
    }
    return unreachable
  }

  throwIfRefused(): void {
    for (const node of this.#nodes) if (isRefused(node)) throw this.#wrongChain(node)
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
    this.#apply(this.#nodeOf('rpc', host), report)
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
    node.reading ??= readChainReport(this.#options.settings, node.address)
      .then(report => this.#apply(node, report))
      .finally(() => {
        node.reading = undefined
      })
    return node.reading
  }

  #nodeOf(api: Api, address: string): CheckedNode {
    return this.#nodes.find(node => node.api === api && node.address === address) as CheckedNode
  }

  #apply(node: CheckedNode, { chainId = this.#chainId, block }: ChainReport): void {
    this.#chainId ??= chainId
    const otherChain = chainId === this.#chainId ? undefined : chainId
    if (otherChain !== node.otherChain) {
      node.otherChain = otherChain
      this.#reportChange(node)
    }
    node.acceptedUntil = isRefused(node) ? 0 : Date.now() + checkInterval
    if (isRefused(node)) throw this.#wrongChain(node)
    if (block) this.#compareBlocks(node, block)
  }

  #reportChange(node: CheckedNode): void {
    const { log, onRefused, onReplaced } = this.#options
    onRefused(node.name, node.api, isRefused(node))
    if (this.problems.length === 0) log.warn('all nodes belong to the same chain again')
    for (const problem of this.problems) log.error(problem)
    if (node.otherChain !== undefined && this.#lcds.every(isRefused))
      onReplaced(new Error(`All nodes now belong to ${this.#mismatchOf(node)}.`))
  }

  #compareBlocks(node: CheckedNode, block: ReportedBlock): void {
    const { newest } = node
    if (newest && isReset(newest, block)) {
      const heights = `it was at block ${newest.height}, and is now at block ${block.height}`
      this.#options.onReplaced(new Error(`The chain ${this.#chainId} was reset: ${heights}.`))
    }
    if (!newest || block.height > newest.height) node.newest = block
  }

  #mismatchOf({ otherChain }: CheckedNode): string {
    return `the chain ${otherChain} instead of ${this.#chainId}`
  }

  #wrongChain(node: CheckedNode): FlowQueryError {
    const message = `${node.name} belongs to ${this.#mismatchOf(node)}`
    return new FlowQueryError('node', message, { url: node.address, retryable: true })
  }
}

function isRefused({ otherChain }: CheckedNode): boolean {
  return otherChain !== undefined
}
