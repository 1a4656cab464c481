import { createRequire } from 'node:module'
import type { Flow } from '@flow-query/core'
import { describeForecast, describeVerdict, explainRisk, phraseText } from '@flow-query/format'
import { flowVerdict, type NewestEntries } from '@flow-query/insights'
import type { FlowForecast, FlowsForecastFacts, ForecastRisk } from '@flow-query/insights/forecast'
import { expectedFailures, predictions } from '@flow-query/insights/forecast'
import type { Block } from '../read/node.js'
import { clean, isAmount, json, type Source, text } from '../rows/rows.js'
import { timeNanoseconds, timeText } from '../rows/time.js'
import { columnsOf } from '../schema.js'
import type { Row } from '../store.js'

export interface Basis extends Source {
  block: Block
  flowHeight: number
}

export function forecastRow(forecast: FlowForecast, facts: FlowsForecastFacts, basis: Basis): Row {
  const { flow, nextRun, risks, funds } = forecast
  const [failure] = expectedFailures(forecast)
  const risk = failure?.risk ?? risks[0]
  const feeBalance = facts.balances?.[flow.feeAddress]
  return {
    ...emptyRow(flow, basis),
    exec_time: nextRun === 'none' ? null : text(timeNanoseconds(flow.execTime)),
    next_run: nextRun,
    expected_failure: `${failure !== undefined}`,
    risk: risk?.kind ?? null,
    risk_certainty: risk?.certainty ?? null,
    risk_time: text(timeNanoseconds(risk?.at ?? '')),
    risk_sequence: text(risk?.run ?? null),
    missing_amount: amount(risk?.missing?.amount),
    missing_denom: risk?.missing ? clean(risk.missing.denom) : null,
    payer: funds?.payer ?? null,
    payer_address: funds ? clean(funds.address) : null,
    cost_amount: amount(funds?.costPerRun),
    cost_denom: funds ? clean(funds.denom) : null,
    runs_at_least: integer(funds?.runs.atLeast),
    runs_likely: integer(funds?.runs.likely),
    runs_at_most: integer(funds?.runs.atMost),
    scheduled_runs: integer(funds?.scheduled),
    lasts_until: text(timeNanoseconds(funds?.lastsUntil ?? '')),
    sentence: clean(sentenceOf(forecast, risk, basis)),
    ...verdictColumns(flow, facts.histories?.[flow.id], forecast, basis),
    reason: nextRun === 'unknown' && !risk ? 'The node did not return this flow’s balances or permissions' : null,
    fee_balance: feeBalance ? json(feeBalance) : null,
  }
}

const release: string = createRequire(import.meta.url)('@flow-query/insights/package.json').version

/** Returns undefined if the forecast contains no next run, or if the number of the run is unknown. */
export function predictionRow(forecast: FlowForecast, { chain, height, block }: Basis): Row | undefined {
  const [next] = predictions(forecast)
  if (!next || next.run.number === null || next.run.time !== forecast.flow.execTime) return undefined
  const { run, name, successProbability } = next
  return {
    chain,
    flow_id: forecast.flow.id,
    sequence: `${run.number}`,
    exec_time: text(timeNanoseconds(run.time)),
    made_at: `${block.time}`,
    release,
    prediction: name,
    success_percent: text(successProbability === null ? null : Math.round(100 * successProbability)),
    expected_outcome: run.outcome,
    risk: forecast.risks.find(({ at }) => at === run.time)?.kind ?? null,
    height: `${height}`,
  }
}

/** Without a forecast, the verdict is the health. */
export function noForecastRow(flow: Flow, history: NewestEntries | undefined, reason: string, basis: Basis): Row {
  return {
    ...emptyRow(flow, basis),
    exec_time: text(timeNanoseconds(flow.execTime)),
    ...verdictColumns(flow, history, null, basis),
    reason: clean(reason),
  }
}

function verdictColumns(
  flow: Flow,
  history: NewestEntries | undefined,
  forecast: FlowForecast | null,
  { block }: Basis,
): Row {
  const verdict = flowVerdict(flow, history, forecast, { block: timeText(block.time) })
  return { verdict: verdict.state, verdict_text: clean(phraseText(describeVerdict(verdict))) }
}

function emptyRow({ id }: Flow, { chain, height, block, flowHeight }: Basis): Row {
  return {
    ...Object.fromEntries(columnsOf('forecasts').map(column => [column, null])),
    chain,
    flow_id: id,
    expected_failure: 'false',
    flow_height: `${flowHeight}`,
    block_time: `${block.time}`,
    height: `${height}`,
  }
}

function sentenceOf(forecast: FlowForecast, risk: ForecastRisk | undefined, { block }: Basis): string {
  if (!risk) return describeForecast(forecast)
  const { sentence, remedy } = explainRisk(risk, forecast, { now: Number(block.time / 1_000_000n) })
  return remedy === null ? sentence : `${sentence} ${remedy}`
}

function amount(value: string | undefined): string | null {
  return value !== undefined && isAmount(value) ? value : null
}

function integer(value: number | null | undefined): string | null {
  return value != null && Number.isSafeInteger(value) ? `${value}` : null
}
