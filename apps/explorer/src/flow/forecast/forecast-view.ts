import type { Coin, Flow } from '@flow-query/core'
import type { FlowDryRun, FlowForecast, ForecastRisk } from '@flow-query/core/forecast'
import {
  type ExplainedRisk,
  explainDryRun,
  explainForecast,
  type ForecastExplanation,
  formatAmount,
  formatTime,
  type RiskExplanation,
  splitAmount,
} from '@flow-query/format'
import { errorText } from '../../states/errors'
import { splitAddresses } from '../../values/address'
import { healthMarks, outcomeMarks } from '../../values/marks'
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

/** A forecast in words, or the reason why it is unknown. */
export interface ForecastView extends Omit<ForecastExplanation, 'risk' | 'otherRisks'> {
  tone: ForecastTone
  risk: ShownRisk | null
  otherRisks: ShownRisk[]
}

export interface ShownRisk extends RiskExplanation {
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
  const { title, risk, otherRisks, basis } = explainForecast(forecast)
  const tone = forecast.nextRun === 'none' ? 'unknown' : forecast.nextRun
  return { tone, title, risk: risk && shownRisk(risk), otherRisks: otherRisks.map(shownRisk), basis }
}

function shownRisk({ risk, sentence, remedy }: ExplainedRisk): ShownRisk {
  return { kind: risk.kind, sentence, remedy, missing: risk.missing ?? null }
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

/** A part of a remedy: text, an address, or an amount with the text to copy. */
export type RemedyPart = string | { address: string } | { amount: string; copied: string }

/** Splits a remedy, so that its addresses and the missing amount can have copy buttons. */
export function remedyParts({ remedy, missing }: Pick<ShownRisk, 'remedy' | 'missing'>): RemedyPart[] {
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
