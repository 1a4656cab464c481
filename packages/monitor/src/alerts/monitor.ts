import { createHash } from 'node:crypto'
import type { Evaluator } from '../evaluator.js'
import type { Alert } from './alert.js'
import { updateIncidents } from './incidents.js'
import { addAlerts, applyAttempt, dueMessages, type Message } from './outbox.js'
import type { Thresholds } from './problems.js'
import { MonitorError, type StateStore } from './state-file.js'
import type { MonitorState } from './state-schema.js'
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

export interface Monitor {
  readonly check: () => Promise<void>
  readonly deliver: () => Promise<void>
  readonly beat: () => Promise<void>
}

/** How often the state is written without changes, in milliseconds, because it contains the time of the last evaluation. */
const saveInterval = 300_000
/**
 * How often balances of flows with a predicted failure are read again, in milliseconds, because a transfer may solve the
 * problem.
 */
const refreshInterval = 300_000
const maximumRefreshed = 100
const longestDelivery = 600_000
const beatInterval = 60_000

export async function createMonitor(options: MonitorOptions): Promise<Monitor> {
  const { evaluator, chain, store, thresholds, webhook, heartbeat, digest, onAlert, onNote, clock, signal } = options
  let state: MonitorState = await store.load()
  let stored = new Set(state.outbox.messages.map(({ id }) => id))
  let saving = Promise.resolve()
  let savedAt = 0
  let refreshedAt = 0
  let beatAt = 0
  let isSaved = true
  let isReachable = false
  const hash = webhook && hashOf(webhook.url)
  if (hash !== undefined && state.disabledWebhook === hash) throw disabledError()

  function save(): Promise<void> {
    saving = saving.catch(() => {}).then(write)
    return saving
  }

  async function write(): Promise<void> {
    const ids = state.outbox.messages.map(({ id }) => id)
    try {
      await store.save(state)
      if (!isSaved) onNote('The state file can be written again.')
      isSaved = true
    } catch (error) {
      if (error instanceof MonitorError) throw error
      // Without a state file, alerts could repeat after a restart, with the same IDs. Repeats are better than missing alerts.
      if (isSaved) onNote(`The state file can't be written (${codeOf(error)}). Alerts are still sent.`)
      isSaved = false
    }
    savedAt = clock()
    stored = new Set(ids)
  }

  function refreshPredicted(time: number): void {
    if (time - refreshedAt < refreshInterval && time >= refreshedAt) return
    refreshedAt = time
    const predicted = Object.values(state.incidents.open).flatMap(({ alert }) =>
      alert.flow && /will_fail|low_funds/.test(alert.kind) ? alert.flow.id : [],
    )
    // With many of them, each interval continues after the previous one.
    const start = predicted.length > maximumRefreshed ? Math.floor(time / refreshInterval) * maximumRefreshed : 0
    const rotated = predicted.map((_, index) => predicted[(start + index) % predicted.length] ?? '')
    evaluator.refresh(rotated.slice(0, maximumRefreshed))
  }

  async function applyResult(message: Message): Promise<void> {
    if (!webhook) return
    const result = await attempt(webhook, message, chain, signal)
    signal.throwIfAborted()
    const { outbox, isGivenUp } = applyAttempt(state.outbox, message, result, clock())
    const isSplit = outbox.messages.length > state.outbox.messages.length
    state = { ...state, outbox }
    if (result.result === 'gone') {
      state = { ...state, disabledWebhook: hash ?? null }
      await save()
      throw disabledError()
    }
    if (result.result !== 'delivered' && message.attempts === 0 && !message.isRejected)
      onNote(`The webhook failed: ${result.problem}. ${isSplit ? 'Sending the alerts in smaller parts' : 'Retrying'}.`)
    if (isGivenUp) onNote(`A message was not delivered in ${message.attempts + 1} attempts and is dropped.`)
    await save()
  }

  return {
    async check() {
      refreshPredicted(clock())
      const evaluation = await evaluator.evaluate()
      const time = clock()
      isReachable = evaluation.node.unreachableSince === null
      const { incidents, alerts } = updateIncidents(state.incidents, evaluation, { chain, thresholds, time })
      const outbox = webhook ? addAlerts(state.outbox, alerts, digest, time) : state.outbox
      const hasChanged = alerts.length > 0 || outbox.messages.length !== state.outbox.messages.length
      state = { ...state, incidents, outbox }
      if (hasChanged || time - savedAt >= saveInterval || time < savedAt) await save()
      for (const alert of alerts) onAlert(alert)
    },
    async deliver() {
      for (;;) {
        const next = dueMessages(state.outbox, clock()).find(({ id }) => stored.has(id))
        if (!next || signal.aborted || !webhook) return
        await applyResult(next)
      }
    },
    async beat() {
      const time = clock()
      const [oldest] = state.outbox.messages
      const isStuck =
        oldest !== undefined &&
        oldest.attempts > 0 &&
        time - Date.parse(oldest.alerts[0]?.at ?? oldest.at ?? '') > longestDelivery
      if (!heartbeat || isStuck || !isSaved || !isReachable) return
      if (time - beatAt < beatInterval && time >= beatAt) return
      beatAt = time
      const problem = await ping(heartbeat, signal)
      if (problem !== null && !signal.aborted) onNote(`The heartbeat failed: ${problem}.`)
    },
  }
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

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown error'
}
