import type { Flow, FlowHistoryEntry, FlowHistoryPage } from '@flow-query/core'
import type { FlowForecast } from '@flow-query/insights/forecast'
import { chainTimeAt } from '@flow-query/testing'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { type Evaluation, evaluateFlows } from '../evaluate.js'
import { type FlowMetricsOptions, registerFlowMetrics } from './chain.js'
import { chainMetrics } from './definitions.js'

const now = Date.parse('2026-06-15T12:00:00Z')
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()

/** An hourly flow that started in the morning and runs next in half an hour. */
function flowWith(id: string, changes: Partial<Flow> = {}): Flow {
  return {
    id,
    owner: 'into1owner',
    label: `Flow ${id}`,
    startTime: at(-240),
    execTime: at(30),
    endTime: at(600),
    interval: '3600s',
    selfHostedIca: null,
    trustlessAgent: null,
    configuration: {},
    conditions: {
      comparisons: [],
      feedbackLoops: [],
      stopOnSuccessOf: [],
      stopOnFailureOf: [],
      skipOnSuccessOf: [],
      skipOnFailureOf: [],
    },
    updateHistory: [],
    msgs: [],
    ...changes,
  } as unknown as Flow
}

function run(minutes: number, changes: Partial<FlowHistoryEntry> = {}): FlowHistoryEntry {
  return {
    scheduledExecTime: at(minutes),
    actualExecTime: at(minutes),
    execFee: [],
    executed: true,
    timedOut: false,
    errors: [],
    msgResponses: [],
    queryResponses: [],
    packetSequences: [],
    ...changes,
  }
}
const failed = { executed: false, errors: ['spendable balance 1uinto is smaller than 2uinto: insufficient funds'] }

function page(...history: FlowHistoryEntry[]): FlowHistoryPage {
  return { history, nextKey: null, total: null }
}

function evaluationOf(
  flows: Flow[],
  histories: Record<string, FlowHistoryPage>,
  forecasts: Record<string, unknown> = {},
  time = now,
): Evaluation {
  const input = {
    flows,
    histories: new Map(Object.entries(histories)),
    forecasts: new Map(Object.entries(forecasts) as [string, FlowForecast][]),
  }
  return {
    now: time,
    flows: evaluateFlows(input, chainTimeAt(time)),
    isComplete: true,
    node: {} as Evaluation['node'],
  }
}

/** Returns the samples of an exposition whose name starts with `prefix` and whose value is not 0. */
async function samples(registry: Registry, prefix: string): Promise<string[]> {
  const text = await registry.metrics()
  return text.split('\n').filter(line => line.startsWith(prefix) && !line.endsWith(' 0'))
}

function registered(options: Omit<FlowMetricsOptions, 'evaluation'>, first: Evaluation | undefined) {
  const state = { evaluation: first }
  const registry = new Registry()
  const metrics = registerFlowMetrics(registry, { evaluation: () => state.evaluation, ...options })
  return { registry, metrics, state }
}

test('counts flows by status, verdict and cause', async () => {
  const flows = [
    flowWith('1'),
    flowWith('2'),
    flowWith('3'),
    flowWith('4', { startTime: at(60), execTime: at(60) }),
    flowWith('5', { execTime: at(-120), endTime: at(-110) }),
    flowWith('6'),
  ]
  const { registry } = registered(
    {},
    evaluationOf(flows, {
      1: page(run(-30)),
      2: page(run(-30, failed), run(-90)),
      3: page(run(-30, failed)),
      5: page(run(-120, { timedOut: true, executed: false })),
    }),
  )
  expect(await samples(registry, 'intento_flows{')).toEqual([
    'intento_flows{status="scheduled",verdict="waiting",cause="none"} 1',
    'intento_flows{status="active",verdict="healthy",cause="none"} 1',
    'intento_flows{status="active",verdict="unknown",cause="none"} 1',
    'intento_flows{status="active",verdict="failing",cause="insufficientFunds"} 2',
    'intento_flows{status="completed",verdict="ended",cause="timedOut"} 1',
  ])
})

