import { setTimeout as sleep } from 'node:timers/promises'
import type { GatewayOptions } from '../../../packages/gateway/src/index.js'
import { type MemoryGateway, startInMemory } from '../../../packages/gateway/test/memory.js'
import type { Log } from './log.js'
import type { Host, Network, Server } from './network.js'

const restartDelay = 2_000

const stopped: Server = {
  answer: () =>
    Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) })),
  WebSocket: undefined,
}

/** An instance of the gateway, which can restart. */
export class SimulatedGateway {
  readonly host: Host
  /** Why it stopped, if it took the chain for another one. */
  failure: unknown
  readonly #name: string
  readonly #nodes: readonly string[]
  readonly #network: Network
  readonly #log: Log
  readonly #options: Partial<GatewayOptions>
  #running: MemoryGateway | undefined
  #isClosed = false

  constructor(
    name: string,
    nodes: readonly string[],
    network: Network,
    log: Log,
    options: Partial<GatewayOptions> = {},
  ) {
    this.#name = name
    this.#nodes = nodes
    this.#network = network
    this.#log = log
    this.#options = options
    this.host = network.add(name, stopped)
  }

  async start(): Promise<void> {
    while (!this.#isClosed) {
      try {
        this.#running = await startInMemory({
          ...this.#options,
          lcd: this.#nodes,
          rpc: this.#nodes,
          fetch: this.#network.fetchOf(this.#name),
          WebSocket: this.#network.socketOf(this.#name),
          onFatal: error => {
            this.failure = error
          },
        })
        this.host.server = serverOf(this.#running)
        return
      } catch (error) {
        // A supervisor restarts the program.
        this.#log.step(`${this.#name}: can't start, because ${error instanceof Error ? error.message : error}`)
        await sleep(restartDelay)
      }
    }
  }

  async restart(): Promise<void> {
    if (!this.#running) return
    this.#log.step(`${this.#name}: restarts`)
    await this.#stop()
    await this.start()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#stop()
  }

  async #stop(): Promise<void> {
    const running = this.#running
    this.#running = undefined
    this.host.server = stopped
    await running?.close()
    this.#network.cut(this.host)
  }
}

function serverOf({ fetch, WebSocket }: MemoryGateway): Server {
  return {
    WebSocket: WebSocket as unknown as Server['WebSocket'],
    async answer(url, init) {
      const response = await fetch(url, init)
      return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
    },
  }
}
