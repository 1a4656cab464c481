import { setMaxListeners } from 'node:events'
import { type Flow, type FlowClient, type FlowQueryError, flowStatus, toDate } from '@flow-query/core'
import { watchFlows } from '@flow-query/core/live'
import { createReader } from '@flow-query/core/parts/events'
import { healthQueue } from '@flow-query/insights'
import { blockAt, type Evaluation, evaluateFlows } from './evaluate.js'
import { createForecasts } from './evaluator/forecasts.js'
import { createHistories } from './evaluator/histories.js'
import { createNodeWatch } from './evaluator/node.js'
import { createPackets } from './evaluator/packets.js'

/** Flows that are kept up to date, such as a mirror from `mirrorFlows` of `@flow-query/core/mirror`. */
export interface FlowSource {
  /** The flows by ID, where a flow that has not changed stays the same object. */
  readonly flows: ReadonlyMap<string, Flow>
  readonly status: {
    /** `connected` if events arrive. */
    readonly live: string
    /** Why flows can't be read, or null. */
    readonly error: FlowQueryError | null
  }
}

export interface EvaluatorOptions {
  source: FlowSource
  /** Whether `source` has loaded all flows. */
  isReady: () => boolean
  /** Selects flows of the source. */
  filter?: ((flow: Flow) => boolean) | undefined
  /** Flows that ended longer ago than this are not checked, in milliseconds. Defaults to 7 days. */
  endedWithin?: number | undefined
  /** How long one evaluation may read before the next one continues, in milliseconds. Defaults to 20,000. */
  budget?: number | undefined
  /** Returns the time, in milliseconds since 1970. Defaults to the clock of this machine, whose jumps are tolerated. */
  clock?: (() => number) | undefined
  signal: AbortSignal
}

export interface Evaluator {
  /**
   * Reads what may have changed since the last evaluation, and evaluates all flows. If the node fails, `evaluation.node`
   * contains the error, and flows keep their last state.
   *
   * The first evaluations of a big chain contain flows with unknown health, because reading all runs takes longer than
   * `budget`.
   */
  readonly evaluate: () => Promise<Evaluation>
  /** Reads the balances and permissions of these flows again in the next evaluation. */
  readonly refresh: (ids: Iterable<string>) => void
}

const week = 604_800_000
/** How often the node is checked while events arrive and no flow is due, in milliseconds. */
const checkInterval = 300_000
const latestRun = 180_000
const batchSize = 60

/**
 * Creates an evaluator, which reads runs, balances and permissions again only for flows that have changed or are due.
 *
 * @example
 * const mirror = mirrorFlows(client, { signal })
 * let isReady = false
 * mirror.ready.then(() => { isReady = true }, () => {})
 * const evaluator = createEvaluator(client, { source: mirror, isReady: () => isReady, signal })
 * const { flows, node } = await evaluator.evaluate()
 */