test('a flow that will fail is not counted as healthy', async () => {
  const flow = flowWith('1')
  const risks = [{ kind: 'feeBalanceTooLow', certainty: 'certain', at: flow.execTime }]
  const forecast = { flow, risks, stop: { time: flow.execTime, outcome: 'failed' } }
  const { registry } = registered({}, evaluationOf([flow], { 1: page(run(-30)) }, { 1: forecast }))
  expect(await samples(registry, 'intento_flows{')).toEqual([
    'intento_flows{status="active",verdict="willStop",cause="feeBalanceTooLow"} 1',
  ])
})

test('a time series stays at 0 after its last flow has left it', async () => {
  const { registry, state } = registered({}, evaluationOf([flowWith('1')], { 1: page(run(-30, failed)) }))
  const line = 'intento_flows{status="active",verdict="failing",cause="insufficientFunds"}'
  expect(await registry.metrics()).toContain(`${line} 1`)
  state.evaluation = evaluationOf([flowWith('1')], { 1: page(run(-5), run(-30, failed)) })
  expect(await registry.metrics()).toContain(`${line} 0`)
})

test('before the first evaluation, there are no counts of flows', async () => {
  const { registry } = registered({}, undefined)
  const text = await registry.metrics()
  expect(text).not.toMatch(/^intento_flows\{/m)
  expect(text).toContain('intento_flows_complete 0')
  expect(text).not.toMatch(/^intento_evaluation_timestamp_seconds /m)
})

test('counts each run once, when its outcome is known, and no run before the first evaluation', async () => {
  const { registry, metrics } = registered({}, undefined)
  const flow = flowWith('1', {
    selfHostedIca: { connectionId: 'connection-0', portId: 'p', hostConnectionId: '' } as never,
  })
  const sent = { executed: false, packetSequences: ['7'] }
  const update = (minutes: number, ...history: FlowHistoryEntry[]) =>
    metrics.update(evaluationOf([flow], { 1: page(...history) }, {}, now + minutes * 60_000))
  update(0, run(-30))
  expect(await samples(registry, 'intento_runs_total')).toEqual([])
  update(31, run(30, sent), run(-30))
  expect(await samples(registry, 'intento_runs_total')).toEqual([])
  update(32, run(30, { packetSequences: ['7'] }), run(-30))
  update(33, run(30, { packetSequences: ['7'] }), run(-30))
  update(91, run(90, failed), run(30, { packetSequences: ['7'] }), run(-30))
  expect(await samples(registry, 'intento_runs_total')).toEqual([
    'intento_runs_total{outcome="succeeded"} 1',
    'intento_runs_total{outcome="failed"} 1',
  ])
})

test('an unanswered run is counted when its deadline passes, although nothing else changes', async () => {
  const { registry, metrics } = registered({}, undefined)
  const flow = flowWith('1', { execTime: at(90) })
  const history = page(run(1, { executed: false, packetSequences: ['7'] }))
  metrics.update(evaluationOf([flow], {}, {}, now))
  metrics.update(evaluationOf([flow], { 1: history }, {}, now + 2 * 60_000))
  metrics.update(evaluationOf([flow], { 1: history }, {}, now + 62 * 60_000))
  metrics.update(evaluationOf([flow], { 1: history }, {}, now + 63 * 60_000))
  expect(await samples(registry, 'intento_runs_total')).toEqual(['intento_runs_total{outcome="unacknowledged"} 1'])
})

test('named flows have their own metrics, and other flows have none', async () => {
  const flows = [flowWith('1', { label: 'Pay "rent"\n' }), flowWith('2')]
  const histories = { 1: page(run(-30, failed), run(-90, failed), run(-150)), 2: page(run(-30)) }
  const forecast = {
    funds: { runs: { atLeast: 1, likely: 2, atMost: 3 }, scheduled: 9, lastsUntil: at(90) },
    risks: [
      { kind: 'feeBalanceTooLow', certainty: 'certain', at: at(150) },
      { kind: 'failsAgain', certainty: 'likely', at: at(30) },
      { kind: 'conditionsNotMet', certainty: 'certain', at: at(30) },
    ],
  }
  const { registry } = registered(
    { isNamed: ({ flow }) => flow.id === '1' },
    evaluationOf(flows, histories, { 1: { ...forecast, flow: flows[0] }, 2: { ...forecast, flow: flows[1] } }),
  )
  expect(await samples(registry, 'intento_flow_')).toEqual([
    'intento_flow_info{flow="1",owner="into1owner",label="Pay \\"rent\\"\\n"} 1',
    'intento_flow_failing{flow="1"} 1',
    'intento_flow_failures{flow="1"} 2',
    'intento_flow_runs_left{flow="1"} 2',
    'intento_flow_scheduled_runs{flow="1"} 9',
    `intento_flow_last_paid_run_timestamp_seconds{flow="1"} ${(now + 90 * 60_000) / 1_000}`,
    `intento_flow_next_run_timestamp_seconds{flow="1"} ${(now + 30 * 60_000) / 1_000}`,
    `intento_flow_last_success_timestamp_seconds{flow="1"} ${(now - 150 * 60_000) / 1_000}`,
    `intento_flow_certain_failure_timestamp_seconds{flow="1",risk="feeBalanceTooLow"} ${(now + 150 * 60_000) / 1_000}`,
  ])
})

test('a flow that ended with a failure has the time of its last run', async () => {
  const flow = flowWith('1', { execTime: at(-120), endTime: at(-110) })
  const { registry } = registered({ isNamed: () => true }, evaluationOf([flow], { 1: page(run(-120, failed)) }))
  const [stopped] = await samples(registry, 'intento_flow_stopped_timestamp_seconds')
  expect(stopped).toBe(`intento_flow_stopped_timestamp_seconds{flow="1"} ${(now - 120 * 60_000) / 1_000}`)
})

test('an overdue run is still the next run, but the last run of an ended flow is not', async () => {
  const isLate = { execTime: at(-10), endTime: at(-5) }
  const evaluation = evaluationOf([flowWith('1', isLate), flowWith('2', isLate)], {
    1: page(run(-70)),
    2: page(run(-10), run(-70)),
  })
  const { registry } = registered({ isNamed: () => true }, evaluation)
  expect(await samples(registry, 'intento_flow_next_run_timestamp_seconds')).toEqual([
    `intento_flow_next_run_timestamp_seconds{flow="1"} ${(now - 10 * 60_000) / 1_000}`,
  ])
})

test('the number of flows with their own metrics is limited, and the others are counted', async () => {
  const flows = Array.from({ length: 5 }, (_, index) => flowWith(`${index + 1}`))
  const { registry } = registered({ isNamed: () => true, maxFlows: 3 }, evaluationOf(flows, {}))
  expect(await samples(registry, 'intento_flow_info')).toHaveLength(3)
  expect(await registry.metrics()).toContain('intento_flows_without_details 2')
})

test('10,000 flows of random owners with random labels create a bounded number of time series', async () => {
  const flows = Array.from({ length: 10_000 }, (_, index) =>
    flowWith(`${index}`, { owner: `into1${index}`, label: `Label ${index}` }),
  )
  const { registry } = registered({}, evaluationOf(flows, {}))
  const lines = (await registry.metrics()).split('\n').filter(line => line && !line.startsWith('#'))
  expect(lines.length).toBeLessThan(100)
})

test('a long label is shortened, without splitting a character', async () => {
  const flow = flowWith('1', { label: '🚀'.repeat(500) })
  const { registry } = registered({ isNamed: () => true }, evaluationOf([flow], {}))
  const [info = ''] = await samples(registry, 'intento_flow_info')
  expect(info).toContain(`label="${'🚀'.repeat(99)}…"`)
})

test('all metrics follow the naming conventions of Prometheus', () => {
  for (const [name, { type, labels }] of Object.entries(chainMetrics)) {
    expect(name).toMatch(/^intento_[a-z_]+$/)
    expect(name.endsWith('_total')).toBe(type === 'counter')
    expect(name).not.toMatch(/_(ms|milliseconds|minutes|hours|days|count|sum|bucket)$/)
    for (const label of labels) expect(label).toMatch(/^[a-z_]+$/)
  }
})
