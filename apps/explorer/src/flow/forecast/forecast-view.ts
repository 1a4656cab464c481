import type { Coin, Flow } from '@flow-query/core'
import {
  type FlowDryRun,
  type FlowForecast,
  type ForecastAssumption,
  type ForecastFunds,
  type ForecastRisk,
  soonestFailures,
} from '@flow-query/core/forecast'
import {
  describeForecast,
  describeRisk,
  explainDryRun,
  explainRisk,
  formatAmount,
  formatAmounts,
  formatCount,
  formatList,
  formatNumber,
  formatTime,
  type RiskExplanation,
  splitAmount,
} from '@flow-query/format'
import type { CheckOrder } from '../../attention/checks'
import { errorText } from '../../states/errors'
import { healthMarks, outcomeMarks } from '../../values/marks'
import { splitAddresses } from '../messages/message'
import type { ExpectedRun } from '../schedule-view'

/** Determines the color and the icon of a forecast. */
export type ForecastTone = 'likely' | 'atRisk' | 'willFail' | 'unknown'

export const forecastMarks: Readonly<Record<ForecastTone, string>> = {
  likely: outcomeMarks.succeeded,
  atRisk: healthMarks.failing,
  willFail: outcomeMarks.failed,
  unknown: healthMarks.unknown,
}

/** The icons of future runs. */
export const expectedMarks: Readonly<Record<ExpectedRun, string>> = {
  succeeded: outcomeMarks.succeeded,
  feeNotCollected: outcomeMarks.feeNotCollected,
  failed: outcomeMarks.failed,
  skipped: outcomeMarks.skipped,
  unknown: outcomeMarks.unacknowledged,
  none: '',
}

/** Describes a future run: `20 Nov 2026, 21:57:56 CET: expected to fail`. */
export function expectedRunSentence(time: number, expected: ExpectedRun): string {
  return `${formatTime(new Date(time))}: ${expectations[expected]}`
}

const expectations: Readonly<Record<ExpectedRun, string>> = {
  succeeded: 'expected to succeed',
  feeNotCollected: 'the fee is not expected to be collected',
  failed: 'expected to fail',
  skipped: 'expected to be skipped',
  unknown: 'outcome unknown',
  none: 'won’t run',
}

/** A forecast in words. */
export interface ForecastView {
  tone: ForecastTone
  title: string
  /** The first possible problem of the next run, or null. */
  risk: ExplainedRisk | null
  /** The other problems. */
  otherRisks: ExplainedRisk[]
  /** The money of the payer and the assumptions. Empty if the next run has a risk. */
  basis: string[]
}

export interface ExplainedRisk extends RiskExplanation {
  kind: ForecastRisk['kind']
  /** The amount that has to be sent, or null. */
  missing: Coin | null
}

/**
 * Describes the forecast of a flow that will run again. Returns null while it is loading.
 *
 * @param error why some facts are unknown, or null
 */
export function forecastView(forecast: FlowForecast | undefined, error: unknown): ForecastView | null {
  if (error && (!forecast || forecast.nextRun === 'unknown')) return unknownForecast(error)
  if (!forecast) return null
  const { flow, risks, nextRun } = forecast
  // The title names the same risk.
  const isFirst = ({ at, kind }: ForecastRisk) => at === flow.execTime && kind !== 'conditionInput'
  const first = nextRun === 'likely' ? undefined : risks.find(isFirst)
  const explained = (risk: ForecastRisk): ExplainedRisk => ({
    ...explainRisk(risk, forecast),
    kind: risk.kind,
    missing: risk.missing ?? null,
  })
  const basis = first ? [] : [describePayer(forecast), describeAssumptions(forecast.assumptions)]
  return {
    tone: nextRun === 'none' ? 'unknown' : nextRun,
    title: describeForecast(forecast),
    risk: first ? explained(first) : null,
    otherRisks: risks.filter(risk => risk !== first).map(explained),
    basis: basis.filter(text => text !== ''),
  }
}

/** Says why there is no forecast. */
function unknownForecast(error: unknown): ForecastView {
  const { title, help } = errorText(error)
  const sentence = `Some facts are unknown, because they couldn’t be read: ${title.toLowerCase()}.`
  return {
    tone: 'unknown',
    title: 'Next run: can’t be predicted',
    risk: { kind: 'factsMissing', sentence, remedy: help, missing: null },
    otherRisks: [],
    basis: [],
  }
}

