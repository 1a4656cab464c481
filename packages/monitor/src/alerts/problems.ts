import { toDate } from '@flow-query/core'
import {
  describeFailure,
  describeForecast,
  explainFailures,
  explainVerdict,
  formatMilliseconds,
  formatTime,
  phraseText,
} from '@flow-query/format'
import type { FlowVerdict, Run } from '@flow-query/insights'
import {
  type ExpectedFailure,
  expectedFailures,
  type FlowForecast,
  type ForecastFunds,
  type ForecastRisk,
  reportedFailures,
} from '@flow-query/insights/forecast'
import { blockAt, type EvaluatedFlow, type Evaluation } from '../evaluate.js'
import type { AlertKind } from './alert.js'

export interface Thresholds {
  minRuns: number
  minTime: number
  within: number
}

export interface Problem {
  anchor: string
  run: number | null
  cause: string | null
  title: string
  text: string | null
  dueAt: number | null
  isExact: boolean
  /** Whether the flow has stopped or will stop. Defaults to false. */
  stops?: boolean
  /** The balance of the account that pays for the runs, if the problem is that it is too low. */
  balance?: string | undefined
}

export type Finding = Problem | null | undefined

export const endedFor = 86_400_000

export function problemsOf(
  evaluated: EvaluatedFlow,
  now: number,
  thresholds: Thresholds,
): Record<Extract<AlertKind, `flow.${string}`>, Finding> {
  const { health } = evaluated
  const failing = health.state === 'unknown' ? undefined : failingProblem(evaluated, now)
  const willFail = willFailProblem(evaluated, now, thresholds.within)
  return {
    'flow.failing': failing,
    'flow.stopped': health.state === 'unknown' ? undefined : stoppedProblem(evaluated, now),
    'flow.will_fail': willFail,
    'flow.low_funds': feeRisks.has(`${willFail?.cause}`) ? undefined : lowFundsProblem(evaluated, now, thresholds),
  }
}

function failingProblem(evaluated: EvaluatedFlow, now: number): Problem | null {
  const { health, verdict, failures } = evaluated
  if (health.state === 'stuck') {
    const { since, cause } = health
    return { ...anchorOf(since), ...wordsOf(evaluated, now), cause, dueAt: null, isExact: true }
  }
  const hasFailed =
    health.state === 'failing' || (health.state === 'ended' && !health.stopped && verdict.needsAttention)
  if (!hasFailed) return null
  const since = failures?.since ?? health.failedRun
  const isExact = failures?.orEarlier === false
  return { ...anchorOf(since), ...wordsOf(evaluated, now), cause: health.cause, dueAt: null, isExact }
}

function stoppedProblem(evaluated: EvaluatedFlow, now: number): Problem | null {
  const { health, verdict } = evaluated
  if (health.state !== 'ended' || !health.stopped || !verdict.needsAttention) return null
  const { rule, run } = health.stopped
  return {
    ...anchorOf(run ?? health.since),
    ...wordsOf(evaluated, now),
    cause: health.cause ?? rule,
    dueAt: null,
    isExact: true,
    stops: true,
  }
}

function anchorOf(run: Run | null): Pick<Problem, 'anchor' | 'run'> {
  return { anchor: run?.time ?? '', run: run?.number ?? null }
}

function wordsOf({ verdict, packets }: EvaluatedFlow, now: number): Pick<Problem, 'title' | 'text'> {
  const time = { ...blockAt(now), readAt: now }
  const { title, second, since, help, chainSaid } = explainVerdict({ ...aboutThePast(verdict), time }, { packets })
  const said = chainSaid && `The chain said: ${chainSaid}`
  const news = [since, second].map(phrase => phrase && `${phraseText(phrase)}.`)
  const sentences = [...news, help, said].filter(Boolean)
  return { title: phraseText(title), text: sentences.join(' ') || null }
}

/** If a failing flow will stop, another alert reports the stop. */
function aboutThePast(verdict: FlowVerdict): FlowVerdict {
  return verdict.state === 'willStop' ? { ...verdict, state: verdict.health.state, failure: null, stop: null } : verdict
}

function willFailProblem({ verdict, status }: EvaluatedFlow, now: number, within: number): Finding {
  const { forecast, health } = verdict
  if (!forecast) return status === 'completed' || status === 'stopped' ? null : undefined
  const failures = expectedFailures(forecast, now + within)
  const reported = failures.filter(isReported)
  const undecided = reported.filter(({ risk }) => mayBePaid(risk, forecast))
  const { failure } = reportedFailures(
    reported.filter(one => !undecided.includes(one)),
    health,
  )
  if (!failure) return undecided.length > 0 ? undefined : null
  const { risk, stops } = failure
  // A failing flow already has an alert, so only a stop is news.
  if (health.state === 'stuck' || (health.state === 'failing' && !stops)) return null
  const stop = stops ? null : reportedFailures(failures, health).stop
  const { sentence, remedy } = explainFailures({ failure, stop }, forecast, { now })
  return {
    anchor: risk.at,
    run: risk.run,
    cause: risk.kind,
    title: describeFailure(failure, undefined, stop),
    text: [sentence, remedy, `The run is due at ${formatTime(risk.at)}.`].filter(Boolean).join(' '),
    dueAt: timeOf(risk.at),
    isExact: true,
    stops: stops || stop !== null,
    balance: feeRisks.has(risk.kind) ? forecast.funds?.balance : undefined,
  }
}

