import type { FlowClientOptions } from '@flow-query/core'
import { type Alert, messageFormats } from '@flow-query/monitor'
import { memoryStore } from '../../../packages/monitor/src/alerts/state-file.js'
import type { MonitorState } from '../../../packages/monitor/src/alerts/state-schema.js'
import { monitorWithStore } from '../../../packages/monitor/src/run/run.js'
import type { Log } from './log.js'
import type { Random } from './random.js'
import type { Receiver } from './receiver.js'

/** A monitor of all flows, which stops or is killed, and then restarts with its stored state. */
export class SimulatedMonitor {
  /** All alerts that it has raised, in their order. */
  readonly alerts: Alert[] = []
  /** The IDs of all messages that it wanted to send. */
  readonly messages = new Set<string>()
  /** How often it was killed. After each time, it can send one message again. */
  kills = 0
  /** The error that ended it. */
  failure: unknown
  readonly #chain: FlowClientOptions
  readonly #receiver: Receiver
  readonly #random: Random
  readonly #log: Log
  readonly #format: (typeof messageFormats)[number]
  readonly #digest: number
  #state: MonitorState | undefined
  #controller = new AbortController()
  #ended: Promise<void> = Promise.resolve()

  constructor(chain: FlowClientOptions, receiver: Receiver, random: Random, log: Log) {
    this.#chain = chain
    this.#receiver = receiver
    this.#random = random
    this.#log = log
    this.#format = random.pick(messageFormats)
    this.#digest = random.pick([0, 0, 20_000])
    this.#start()
  }

  get state(): MonitorState | undefined {
    return this.#state
  }

  async restart(): Promise<void> {
    if (this.#random.chance(0.5)) {
      this.#kill()
      return
    }
    this.#log.step('monitor: restarts')
    await this.close()
    this.#start()
  }

  #kill(): void {
    this.#log.step('monitor: is killed')
    this.kills++
    const killed = this.#controller
    this.#start()
    killed.abort()
  }

  async close(): Promise<void> {
    this.#controller.abort()
    await this.#ended
  }

  #start(): void {
    const controller = new AbortController()
    this.#controller = controller
    const isKilled = () => this.#controller !== controller
    const url = this.#format === 'telegram' ? `${this.#receiver.url}?chat_id=1` : this.#receiver.url
    const options = {
      chainId: 'intento-1',
      webhook: { url, format: this.#format },
      digest: this.#digest,
      signal: controller.signal,
      onAlert: (alert: Alert) => {
        if (isKilled()) return
        this.alerts.push(alert)
        this.#log.detail(`monitor: ${alert.status} ${alert.kind} ${alert.flow?.id ?? ''} ${alert.id}`)
      },
      onNote: (text: string) => this.#log.detail(`monitor: ${text}`),
    }
    const store = {
      load: async () => this.#state ?? memoryStore().load(),
      save: async (state: MonitorState) => {
        if (isKilled()) return
        this.#state = state
        for (const { id } of state.outbox.messages) this.messages.add(id)
      },
    }
    this.#ended = monitorWithStore(this.#chain, options, () => store).catch((error: unknown) => {
      if (!controller.signal.aborted && !isKilled()) this.failure = error
    })
  }
}
