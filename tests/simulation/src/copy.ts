import { setTimeout as sleep } from 'node:timers/promises'
import { type FlowClientOptions, FlowQueryError } from '@flow-query/core'
import { SyncError, sync } from '@flow-query/sync'
import { createMemoryDatabase } from '../../../packages/sync/test/memory-engine.js'
import type { Log } from './log.js'

const restartDelay = 2_000

/** A database that follows the chain. */
export class SimulatedSync {
  readonly database = createMemoryDatabase()
  /** The error that ended it. */
  failure: unknown
  readonly #chain: FlowClientOptions
  readonly #log: Log
  #controller = new AbortController()
  #ended: Promise<void> = Promise.resolve()

  constructor(chain: FlowClientOptions, log: Log) {
    this.#chain = chain
    this.#log = log
    this.#start()
  }

  async restart(): Promise<void> {
    this.#log.step('sync: restarts')
    await this.#stop()
    this.#start()
  }

  async close(): Promise<void> {
    await this.#stop()
    this.database.free()
  }

  async #stop(): Promise<void> {
    this.#controller.abort()
    await this.#ended
  }

  #start(): void {
    const controller = new AbortController()
    this.#controller = controller
    const follow = async (): Promise<void> => {
      for (;;) {
        try {
          await sync(this.#chain, {
            to: this.database,
            follow: true,
            signal: controller.signal,
            onSynced: ({ height }) => this.#log.detail(`sync: block ${height}`),
            onTrouble: ({ message }) => this.#log.detail(`sync: ${message}`),
          })
        } catch (error) {
          if (controller.signal.aborted) return
          if (!(error instanceof FlowQueryError || error instanceof SyncError)) throw error
          // A supervisor restarts the program.
          this.#log.step(`sync: ends, because ${error.message}`)
          await sleep(restartDelay, undefined, { signal: controller.signal }).catch(() => {})
          if (controller.signal.aborted) return
        }
      }
    }
    this.#ended = follow().catch((error: unknown) => {
      this.failure = error
    })
  }
}