function isReported({ risk: { kind, certainty, address } }: ExpectedFailure): boolean {
  const isMoney = feeRisks.has(kind) || kind === 'messageFunds' || (kind === 'agentFee' && address !== undefined)
  return certainty === 'certain' || isMoney
}

const feeRisks: ReadonlySet<string> = new Set(['feeBalanceTooLow', 'feeNotCollected'])

/**
 * Whether a run after the next one may be paid, because its fee is an estimate. Then an alert neither begins nor ends, so that small
 * changes of the estimate don't cause pairs of alerts.
 */
function mayBePaid({ kind, certainty, at }: ForecastRisk, { flow, funds }: FlowForecast): boolean {
  if (certainty === 'certain' || !feeRisks.has(kind) || at === flow.execTime || !funds) return false
  return funds.runs.likely > 0 && !isSurelyShort(funds)
}

/** Whether the money isn't enough for all scheduled runs, even if they have the lowest estimated cost. */
function isSurelyShort({ runs, scheduled, payer, balance, costPerRun }: ForecastFunds): boolean {
  // The forecast can end before the first run, because other flows spend from the same wallet. The number of paid runs is unknown then.
  if (runs.atMost === null) return runs.likely === 0 && (payer === 'none' || BigInt(balance) < BigInt(costPerRun))
  return runs.likely === 0 || runs.atMost < scheduled
}

function lowFundsProblem({ forecast, status }: EvaluatedFlow, now: number, { minRuns, minTime }: Thresholds): Finding {
  if (status === 'completed' || status === 'stopped') return null
  if (!forecast?.funds) return undefined
  const { runs, scheduled, lastsUntil, payer, address } = forecast.funds
  if (runs.likely >= scheduled) return null
  // If the end of the money is unknown, it lasts at least for these runs.
  const lastPaid = lastsUntil ?? forecast.runs[runs.likely - 1]?.time
  if (runs.likely > 0 && lastPaid === undefined) return null
  const timeLeft = lastPaid === undefined ? 0 : timeOf(lastPaid) - now
  if (runs.likely > minRuns && timeLeft > minTime * 1.1) return null
  const isShort = runs.likely < minRuns || timeLeft < minTime
  if (!isShort || !isSurelyShort(forecast.funds)) return undefined
  const first = forecast.runs[0]?.number
  const unpaid = first == null ? null : first + runs.likely
  return {
    anchor: unpaid === null ? (lastsUntil ?? forecast.flow.execTime) : `run ${unpaid}`,
    run: unpaid,
    cause: 'lowFunds',
    title: `The money of the ${payer === 'wallet' ? 'wallet' : 'fee account'} is running out`,
    text: `${moneyLeft(forecast)}. Send money to ${address} before it runs out.`,
    dueAt: null,
    isExact: false,
    balance: forecast.funds.balance,
  }
}

function moneyLeft(forecast: FlowForecast): string {
  const text = describeForecast(forecast).split(' · ').at(-1) ?? ''
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function timeOf(time: string): number {
  return toDate(time)?.getTime() ?? 0
}

const unreachableAfter = 120_000
const largestLag = 600_000
const largestLead = 240_000

export function problemsOfNode(
  { node }: Evaluation,
  time: number,
): Record<Extract<AlertKind, `node.${string}`>, Finding> {
  const { unreachableSince, silentSince, height, blockTime, lag, error } = node
  const at = { anchor: `block ${height ?? 'unknown'}`, run: null, dueAt: null, isExact: false }
  if (unreachableSince !== null) {
    const isLong = time - unreachableSince >= unreachableAfter
    const text = `No answer since ${formatTime(new Date(unreachableSince))}${error ? ` (${error.kind})` : ''}. Until it answers, flows can't be checked.`
    const unreachable = { ...at, cause: error?.kind ?? null, title: 'The node is unreachable', text }
    return { 'node.unreachable': isLong ? unreachable : undefined, 'node.silent': undefined }
  }
  const block =
    height === null || blockTime === null ? '' : `Its newest block is ${height} of ${formatTime(new Date(blockTime))}. `
  if (silentSince !== null || (lag !== null && lag > largestLag)) {
    const text = `${block}Until it catches up, failures are noticed late.`
    const silent = { ...at, cause: 'oldBlock', title: 'The node has no new blocks', text }
    return { 'node.unreachable': null, 'node.silent': silent }
  }
  if (lag !== null && lag < -largestLead) {
    const text = `${block}The clock of the monitor is ${formatMilliseconds(-lag)} behind it. Check both clocks.`
    const ahead = { ...at, cause: 'clock', title: 'The clock of the node is ahead', text }
    return { 'node.unreachable': null, 'node.silent': ahead }
  }
  return { 'node.unreachable': null, 'node.silent': lag === null ? undefined : null }
}
