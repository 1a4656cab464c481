import { createHash } from 'node:crypto'
import { formatCount, formatMilliseconds } from '@flow-query/format'
import type { Evaluator } from '../evaluator.js'
import type { Alert, KnownIncidents } from './alert.js'
import type { Incidents } from './incident-log.js'
import { updateIncidents } from './incidents.js'
import {
  type Attempt,
  addAlerts,
  applyAttempt,
  createdAt,
  dueMessages,
  type Message,
  type Outbox,
  readdress,
} from './outbox.js'
import type { Thresholds } from './problems.js'
import { SavedState } from './saved-state.js'
import { MonitorError, type StateStore } from './state-file.js'
import { attempt, ping, type WebhookTarget, withChat } from './webhook.js'

/** The result of the first complete evaluation. */
export interface MonitorReady {
  /** The number of monitored flows. */
  flows: number
  /** The number of open alerts. It includes those from before a restart. */
  open: number
}

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
  onReady: (state: MonitorReady) => void
  /** Selects the alerts for `webhook` and `onAlert`. Defaults to all. */
  reports?: ((alert: Alert) => boolean) | undefined
  subscribers?: Subscribers | undefined
  clock: () => number
  signal: AbortSignal
}

export interface Subscribers {
  /** Called with the incidents after each evaluation, when they are saved. */
  update: (known: KnownIncidents) => void
  /** Returns the IDs of alerts whose end a subscriber must know. */
  knownAlerts: () => ReadonlySet<string>
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
  #webhook: WebhookTarget | undefined
  #webhookProblem: string | null = null
  #refreshedAt = 0
  #beatAt = 0
  #heartbeatProblem: string | null = null
  #isReachable = false
  #isReady = false

  constructor(options: MonitorOptions, state: SavedState) {
    this.#options = options
    this.#state = state
    this.#webhook = options.webhook
    this.#webhookHash = options.webhook && hashOf(options.webhook.url)
    if (this.#webhookHash !== undefined && state.current.disabledWebhook === this.#webhookHash) throw disabledError()
    if (options.webhook) this.#readdress(options.webhook)
  }

  #readdress({ hash }: WebhookTarget): void {
    const { outbox, receiver = hash, ...rest } = this.#state.current
    const messages = receiver === hash ? outbox : readdress(outbox, this.#options.clock())
    this.#state.current = { ...rest, receiver: hash, outbox: messages }
  }

  async check(): Promise<void> {
    const {
      evaluator,
      chain,
      thresholds,
      webhook,
      digest,
      reports = () => true,
      onAlert,
      subscribers,
      onReady,
      clock,
    } = this.#options
    this.#refreshPredicted(clock())
    const evaluation = await evaluator.evaluate()
    const time = clock()
    this.#isReachable = evaluation.node.unreachableSince === null
    const before = this.#state.current
    const { incidents, alerts } = updateIncidents(before.incidents, evaluation, { chain, thresholds, time })
    const reported = alerts.filter(reports)
    const outbox = webhook ? addAlerts(before.outbox, reported, digest, time) : before.outbox
    const ended = subscribers && recentlyEnded(before.ended, alerts, subscribers, time)
    const hasChanged =
      alerts.length > 0 ||
      outbox.messages.length !== before.outbox.messages.length ||
      hasNewClearTimes(before.incidents, incidents)
    this.#state.current = { ...before, incidents, outbox, ...(ended && { ended }) }
    if (hasChanged || this.#state.isOutdated(time)) await this.#state.save()
    for (const alert of reported) onAlert(alert)
    const open = Object.values(incidents.open).map(({ alert }) => alert)
    subscribers?.update({ open, ended: new Map(ended?.map(alert => [alert.id, alert])) })
    if (!evaluation.isComplete || this.#isReady) return
    this.#isReady = true
    onReady({ flows: evaluation.flows.length, open: Object.keys(incidents.open).length })
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
    const { clock, signal } = this.#options
    for (;;) {
      const due = dueMessages(this.#state.current.outbox, clock())
      const next = due.find(({ id }) => this.#state.containsMessage(id))
      if (!next || signal.aborted || !this.#webhook) return
      await this.#send(this.#webhook, next)
    }
  }

  async #send(webhook: WebhookTarget, message: Message): Promise<void> {
    const { chain, onNote, clock, signal } = this.#options
    const result = await attempt(webhook, message, chain, signal)
    // The message stays in the state file, so it is sent again after a restart.
    if (result.result === 'failed') signal.throwIfAborted()
    const before = this.#state.current
    const { outbox, dropped } = applyAttempt(before.outbox, message, result, clock())
    const isSplit = outbox.messages.length > before.outbox.messages.length
    this.#state.current = { ...before, outbox }
    if (result.result === 'gone') {
      this.#state.current = { ...before, outbox, disabledWebhook: this.#webhookHash ?? null }
      await this.#state.save()
      throw disabledError()
    }
    this.#report(result, isSplit)
    if (dropped.length > 0) onNote(`${droppedAlerts(dropped)} not delivered in time and dropped.`)
    await this.#state.save()
  }

  #report(attempt: Exclude<Attempt, { result: 'gone' }>, isSplit: boolean): void {
    const { onNote } = this.#options
    if (attempt.result === 'delivered') {
      if (this.#webhookProblem !== null) onNote('The webhook works again.')
      this.#webhookProblem = null
      if (attempt.newChat === undefined || !this.#webhook) return
      this.#webhook = withChat(this.#webhook, attempt.newChat)
      onNote(
        `The Telegram group became a supergroup. Alerts go to its new ID. Set chat_id=${attempt.newChat} in the webhook URL.`,
      )
      return
    }
    if (attempt.problem === this.#webhookProblem) return
    this.#webhookProblem = attempt.problem
    onNote(`The webhook failed: ${attempt.problem}. ${nextStep(attempt, isSplit)}`)
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

/** How long a subscriber who can't be reached may miss the end of an incident, in milliseconds. */
const keepEndedFor = 604_800_000

/** An alert that has just ended is always kept, because a message about its beginning may be on its way. */
function recentlyEnded(
  before: readonly Alert[] = [],
  alerts: readonly Alert[],
  { knownAlerts }: Subscribers,
  time: number,
): Alert[] {
  const known = knownAlerts()
  const kept = before.filter(({ id, at }) => known.has(id) && Date.parse(at) > time - keepEndedFor)
  return [...kept, ...alerts.filter(({ status }) => status === 'resolved')]
}

function hasNewClearTimes(before: Incidents, { open }: Incidents): boolean {
  return Object.entries(open).some(([key, { clearSince }]) => clearSince !== before.open[key]?.clearSince)
}

function isStuck({ messages: [oldest] }: Outbox, time: number): boolean {
  if (!oldest || oldest.attempts === 0) return false
  return time - createdAt(oldest) > longestDelivery
}

function nextStep(attempt: Exclude<Attempt, { result: 'gone' | 'delivered' }>, isSplit: boolean): string {
  if (attempt.result === 'misaddressed') return `${attempt.advice} Alerts are kept for a week and sent when it works.`
  if (isSplit) return 'Sending the alerts in smaller parts.'
  const wait = attempt.result === 'failed' ? attempt.retryAfter : null
  return wait ? `Retrying in ${formatMilliseconds(wait)}, as it asks.` : 'Retrying.'
}

function droppedAlerts(messages: readonly Message[]): string {
  const count = messages.reduce((sum, { total }) => sum + total, 0)
  return `${formatCount(count, 'alert')} ${count === 1 ? 'was' : 'were'}`
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
