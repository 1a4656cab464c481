import { createFlowClient, type Flow, type FlowClientOptions } from '@flow-query/core'
import type { Alert } from '../alerts/alert.js'
import { bodyOf, type MessageFormat, textOf } from '../alerts/formats.js'
import { noIncidents } from '../alerts/incident-log.js'
import { updateIncidents } from '../alerts/incidents.js'
import { createMonitor, type MonitorReady } from '../alerts/monitor.js'
import { addAlerts, emptyOutbox } from '../alerts/outbox.js'
import type { Thresholds } from '../alerts/problems.js'
import { type MirroredFlows, mirrorSelected, pause, selects } from '../alerts/source.js'
import { fileStore, memoryStore, type StateStore } from '../alerts/state-file.js'
import { checkedUrl, type WebhookOptions, webhookTarget } from '../alerts/webhook.js'
import { createEvaluator } from '../evaluator.js'
import type { Subscriptions, SubscriptionsOptions } from '../subscriptions/subscriptions.js'

export interface MonitorFlowsOptions {
  /** Monitor flows of these owners. Without owners and IDs, all flows of the chain are monitored. */
  owners?: readonly string[] | undefined
  /** Monitor these flows. */
  ids?: readonly string[] | undefined
  /** The name of the chain, which is part of the ID of each alert. Defaults to the LCD. */
  chainId?: string | undefined
  webhook?: WebhookOptions | undefined
  /**
   * The file with open alerts and undelivered messages. Without it, a restart sends open alerts again, with other IDs.
   */
  stateFile?: string | undefined
  /** Sends one message with all alerts of this period, in milliseconds. Defaults to 0, which sends each alert immediately. */
  digest?: number | undefined
  /** A URL that is requested once a minute while the monitor works. */
  heartbeat?: string | undefined
  /** Alert if the money of a flow lasts for fewer runs. Defaults to 3. */
  minRuns?: number | undefined
  /** Alert if the money of a flow lasts for less than this time, in milliseconds. Defaults to 24 hours. */
  minTime?: number | undefined
  /** How early a certain failure, or a likely lack of money, is announced, in milliseconds. Defaults to 24 hours. */
  within?: number | undefined
  onAlert?: ((alert: Alert) => void) | undefined
  /** Called with a problem of the monitor itself, in one sentence without secrets. */
  onNote?: ((text: string) => void) | undefined
  /** Called once, after all flows were evaluated for the first time. */
  onReady?: ((state: MonitorReady) => void) | undefined
  /**
   * Serves an API where anyone can subscribe to flows. If no webhook, owners or IDs are given, only flows with a subscription are
   * monitored.
   */
  subscriptions?: SubscriptionsOptions | undefined
  signal: AbortSignal
}

const day = 86_400_000
/** How often flows are evaluated without changes, in milliseconds. */
const interval = 30_000
const shortestInterval = 2_000

/**
 * Monitors flows until the signal aborts, and sends alerts when flows fail, stop, will fail or run out of money, and when the node has
 * problems.
 *
 * @example
 * await monitorFlows(
 *   { lcd: 'https://lcd.example.org', rpc: 'https://rpc.example.org', WebSocket },
 *   { webhook: { url, secret: process.env.FLOW_QUERY_WEBHOOK_SECRET }, stateFile: 'monitor.json', signal },
 * )
 *
 * @throws {MonitorError} if an option is invalid, the webhook answers 410, or another monitor uses the state file
 * @throws {FlowQueryError} if a flow doesn't exist, or an owner is no address
 */
export async function monitorFlows(chain: FlowClientOptions, options: MonitorFlowsOptions): Promise<never> {
  const { stateFile } = options
  return monitorWithStore(chain, options, name =>
    stateFile === undefined ? memoryStore() : fileStore(stateFile, name),
  )
}