function describePayer({ funds }: FlowForecast): string {
  if (!funds || funds.payer === 'none') return ''
  const { payer, denom, balance, costPerRun } = funds
  const held = formatAmount({ denom, amount: balance })
  if (costPerRun === '0') return 'Runs are free.'
  const account = payer === 'wallet' ? 'owner’s wallet' : 'fee account'
  return `The ${account} holds ${held}, and a run costs about ${formatAmount({ denom, amount: costPerRun })}.`
}

function describeAssumptions(assumptions: readonly ForecastAssumption[]): string {
  const known = assumptions.flatMap(assumption => assumptionNames[assumption] ?? [])
  return known.length > 0 ? `This assumes that ${formatList(known)}.` : ''
}

const assumptionNames: Readonly<Partial<Record<ForecastAssumption, string>>> = {
  feeLikeLastRun: 'the fee stays the same',
  feeEstimated: 'the fee isn’t higher than the chain’s estimate',
  agentFeeUnchanged: 'the agent doesn’t change its fee',
  messagesLikeLastRun: 'the messages have the same effects as in the last run',
  answersArrive: 'the other chain responds to each run before the next one',
  bothReleases: 'the chain’s release is unknown',
}

/** A part of a remedy: text, an address, or an amount with the text to copy. */
export type RemedyPart = string | { address: string } | { amount: string; copied: string }

/** Splits a remedy, so that its addresses and the missing amount can have copy buttons. */
export function remedyParts({ remedy, missing }: Pick<ExplainedRisk, 'remedy' | 'missing'>): RemedyPart[] {
  const amount = missing && formatAmount(missing)
  return splitAddresses(remedy ?? '').flatMap((part): RemedyPart[] => {
    if (typeof part !== 'string' || !missing || !amount || !part.includes(amount)) return [part]
    const [before = '', ...after] = part.split(amount)
    return [before, { amount, copied: amountToCopy(missing) }, after.join(amount)]
  })
}

/** Returns an amount as a wallet expects it: in the display denom, without separators of thousands. */
function amountToCopy(coin: Coin): string {
  const { whole, fraction } = splitAmount(coin)
  return whole.replaceAll(',', '') + fraction
}

/** The balance of an account, from a query. */
export interface BalanceReading {
  data: readonly Coin[] | undefined
  error: unknown
}

/** An account that can pay for a flow. */
export interface AccountFunds {
  name: string
  testId: string
  /** The coins to show. Undefined while they are loading, and null if they can't be read. */
  coins: readonly Coin[] | null | undefined
  /** A note such as `Pays the fees`. */
  note: string
  /** Whether the balance can't be used anymore. */
  isStranded: boolean
}

/** The most coins of an account that are shown. */
const maxCoins = 3

/** Describes the fee account and the wallet of a flow, and the balance that is left when the flow is over. */
export function accountFunds(
  flow: Flow,
  forecast: FlowForecast | undefined,
  feeAccount: BalanceReading,
  wallet: BalanceReading,
): AccountFunds[] {
  const payer = forecast?.funds?.payer
  const isOver = forecast?.nextRun === 'none'
  const stranded = forecast?.stranded ?? []
  const fallbackNote = payer === 'wallet' ? 'Pays the fees' : 'Pays the fees if the fee account can’t'
  const walletNote = flow.configuration.walletFallback ? fallbackNote : 'Doesn’t pay fees'
  return [
    {
      name: 'Fee account',
      testId: 'funds-fee-account',
      isStranded: isOver && stranded.length > 0,
      ...coinsOf(feeAccount, forecast, strandedNote(isOver, stranded) || (payer ? feeAccountNotes[payer] : '')),
    },
    {
      name: 'Owner’s wallet',
      testId: 'funds-wallet',
      isStranded: false,
      ...coinsOf(wallet, forecast, isOver ? '' : walletNote),
    },
  ]
}

const feeAccountNotes: Readonly<Record<ForecastFunds['payer'], string>> = {
  feeAccount: 'Pays the fees',
  wallet: 'Not enough for a run, so the owner’s wallet pays',
  none: 'Not enough for a run',
}

function strandedNote(isOver: boolean, stranded: readonly Coin[]): string {
  if (stranded.length === 0) return ''
  return isOver
    ? 'Stranded, because this flow won’t run again'
    : `${formatAmounts(stranded)} will be left when the flow ends, and can’t be used anymore`
}

function coinsOf({ data, error }: BalanceReading, forecast: FlowForecast | undefined, note: string) {
  if (!data) return error ? { coins: null, note: errorText(error).title } : { coins: undefined, note }
  // The denom of the fees comes first, because a wallet can hold many others.
  const denom = forecast?.funds?.denom ?? 'uinto'
  const sorted = [...data].sort((one, other) => Number(other.denom === denom) - Number(one.denom === denom))
  const more = sorted.length - maxCoins
  return {
    coins: sorted.slice(0, maxCoins),
    note: [more > 0 ? `${formatNumber(more)} more` : '', note].filter(text => text !== '').join(' · '),
  }
}

