import { executionOutcome, toDate } from '@flow-query/core'
import type { FailureCause, FlowVerdict } from '@flow-query/insights'
import { expectedFailures } from '@flow-query/insights/forecast'
import { Counter, Gauge, type Registry } from 'prom-client'
import { blockAt, type EvaluatedFlow, type Evaluation } from '../evaluate.js'
import { type ChainMetricName, chainMetrics } from './definitions.js'
import type { NodeChecks } from './nodes.js'
import { createRunCounter, runOutcomes } from './runs.js'

export interface FlowMetricsOptions {
  evaluation: () => Evaluation | undefined
  /** Whether a flow gets its own metrics. By default, no flow does, because the number of time series must be bounded. */
  isNamed?: ((flow: EvaluatedFlow) => boolean) | undefined
  /** The maximum number of flows with their own metrics. Defaults to 1,000. */
  maxFlows?: number | undefined
}

export interface FlowMetrics {
  /** Counts the new runs of an evaluation. Call it after each evaluation, because runs can be missed between scrapes. */
  update: (evaluation: Evaluation) => void
}

/** Adds the metrics of nodes to a registry. The nodes are checked when Prometheus reads the metrics. */
export function registerNodeMetrics(registry: Registry, nodes: NodeChecks): void {
  const { gauge, counter } = definedIn(registry)
  gauge('intento_node_up', async add => {
    for (const { node, isUp } of await nodes.check()) add(isUp ? 1 : 0, { node })
  })
  gauge('intento_node_height', async add => {
    for (const { node, height } of await nodes.check()) add(height ?? undefined, { node })
  })
  gauge('intento_node_lag_blocks', async add => {
    const checked = await nodes.check()
    const highest = Math.max(...checked.map(({ height }) => height ?? 0))
    for (const { node, height } of checked) add(height === null ? undefined : highest - height, { node })
  })
  gauge('intento_node_block_timestamp_seconds', async add => {
    for (const { node, blockTime } of await nodes.check()) add(inSeconds(blockTime), { node })
  })
  const errors = counter('intento_node_errors_total', async () => {
    for (const { node, newErrors } of await nodes.check())
      for (const kind of newErrors.splice(0)) errors.inc({ node, kind })
  })
}

export function registerFlowMetrics(registry: Registry, options: FlowMetricsOptions): FlowMetrics {
  const { evaluation, isNamed = () => false, maxFlows = 1_000 } = options
  const { gauge, counter } = definedIn(registry)
  let lastNamed: { of: Evaluation | undefined; flows: EvaluatedFlow[] } = { of: undefined, flows: [] }
  function named(): EvaluatedFlow[] {
    const current = evaluation()
    if (lastNamed.of !== current) lastNamed = { of: current, flows: current?.flows.filter(isNamed) ?? [] }
    return lastNamed.flows
  }
  const shown = () => named().slice(0, maxFlows)
  function flowGauge(name: ChainMetricName, measure: (flow: EvaluatedFlow) => number | undefined): void {
    gauge(name, add => {
      for (const evaluated of shown()) add(measure(evaluated), { flow: evaluated.flow.id })
    })
  }

  const counts = initialCounts()
  gauge('intento_flows', add => {
    const state = evaluation()
    if (!state) return
    for (const { count, ...labels } of countFlows(counts, state.flows)) add(count, labels)
  })
  gauge('intento_flows_complete', add => add(evaluation()?.isComplete ? 1 : 0))
  let evaluatedAt: number | undefined
  gauge('intento_evaluation_timestamp_seconds', add => add(inSeconds(evaluatedAt)))
  const runs = counter('intento_runs_total')
  for (const outcome of runOutcomes) runs.inc({ outcome }, 0)

  gauge('intento_flow_info', add => {
    for (const { flow } of shown()) add(1, { flow: flow.id, owner: flow.owner, label: shortened(flow.label) })
  })
  flowGauge('intento_flow_failing', ({ health }) => {
    if (health.state === 'unknown') return undefined
    return health.state === 'failing' || health.state === 'stuck' ? 1 : 0
  })
  flowGauge('intento_flow_failures', ({ health }) => {
    if (health.state === 'unknown') return undefined
    return health.state === 'failing' ? health.failures : 0
  })
  flowGauge('intento_flow_stopped_timestamp_seconds', ({ health, verdict }) => {
    if (health.state !== 'ended' || !verdict.needsAttention) return undefined
    return secondsOf((health.since ?? health.stopped?.run)?.time)
  })
  flowGauge('intento_flow_runs_left', ({ forecast }) => forecast?.funds?.runs.likely)
  flowGauge('intento_flow_scheduled_runs', ({ forecast }) => forecast?.funds?.scheduled)
  flowGauge('intento_flow_last_paid_run_timestamp_seconds', ({ forecast }) =>
    secondsOf(forecast?.funds?.lastsUntil ?? undefined),
  )
  flowGauge('intento_flow_next_run_timestamp_seconds', evaluated =>
    willRun(evaluated) ? secondsOf(evaluated.flow.execTime) : undefined,
  )
  flowGauge('intento_flow_last_success_timestamp_seconds', ({ flow, newest }) => {
    const now = evaluation()?.now ?? Date.now()
    const success = newest?.history.find(entry => executionOutcome(entry, flow, blockAt(now)) === 'succeeded')
    return secondsOf(success?.actualExecTime)
  })
  gauge('intento_flow_certain_failure_timestamp_seconds', add => {
    for (const { flow, forecast } of shown()) {
      for (const { risk, at } of forecast ? expectedFailures(forecast) : [])
        if (risk.certainty === 'certain') add(secondsOf(at), { flow: flow.id, risk: risk.kind })
    }
  })
  gauge('intento_flows_without_details', add => add(Math.max(0, named().length - maxFlows)))

  const count = createRunCounter(outcome => runs.inc({ outcome }))
  return {
    update({ flows, now }) {
      evaluatedAt = Date.now()
      count(flows, now)
    },
  }
}