/** Tests pass a store that they can read. */
export async function monitorWithStore(
  chain: FlowClientOptions,
  options: MonitorFlowsOptions,
  openStore: (chain: string) => StateStore,
): Promise<never> {
  const { onAlert = () => {}, onNote = () => {}, onReady = () => {}, digest = 0, signal } = options
  const client = createFlowClient({ ...chain, chainId: chain.chainId ?? options.chainId })
  const name = options.chainId ?? client.scope
  const webhook = options.webhook && webhookTarget(options.webhook)
  const heartbeat = options.heartbeat === undefined ? undefined : checkedUrl(options.heartbeat, 'The heartbeat')
  const stopped = new AbortController()
  const stop = () => stopped.abort(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  let mirrored: MirroredFlows | undefined
  let subscriptions: Subscriptions | undefined
  let hasChanged = false
  let wake = () => {}
  const onChange = () => {
    hasChanged = true
    wake()
  }
  try {
    if (options.subscriptions) {
      // Its server is only loaded if it is needed.
      const { startSubscriptions } = await import('../subscriptions/subscriptions.js')
      const flows = () => mirrored?.source.flows ?? new Map()
      subscriptions = await startSubscriptions(options.subscriptions, {
        chain: name,
        client,
        flows,
        onChange,
        onNote,
        clock: Date.now,
      })
      await subscriptions.lead(stopped.signal)
    }
    const { watches = () => false, incidents, deliver } = subscriptions ?? {}
    const reports = reportsOf(options)
    mirrored = await mirrorSelected(client, subscriptions ? everything : selectionOf(options), onChange, stopped.signal)
    const monitor = await createMonitor({
      evaluator: createEvaluator(client, {
        ...mirrored,
        filter: flow => reports(flow) || watches(flow),
        signal: stopped.signal,
      }),
      chain: name,
      store: incidents?.(name) ?? openStore(name),
      thresholds: thresholdsOf(options),
      clock: Date.now,
      signal: stopped.signal,
      reports: ({ flow }) => flow === null || reports(flow),
      subscribers: subscriptions,
      ...{ webhook, heartbeat, digest, onAlert, onNote, onReady },
    })
    const delivering = Promise.all([repeat(() => monitor.deliver()), deliver && repeat(deliver)])
    try {
      await Promise.race([checkRepeatedly(checkAndBeat), delivering])
    } finally {
      stopped.abort()
      // Waits for the current message, which is removed from the state file if the receiver accepts it.
      await delivering.catch(() => {})
    }
    throw stopped.signal.reason

    async function checkAndBeat(): Promise<void> {
      hasChanged = false
      await monitor.check()
      void monitor.beat()
    }
  } finally {
    signal.removeEventListener('abort', stop)
    stopped.abort()
    await subscriptions?.close()
  }

  async function checkRepeatedly(check: () => Promise<void>): Promise<never> {
    for (;;) {
      await check()
      await pause(shortestInterval, stopped.signal)
      if (!hasChanged) await changeWithin(interval - shortestInterval)
    }
  }

  async function repeat(act: () => Promise<void>): Promise<never> {
    for (;;) {
      await act()
      await pause(deliveryInterval, stopped.signal)
    }
  }

  async function changeWithin(milliseconds: number): Promise<void> {
    const woken = new AbortController()
    wake = () => woken.abort()
    // A pause that continues after a change would keep its listener until it ends.
    await pause(milliseconds, AbortSignal.any([stopped.signal, woken.signal])).catch(() => {})
    stopped.signal.throwIfAborted()
  }
}

const deliveryInterval = 1_000
/** The maximum number of evaluations until a dry run has the data of all flows. */
const dryRunEvaluations = 1_000

/** A message that a dry run would send. */
export interface DryRunMessage {
  id: string
  /** The alerts of the message. If a digest is long, some alerts are missing. */
  alerts: Alert[]
  body: string
  /** The message as a person reads it in a chat. */
  text: string
}

/**
 * Evaluates the flows once and returns the messages that a monitor without a state file would send, without sending them.
 *
 * @throws {MonitorError} if an option is invalid
 * @throws {FlowQueryError} if the node fails, a flow doesn't exist, or an owner is no address
 */
export async function dryRunMonitor(
  chain: FlowClientOptions,
  options: MonitorFlowsOptions & {
    /** The format of the bodies, if there is no webhook. Defaults to `standard`. */
    format?: MessageFormat | undefined
  },
): Promise<DryRunMessage[]> {
  const client = createFlowClient({ ...chain, chainId: chain.chainId ?? options.chainId })
  const name = options.chainId ?? client.scope
  const { format = 'standard', webhook } = options
  const url = webhook ? webhookTarget(webhook).url : new URL('https://example.org')
  const stopped = new AbortController()
  const stop = () => stopped.abort(options.signal.reason)
  options.signal.addEventListener('abort', stop, { once: true })
  let wake = () => {}
  try {
    const mirrored = await mirrorSelected(client, selectionOf(options), () => wake(), stopped.signal)
    const evaluator = createEvaluator(client, { ...mirrored, signal: stopped.signal })
    for (let left = dryRunEvaluations; ; left--) {
      const changed = new Promise<void>(resolve => {
        wake = resolve
      })
      const evaluation = await evaluator.evaluate()
      if (evaluation.node.error) throw evaluation.node.error
      if (mirrored.source.status.error && !mirrored.isReady()) throw mirrored.source.status.error
      if (evaluation.isComplete || left === 0) {
        const args = { chain: name, thresholds: thresholdsOf(options), time: Date.now() }
        const { alerts } = updateIncidents(noIncidents, evaluation, args)
        const { messages } = addAlerts(emptyOutbox, alerts, 0, args.time)
        return messages.map(message => ({
          id: message.id,
          alerts: message.alerts,
          body: bodyOf(format, message, name, url).body,
          text: textOf(message, name),
        }))
      }
      await Promise.race([changed, pause(500, stopped.signal)])
    }
  } finally {
    options.signal.removeEventListener('abort', stop)
    stopped.abort()
  }
}

const everything = { owners: [], ids: [] }

/** Returns a function that selects the flows whose alerts the operator gets. */
function reportsOf(options: MonitorFlowsOptions): (flow: Pick<Flow, 'id' | 'owner'>) => boolean {
  return isForSubscribersOnly(options) ? () => false : selects(selectionOf(options))
}

/** Without a webhook, owners and IDs, only subscribers get alerts, and none are printed. */
export function isForSubscribersOnly(options: Omit<MonitorFlowsOptions, 'signal'>): boolean {
  const { owners, ids } = selectionOf(options)
  return options.subscriptions !== undefined && !options.webhook && owners.length === 0 && ids.length === 0
}

function selectionOf({ owners = [], ids = [] }: Pick<MonitorFlowsOptions, 'owners' | 'ids'>) {
  return { owners, ids }
}

function thresholdsOf({ minRuns = 3, minTime = day, within = day }: MonitorFlowsOptions): Thresholds {
  return { minRuns, minTime, within }
}