/** The cost of a run and the number of paid runs, or `–` if they are unknown. Null while the forecast is loading. */
export function runFunds(
  forecast: FlowForecast | undefined,
  isPending: boolean,
): { cost: string | null; runs: string | null } {
  const { funds } = forecast ?? {}
  if (!funds) return isPending && !forecast ? { cost: null, runs: null } : { cost: '–', runs: '–' }
  return {
    cost: formatAmount({ denom: funds.denom, amount: funds.costPerRun }),
    runs: paidRuns(funds),
  }
}

/** Says how many of the scheduled runs are paid: `12 of 40 runs`, `at least 12 of 40 runs`, `12 to 20 of 40 runs`. */
function paidRuns({ runs: { atLeast, likely, atMost }, scheduled }: ForecastFunds): string {
  const of = `of ${formatCount(scheduled, 'run')}`
  if (atMost === null || atLeast === atMost) return `${formatNumber(likely)} ${of}`
  if (atMost === scheduled) return `at least ${formatNumber(atLeast)} ${of}`
  return `${formatNumber(atLeast)} to ${formatNumber(atMost)} ${of}`
}

/** The result of a dry run in words. */
export interface DryRunView {
  tone: 'likely' | 'willFail' | 'unknown'
  title: string
  help: string
}

/** Describes the result of a dry run. Returns null before it. */
export function dryRunView(flow: Flow, dryRun: FlowDryRun | undefined, error: unknown): DryRunView | null {
  if (error) {
    const { title, help } = errorText(error)
    return { tone: 'unknown', title, help }
  }
  if (!dryRun) return null
  const tones = { succeeded: 'likely', failed: 'willFail', notLocal: 'unknown' } as const
  const { title, help } = explainDryRun(dryRun, flow)
  return { tone: tones[dryRun.result], title, help }
}

/** A flow that is expected to fail. */
export interface NextFailure {
  flow: Flow
  /** The time of the run, in RFC 3339 format. */
  at: string
  tone: 'atRisk' | 'willFail'
  /** For example `Will fail: the fee can’t be paid`. */
  text: string
  /** The cause and the remedy. */
  sentence: string
}

/** Returns the flows that are expected to fail, soonest first. */
export function nextFailures(forecasts: readonly FlowForecast[]): NextFailure[] {
  return soonestFailures(forecasts).map(({ forecast, failure }) => {
    const { sentence, remedy } = explainRisk(failure, forecast)
    return {
      flow: forecast.flow,
      at: failure.at,
      tone: failure.certainty === 'certain' ? 'willFail' : 'atRisk',
      text: describeRisk(failure),
      sentence: remedy === null ? sentence : `${sentence} ${remedy}`,
    }
  })
}

/** The most flows in a list of failures. */
export const maxFailureRows = 5

/** The number of flows whose forecast a page shows. A forecast takes about three requests. */
export const maxForecasts = 50

export interface ForecastChecks {
  /** The flows to forecast. Null while the forecasts must wait. */
  flows: readonly Flow[] | null
  /** The number of all running flows, or null while the chain is loading. */
  total: number | null
}

/**
 * Selects the running flows whose next runs are due soonest. It keeps the flows of the previous selection while they are running,
 * because a new selection after each run would cause many requests.
 */
export function forecastChecks(
  { toForecast, complete, isRestoring }: CheckOrder,
  before: ForecastChecks | undefined,
): ForecastChecks {
  if (isRestoring) return { flows: null, total: null }
  const total = complete ? toForecast.length : null
  const flowsBefore = before?.flows ?? []
  // The selection of a chain that was still loading is replaced once.
  const isKept = before !== undefined && (before.total === null) === (total === null)
  const kept = new Set(isKept ? flowsBefore.map(({ id }) => id) : [])
  const selected = [
    ...(kept.size > 0 ? toForecast.filter(({ id }) => kept.has(id)) : []),
    ...toForecast.slice(0, maxForecasts).filter(({ id }) => !kept.has(id)),
  ]
    .slice(0, maxForecasts)
    .sort((one, other) => Number(one.id) - Number(other.id))
  const isSame =
    before?.flows?.length === selected.length &&
    before.total === total &&
    selected.every((flow, index) => flow === flowsBefore[index])
  return isSame ? before : { flows: selected, total }
}
