import { createHash } from 'node:crypto'
import type { Evaluator } from '../evaluator.js'
import type { Alert } from './alert.js'
import { updateIncidents } from './incidents.js'
import { addAlerts, applyAttempt, dueMessages, type Message, type Outbox } from './outbox.js'
import type { Thresholds } from './problems.js'
import { SavedState } from './saved-state.js'
import { MonitorError, type StateStore } from './state-file.js'
import { attempt, ping, type WebhookTarget } from './webhook.js'

export interface MonitorOptions {
  evaluator: Evaluator
  chain: string
  store: StateStore
  thresholds: Thresholds
  webhook: WebhookTarget | undefined
  heartbeat: URL | undefined
  digest: number
  onAlert: (alert: Alert) => void
  onNote: (text: string) => void
  clock: () => number
  signal: AbortSignal
}

/**
 * How often balances of flows with a predicted failure are read again, in milliseconds, because a transfer may solve the
 * problem.
 */
const refreshInterval = 300_000
const maximumRefreshed = 100
const longestDelivery = 600_000
const beatInterval = 60_000

export async function createMonitor(options: MonitorOptions): Promise<Monitor> {
  return new Monitor(options, new SavedState(await options.store.load(), options))
}

export class Monitor {
  readonly #options: MonitorOptions
  readonly #state: SavedState
  readonly #webhookHash: string | undefined
  #refreshedAt = 0
  #beatAt = 0
  #heartbeatProblem: string | null = null
  #isReachable = false

  constructor(options: MonitorOptions, state: SavedState) {
    this.#options = options
    this.#state = state
    this.#webhookHash = options.webhook && hashOf(options.webhook.url)
    if (this.#webhookHash !== undefined && state.current.disabledWebhook === this.#webhookHash) throw disabledError()
  }

  async check(): Promise<void> {
    const { evaluator, chain, thresholds, webhook, digest, onAlert, clock } = this.#options
    this.#refreshPredicted(clock())
    const evaluation = await evaluator.evaluate()
    const time = clock()
    this.#isReachable = evaluation.node.unreachableSince === null
    const before = this.#state.current
    const { incidents, alerts } = updateIncidents(before.incidents, evaluation, { chain, thresholds, time })
    const outbox = webhook ? addAlerts(before.outbox, alerts, digest, time) : before.outbox
    const hasChanged = alerts.length > 0 || outbox.messages.length !== before.outbox.messages.length
    this.#state.current = { ...before, incidents, outbox }
    if (hasChanged || this.#state.isOutdated(time)) await this.#state.save()
    for (const alert of alerts) onAlert(alert)
  }

  #refreshPredicted(time: number): void {
    if (time - this.#refreshedAt < refreshInterval && time >= this.#refreshedAt) return
    this.#refreshedAt = time
    const predicted = Object.values(this.#state.current.incidents.open).flatMap(({ alert }) =>
      alert.flow && /will_fail|low_funds/.test(alert.kind) ? alert.flow.id : [],
    )
    // If there are too many flows, each interval refreshes the next flows in the list.
    const start = predicted.length > maximumRefreshed ? Math.floor(time / refreshInterval) * maximumRefreshed : 0
    const rotated = predicted.map((_, index) => predicted[(start + index) % predicted.length] ?? '')
    this.#options.evaluator.refresh(rotated.slice(0, maximumRefreshed))
  }

  async deliver(): Promise<void> {
    const { webhook, clock, signal } = this.#options
    for (;;) {
      const due = dueMessages(this.#state.current.outbox, clock())
      const next = due.find(({ id }) => this.#state.containsMessage(id))
      if (!next || signal.aborted || !webhook) return
      await this.#send(webhook, next)
    }
  }

  async #send(webhook: WebhookTarget, message: Message): Promise<void> {
    const { chain, onNote, clock, signal } = this.#options
    const result = await attempt(webhook, message, chain, signal)
    // The message stays in the state file, so it is sent again after a restart.
    if (result.result === 'failed') signal.throwIfAborted()
    const before = this.#state.current
    const { outbox, isGivenUp } = applyAttempt(before.outbox, message, result, clock())
    const isSplit = outbox.messages.length > before.outbox.messages.length
    this.#state.current = { ...before, outbox }
    if (result.result === 'gone') {
      this.#state.current = { ...before, outbox, disabledWebhook: this.#webhookHash ?? null }
      await this.#state.save()
      throw disabledError()
    }
    if (result.result !== 'delivered' && message.attempts === 0 && !message.isRejected)
      onNote(`The webhook failed: ${result.problem}. ${isSplit ? 'Sending the alerts in smaller parts' : 'Retrying'}.`)
    if (isGivenUp) onNote(`A message was not delivered in ${message.attempts + 1} attempts and is dropped.`)
    await this.#state.save()
  }

  async beat(): Promise<void> {
    const { heartbeat, onNote, clock, signal } = this.#options
    const time = clock()
    const works = this.#state.isSaved && this.#isReachable && !isStuck(this.#state.current.outbox, time)
    if (!heartbeat || !works) return
    if (time - this.#beatAt < beatInterval && time >= this.#beatAt) return
    this.#beatAt = time
    const problem = await ping(heartbeat, signal)
    if (signal.aborted || problem === this.#heartbeatProblem) return
    this.#heartbeatProblem = problem
    onNote(problem === null ? 'The heartbeat works again.' : `The heartbeat failed: ${problem}. Retrying.`)
  }
}

function isStuck({ messages: [oldest] }: Outbox, time: number): boolean {
  if (!oldest || oldest.attempts === 0) return false
  return time - Date.parse(oldest.alerts[0]?.at ?? oldest.at ?? '') > longestDelivery
}

function hashOf({ href }: URL): string {
  return createHash('sha256').update(href).digest('hex')
}

function disabledError(): MonitorError {
  return new MonitorError(
    'webhook',
    'The webhook answered 410 Gone, so it is disabled.',
    'Pass another --webhook. To enable this one again, delete the state file.',
  )
}
