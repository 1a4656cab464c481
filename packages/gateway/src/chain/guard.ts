import { FlowQueryError } from '@flow-query/core'

const checkInterval = 60_000

export interface RefusedNode {
  readonly api: 'lcd' | 'rpc'
  readonly node: string
  readonly chainId: string
  readonly expected: string
}

export interface Block {
  readonly height: number
  /** Milliseconds since 1970, or NaN if the node doesn't report a valid time. */
  readonly time: number
}

export interface ChainReport {
  readonly chainId: string | undefined
  readonly block: Block | undefined
}

export interface ChainGuardOptions {
  readonly lcds: readonly string[]
  readonly readReport: (lcd: string) => Promise<ChainReport>
  readonly onRefused?: ((refused: readonly RefusedNode[]) => void) | undefined
  /** Called if the chain was replaced, so that everything in memory is wrong. */
  readonly onReplaced: (error: Error) => void
}

export class ChainGuard {
  readonly #options: ChainGuardOptions
  readonly #checkedAt = new Map<string, number>()
  readonly #running = new Map<string, Promise<void>>()
  readonly #refused = new Map<string, RefusedNode>()
  #chainId: string | undefined
  /** The newest block of each node, because a single node can report a wrong height. */
  readonly #newest = new Map<string, Block>()
  #hasStarted = false

  constructor(options: ChainGuardOptions) {
    this.#options = options
  }

  get chainId(): string | undefined {
    return this.#chainId
  }

  async start(): Promise<Map<string, Error>> {
    const { lcds, readReport } = this.#options
    const results = await Promise.allSettled(lcds.map(readReport))
    const unreachable = new Map<string, Error>()
    for (const [index, result] of results.entries()) {
      const lcd = lcds[index] as string
      if (result.status === 'fulfilled') this.#apply('lcd', lcd, result.value)
      else unreachable.set(lcd, result.reason)
    }
    this.throwIfRefused()
    this.#hasStarted = true
    return unreachable
  }

  throwIfRefused(): void {
    for (const refused of this.#refused.values()) throw wrongChain(refused)
  }

  async checkLcd(lcd: string): Promise<void> {
    if (Date.now() - (this.#checkedAt.get(lcd) ?? -Infinity) >= checkInterval) {
      const running = this.#running.get(lcd) ?? this.#readLcd(lcd).finally(() => this.#running.delete(lcd))
      this.#running.set(lcd, running)
      await running
    }
    this.#throwIfNodeIsRefused('lcd', lcd)
  }

  checkRpc(rpc: string, report: ChainReport): void {
    this.#apply('rpc', rpc, report)
    this.#throwIfNodeIsRefused('rpc', rpc)
  }

  lcdFailed(lcd: string): void {
    this.#checkedAt.delete(lcd)
  }

  async #readLcd(lcd: string): Promise<void> {
    const { lcds, readReport } = this.#options
    try {
      this.#apply('lcd', lcd, await readReport(lcd))
    } catch (error) {
      // If there is only one LCD, it is accepted unless it reports another chain.
      if (lcds.length > 1) throw error
    }
  }

  #apply(api: RefusedNode['api'], node: string, { chainId, block }: ChainReport): void {
    this.#chainId ??= chainId
    const expected = this.#chainId
    const key = keyOf(api, node)
    const before = this.#refused.get(key)
    if (chainId !== undefined && expected !== undefined && chainId !== expected) {
      this.#checkedAt.delete(node)
      this.#refused.set(key, { api, node, chainId, expected })
      if (before?.chainId !== chainId) this.#refusedChanged()
      return
    }
    if (api === 'lcd') this.#checkedAt.set(node, Date.now())
    if (this.#refused.delete(key)) this.#refusedChanged()
    if (block) this.#compareBlocks(key, block)
  }

  #refusedChanged(): void {
    const refused = [...this.#refused.values()]
    this.#options.onRefused?.(refused)
    const [first] = refused
    if (!first || !this.#hasStarted || !this.#options.lcds.every(lcd => this.#refused.has(keyOf('lcd', lcd)))) return
    this.#options.onReplaced(
      new Error(`All nodes now belong to the chain ${first.chainId} instead of ${first.expected}.`),
    )
  }

  #compareBlocks(key: string, block: Block): void {
    const newest = this.#newest.get(key)
    if (newest && block.height < newest.height && block.time > newest.time)
      this.#options.onReplaced(
        new Error(
          `The chain ${this.#chainId} was reset: it was at block ${newest.height}, and is now at block ${block.height}.`,
        ),
      )
    if (!newest || block.height > newest.height) this.#newest.set(key, block)
  }

  #throwIfNodeIsRefused(api: RefusedNode['api'], node: string): void {
    const refused = this.#refused.get(keyOf(api, node))
    if (refused) throw wrongChain(refused)
  }
}

function keyOf(api: RefusedNode['api'], node: string): string {
  return `${api} ${node}`
}

function wrongChain({ node, chainId, expected }: RefusedNode): FlowQueryError {
  // The path can contain an API key.
  const host = node.replace(/^\w+:\/\//, '').replace(/\/.*/, '')
  const message = `${host} belongs to the chain ${chainId} instead of ${expected}`
  return new FlowQueryError('node', message, { url: node, retryable: true })
}
