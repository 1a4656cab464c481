import { setMaxListeners } from 'node:events'
import { createFlowClient, type Flow, type FlowClientOptions, toDate } from '@flow-query/core'
import type { Registry } from 'prom-client'
import { WebSocket } from 'ws'
import { mirrorSelected, pause } from '../alerts/source.js'
import type { EvaluatedFlow, Evaluation } from '../evaluate.js'
import { createEvaluator, type Evaluator } from '../evaluator.js'
import { registerFlowMetrics, registerNodeMetrics } from './chain.js'
import { createNodeChecks } from './nodes.js'

export interface CollectorOptions {
  /** The addresses whose flows get their own metrics. */
  owners?: readonly string[] | undefined
  /** The IDs of flows that get their own metrics. */
  flows?: readonly string[] | undefined
  /** Counts all flows of the chain, even if owners or flows are named. */
  all?: boolean | undefined
  /** The maximum number of flows with their own metrics. Defaults to 1,000. */
  maxFlows?: number | undefined
  /** The time between evaluations, in milliseconds. Defaults to 15,000. */
  interval?: number | undefined
  onEvaluation?: ((evaluation: Evaluation) => void) | undefined
  /** Called if an evaluation fails. */
  onError?: ((error: unknown) => void) | undefined
  /** Aborting the signal ends the start. After that, use `close`. */
  signal?: AbortSignal | undefined
}

export interface Collector {
  /** @throws {FlowQueryError} if a named flow doesn't exist, or an owner is no address */
  start: () => Promise<void>
  /** Stops all requests to nodes. */
  close: () => Promise<void>
}

const defaultInterval = 15_000
/** The time between evaluations in milliseconds, until all flows have been read. */
const retryDelay = 1_000
/** Flows of a named owner that ended longer ago have no metrics, because their number only grows. */
const endedWithin = 7 * 86_400_000

/** Adds the metrics of a chain to a registry, and updates them after the start. */
export function createCollector(registry: Registry, chain: FlowClientOptions, options: CollectorOptions): Collector {
  const { owners = [], flows = [], all = false, maxFlows, interval = defaultInterval, onEvaluation, onError } = options
  const stopped = new AbortController()
  const { signal } = stopped
  // Each mirror and each request in progress listens to the signal, so Node would warn about a leak.
  setMaxListeners(0, signal)
  const abort = () => stopped.abort(options.signal?.reason)
  if (options.signal?.aborted) abort()
  options.signal?.addEventListener('abort', abort, { once: true })
  // Node 20 has no global WebSocket.
  const client = createFlowClient({ WebSocket, ...chain })
  let evaluation: Evaluation | undefined
  let running: Promise<void> | undefined
  registerNodeMetrics(registry, createNodeChecks({ chain }))
  const metrics = registerFlowMetrics(registry, {
    evaluation: () => evaluation,
    isNamed: namedBy(owners, flows),
    maxFlows,
  })

  const evaluated = (next: Evaluation) => {
    evaluation = next
    metrics.update(next)
    onEvaluation?.(next)
  }
  return {
    async start() {
      const selection = all ? { owners: [], ids: [] } : { owners, ids: flows }
      const selected = await mirrorSelected(client, selection, () => {}, signal)
      const evaluator = createEvaluator(client, { ...selected, signal })
      running = evaluateAgainAndAgain(evaluator, { interval, onEvaluation: evaluated, onError, signal })
    },
    async close() {
      stopped.abort()
      await running
    },
  }
}

interface EvaluationLoop {
  interval: number
  onEvaluation: (evaluation: Evaluation) => void
  onError?: ((error: unknown) => void) | undefined
  signal: AbortSignal
}

async function evaluateAgainAndAgain(evaluator: Evaluator, loop: EvaluationLoop): Promise<void> {
  const { interval, onEvaluation, onError, signal } = loop
  while (!signal.aborted) {
    let isComplete = false
    try {
      const evaluation = await evaluator.evaluate()
      isComplete = evaluation.isComplete
      onEvaluation(evaluation)
    } catch (error) {
      if (!signal.aborted) onError?.(error)
    }
    await pause(isComplete ? interval : Math.min(interval, retryDelay), signal).catch(() => {})
  }
}

function namedBy(owners: readonly string[], flows: readonly string[]): (flow: EvaluatedFlow) => boolean {
  const [ownerSet, flowSet] = [new Set(owners), new Set(flows)]
  return ({ flow, status }) => {
    if (flowSet.has(flow.id)) return true
    if (!ownerSet.has(flow.owner)) return false
    return status === 'active' || status === 'scheduled' || lastTimeOf(flow) > Date.now() - endedWithin
  }
}

function lastTimeOf({ execTime }: Flow): number {
  return toDate(execTime)?.getTime() ?? 0
}
