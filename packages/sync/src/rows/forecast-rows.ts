import type { Flow } from '@flow-query/core'
import type { FlowForecast, FlowsForecastFacts, ForecastRisk } from '@flow-query/core/forecast'
import { expectedFailures } from '@flow-query/core/insights'
import { describeForecast, explainRisk } from '@flow-query/format'
import type { Block } from '../read/node.js'
import type { Row } from '../store.js'
import { clean, isAmount, json, type Source, text } from './rows.js'
import { columnsOf } from './schema.js'
import { timeNanoseconds } from './time.js'

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
    sentence: clean(sentenceOf(forecast, risk)),
    reason: nextRun === 'unknown' && !risk ? 'The node did not return this flow’s balances or permissions' : null,
    fee_balance: feeBalance ? json(feeBalance) : null,
  }
}

export function noForecastRow(flow: Flow, reason: string, basis: Basis): Row {
  return { ...emptyRow(flow, basis), exec_time: text(timeNanoseconds(flow.execTime)), reason: clean(reason) }
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

function sentenceOf(forecast: FlowForecast, risk: ForecastRisk | undefined): string {
  if (!risk) return describeForecast(forecast)
  const { sentence, remedy } = explainRisk(risk, forecast)
  return remedy === null ? sentence : `${sentence} ${remedy}`
}

function amount(value: string | undefined): string | null {
  return value !== undefined && isAmount(value) ? value : null
}

function integer(value: number | null | undefined): string | null {
  return value != null && Number.isSafeInteger(value) ? `${value}` : null
}