export function createEvaluator(client: FlowClient, options: EvaluatorOptions): Evaluator {
  const { source, isReady, filter, endedWithin = week, budget = 20_000, signal } = options
  const isRelevant = (flow: Flow, now: number) => timeOf(flow) >= now - endedWithin
  // It receives events before the histories, which are then read at the block of the events or later.
  const reader = createReader(client, signal)
  let histories = createHistories(reader, isRelevant)
  let forecasts = createForecasts(client, id => histories.pages.get(id))
  let packets = createPackets(client)
  const clock = options.clock ?? Date.now
  const node = createNodeWatch(client, clock, options.clock ?? (() => performance.now()))
  let isRunning = false
  let last: Evaluation | undefined

  if (client.rpc !== undefined && (client.WebSocket ?? globalThis.WebSocket))
    watchFlows(client, {
      onEvents: events => histories.applyEvents(events),
      onStatus({ state }) {
        if (state === 'connected') histories.reconnected()
        else histories.disconnected()
      },
      signal,
    })

  async function evaluateNow(reading: AbortSignal): Promise<Evaluation> {
    // Flows that are loaded while the runs are read are not part of this evaluation.
    const isLoaded = isReady()
    const flows = isLoaded ? selected() : []
    const estimate = (node.blockTime() ?? clock()) + Math.min(node.age(), checkInterval)
    const isKnownToWork = source.status.live === 'connected' && node.state().unreachableSince === null
    const isOutdated = node.age() >= checkInterval || node.isDoubtful() || !node.isCurrent()
    const mustCheck = !isKnownToWork || isOutdated || flows.some(isDue(estimate))
    if (mustCheck && (await node.check(signal)) === 'reset') {
      histories = createHistories(reader, isRelevant)
      forecasts = createForecasts(client, id => histories.pages.get(id))
      packets = createPackets(client)
    }
    const now = mustCheck ? (node.blockTime() ?? clock()) : estimate
    const isReachable = node.state().unreachableSince === null
    // Flows from a node that lags behind look different than they are, so they keep their last state.
    if (isReachable && !node.isCurrent())
      return { now: last?.now ?? now, flows: last?.flows ?? [], isComplete: false, node: node.state() }
    if (isReachable) await readHistories(flows, now, reading)
    const rows = flows.map(flow => histories.rowOf(flow))
    const otherFlows = filter ? Array.from(source.flows.values()).filter(flow => !filter(flow)) : []
    const isCurrent = isReachable && (await forecasts.update(rows.filter(willRun(now)), otherFlows, now, reading))
    signal.throwIfAborted()
    const evaluated = evaluateFlows(
      {
        flows: rows,
        histories: histories.pages,
        endedHealth: histories.endedHealth,
        forecasts: forecasts.byId,
        failures: histories.failures,
      },
      blockAt(now),
    )
    const isRead = flows.every(flow => histories.isRead(flow, now))
    const withPackets = isReachable ? await packets.addTo(evaluated, now, reading) : evaluated
    signal.throwIfAborted()
    const isConfirmed = last !== undefined && !node.isDoubtful()
    const isComplete = isLoaded && isReachable && isConfirmed && isCurrent && isRead
    return { now, flows: withPackets, isComplete, node: node.state() }
  }

  function selected(): Flow[] {
    histories.keepOnly(source.flows)
    const flows = Array.from(source.flows.values())
    return filter ? flows.filter(filter) : flows
  }

  /** Reads in batches, in the order of the health queue, so that problems are found early. */
  async function readHistories(flows: readonly Flow[], now: number, reading: AbortSignal): Promise<void> {
    const unread = healthQueue(
      flows.filter(flow => histories.mustRead(flow, now)),
      blockAt(now),
    )
    for (let start = 0; start < unread.length && !reading.aborted; start += batchSize) {
      const batch = unread.slice(start, start + batchSize)
      // If no request succeeds, the node has problems, and the next evaluation tries again.
      if ((await histories.read(batch, now, reading)).length === 0) return
    }
  }

  return {
    async evaluate() {
      if (isRunning && last) return last
      isRunning = true
      const reading = new AbortController()
      // Many requests listen to the signal, so Node would warn about a leak.
      setMaxListeners(0, reading.signal)
      const stop = () => reading.abort()
      const timer = setTimeout(stop, budget)
      signal.addEventListener('abort', stop, { once: true })
      try {
        last = await evaluateNow(reading.signal)
        return last
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', stop)
        isRunning = false
      }
    },
    refresh: ids => forecasts.refresh(ids),
  }
}

function timeOf({ execTime }: Flow): number {
  return toDate(execTime)?.getTime() ?? 0
}

function isDue(now: number): (flow: Flow) => boolean {
  return flow => timeOf(flow) <= now && timeOf(flow) > now - latestRun
}

function willRun(now: number): (flow: Flow) => boolean {
  return flow => /active|scheduled/.test(flowStatus(flow, blockAt(now)))
}