function definedIn(registry: Registry) {
  function gauge(name: ChainMetricName, collect: (add: AddValue) => void | Promise<void>): void {
    const { help, labels } = chainMetrics[name]
    new Gauge({
      ...{ name, help, labelNames: [...labels], registers: [registry] },
      async collect(this: Gauge) {
        const values: { value: number; labels: Record<string, string> }[] = []
        await collect((value, labels = {}) => {
          if (value !== undefined) values.push({ value, labels })
        })
        this.reset()
        // `reset` sets a metric without labels to 0.
        if (labels.length === 0) this.remove()
        for (const { value, labels } of values) this.set(labels, value)
      },
    })
  }
  function counter(name: ChainMetricName, collect?: () => Promise<void>): Counter {
    const { help, labels } = chainMetrics[name]
    return new Counter({ name, help, labelNames: [...labels], registers: [registry], ...(collect && { collect }) })
  }
  return { gauge, counter }
}

/** Also returns true for an overdue run: the flow looks ended, but its history contains neither the run nor a reason. */
function willRun({ flow, status, health, newest }: EvaluatedFlow): boolean {
  if (status === 'active' || status === 'scheduled') return true
  if (health.state !== 'ended' || health.stopped !== null || !newest) return false
  return newest.history[0]?.scheduledExecTime !== flow.execTime
}

type AddValue = (value: number | undefined, labels?: Record<string, string>) => void

interface FlowCount {
  status: string
  verdict: string
  cause: string
  count: number
}

type FlowCounts = Map<string, FlowCount>

const causes: Readonly<Record<FailureCause, true>> = {
  feeBalanceTooLow: true,
  feeNotCollected: true,
  agentFeeNotPaid: true,
  agentNotFound: true,
  wrongSigner: true,
  insufficientFunds: true,
  noGrant: true,
  noActiveChannel: true,
  conditionsNotMet: true,
  otherChain: true,
  other: true,
  timedOut: true,
  unacknowledged: true,
  idle: true,
}

/** The usual combinations of labels begin with 0. */
function initialCounts(): FlowCounts {
  const counts: FlowCounts = new Map()
  countFlow(counts, 'scheduled', 'waiting', 'none', 0)
  for (const verdict of ['healthy', 'waiting', 'stuck', 'unknown']) countFlow(counts, 'active', verdict, 'none', 0)
  for (const status of ['completed', 'stopped']) countFlow(counts, status, 'ended', 'none', 0)
  for (const cause of Object.keys(causes)) {
    countFlow(counts, 'active', 'failing', cause, 0)
    for (const status of ['completed', 'stopped']) countFlow(counts, status, 'ended', cause, 0)
  }
  return counts
}

/** Earlier combinations are included with 0, so that a time series doesn't disappear with its last flow. */
function countFlows(counts: FlowCounts, flows: readonly EvaluatedFlow[]): Iterable<FlowCount> {
  for (const one of counts.values()) one.count = 0
  for (const { status, verdict } of flows) countFlow(counts, status, verdict.state, causeOf(verdict) ?? 'none', 1)
  return counts.values()
}

function countFlow(counts: FlowCounts, status: string, verdict: string, cause: string, by: number): void {
  const key = `${status} ${verdict} ${cause}`
  const known = counts.get(key)
  if (known) known.count += by
  else counts.set(key, { status, verdict, cause, count: by })
}

function causeOf({ state, health, failure }: FlowVerdict): string | null {
  if (failure && state !== 'failing') return failure.risk.kind
  return 'cause' in health ? health.cause : null
}

/** A label can have any length, but Prometheus rejects a whole scrape if a value exceeds its limit. */
function shortened(label: string): string {
  const characters = Array.from(label)
  return characters.length > 100 ? `${characters.slice(0, 99).join('')}…` : label
}

function inSeconds(milliseconds: number | null | undefined): number | undefined {
  return milliseconds === null || milliseconds === undefined ? undefined : milliseconds / 1_000
}

function secondsOf(time: string | undefined): number | undefined {
  return time === undefined ? undefined : inSeconds(toDate(time)?.getTime())
}
