import { executionProblem, toDate } from '@flow-query/core'
import type { ForecastRisk, ForecastRiskKind } from '@flow-query/core/forecast'
import type { ExpectedFailure, FailingFlow, FailureCause, FlowVerdict } from '@flow-query/core/insights'
import { type Denoms, knownDenoms } from '../amount.js'
import type { NewestBlock } from '../chain-time.js'
import { describeBasis, describeForecast, type ExplainedRisk, explainRisk } from '../forecast.js'
import { formatCount, formatNumber } from '../number.js'
import type { FlowPart, Phrase, RunPart } from '../phrase.js'
import { formatRoughDistance } from '../time.js'
import { describeFailures, describeHealth } from './health.js'
import { type ExplainVerdictOptions, explainHealth } from './health-explanation.js'

import { causeOf, nameFailure } from './verdict.js'

/** A verdict in plain English, from {@link explainVerdict}. */
export interface VerdictExplanation {
  /** The worst news, such as `Will stop in 22 min: 0.038 INTO short`, or `Failing: insufficient balance`. */
  title: Phrase<FlowPart | RunPart>
  /** The other news, such as `9 of 9 runs succeeded` below an expected failure, or the forecast below the health. */
  second: Phrase<FlowPart | RunPart> | null
  /**
   * The newest failure and the start of its series, such as `Newest failure: run 14 (3 min ago). Failing since run 12 (3 h
   * ago), 3 runs in a row`. Null for flows that are not failing.
   */
  since: Phrase<FlowPart | RunPart> | null
  /** The cause and how to fix it, or why no fix is needed. */
  help: string | null
  /** The chain's error message of the newest failure, or of a dry run if the title is about it. */
  chainSaid: string | null
  /** Other problems of future runs, soonest first. */
  otherRisks: ExplainedRisk[]
  /** The money of the account that pays, and the assumptions of the forecast. Empty if a failure is expected. */
  basis: string[]
}

/**
 * Describes a verdict for the top of a flow's page, with the worst news first.
 *
 * @example
 * const { title, second, help } = explainVerdict(flowVerdict(flow, page, forecast, time), time)
 * console.log(phraseText(title), help)
 *
 * @param time the newest block, from core's `chainTime`
 */
export function explainVerdict(
  verdict: FlowVerdict,
  time: NewestBlock,
  options: ExplainVerdictOptions = {},
): VerdictExplanation {
  const { flow, state, health, forecast, failure } = verdict
  const { now = time.readAt, denoms = knownDenoms } = options
  const past = explainHealth(health, flow, time, { feeBalance: forecast?.stranded, ...options })
  const isExpected = failure !== null && state !== 'failing'
  const isOver = health.state === 'ended'
  const help = helpOf(verdict, past.help, denoms)
  return {
    title: isExpected ? [titleOf(failure, now, denoms)] : past.title,
    second: isExpected ? describePast(verdict) : describeFuture(verdict, denoms),
    since: isExpected ? null : past.since,
    help: help.text,
    chainSaid: isExpected ? (failure.risk.message ?? null) : past.chainSaid,
    otherRisks: (isOver ? [] : (forecast?.risks ?? []))
      .filter(risk => !help.risks.has(risk))
      .map(risk => ({ ...explainRisk(risk, { flow, funds: forecast?.funds ?? null }, denoms), risk })),
    basis: forecast && !failure && !isOver ? describeBasis(forecast, denoms) : [],
  }
}

function titleOf(failure: ExpectedFailure, now: number, denoms: Denoms): string {
  const due = toDate(failure.at)?.getTime() ?? now
  const when = due > now ? formatRoughDistance(due, now) : 'at its next run'
  return `${nameFailure(failure)} ${when}: ${causeOf(failure.risk, denoms)}`
}

function describePast(verdict: FlowVerdict): VerdictExplanation['second'] {
  const { health } = verdict
  switch (health.state) {
    case 'unknown':
      return null
    case 'failing': {
      const failures = describeFailures(health)
      return [...describeHealth(health), failures ? `, ${failures}` : '']
    }
    case 'waiting':
      return describeHealth(health)
    default:
      return describeResults(verdict) ?? describeHealth(health)
  }
}

function describeResults({ results }: FlowVerdict): Phrase | null {
  if (!results?.attempted) return null
  const { attempted, succeeded, isWhole } = results
  const runs = `${isWhole ? '' : 'the last '}${formatCount(attempted, 'run')}`
  return [`${formatNumber(succeeded)} of ${runs} succeeded`]
}

function describeFuture(verdict: FlowVerdict, denoms: Denoms): VerdictExplanation['second'] {
  const { health, forecast } = verdict
  if (health.state === 'ended') return describeResults(verdict)
  return [forecast ? describeForecast(forecast, denoms) : 'Its next runs were not forecast']
}

interface Help {
  text: string | null
  risks: ReadonlySet<ForecastRisk>
}

/** Combines the advice about the past and the future, so that one remedy isn't given in two versions. */
function helpOf({ flow, state, health, forecast, failure }: FlowVerdict, past: string | null, denoms: Denoms): Help {
  const repeats = (forecast?.risks ?? []).filter(({ kind }) => kind === 'failsAgain')
  if (!failure) {
    // The cause of the last failure is gone.
    const isSolved = state === 'failing' && forecast?.nextRun === 'likely'
    return { text: isSolved ? null : past, risks: new Set() }
  }
  const { risk, stops } = failure
  const isSameCause = health.state === 'failing' && isAbout(risk, health)
  // The advice about the last failure names the cause exactly, but not how much is missing now.
  const isKnown = risk.kind === 'failsAgain' || (isSameCause && !risk.missing)
  const { sentence, remedy } = explainRisk(risk, { flow, funds: forecast?.funds ?? null }, denoms)
  const end = stops && risk.kind !== 'feeBalanceTooLow' ? 'The flow then stops for good.' : null
  const future = isKnown && health.state === 'failing' ? [end] : [sentence, remedy, end]
  const isPastKnown = isSameCause && !isKnown
  const sentences = [isPastKnown || health.state !== 'failing' ? null : past, ...future]
  return { text: sentences.filter(Boolean).join(' ') || null, risks: new Set([risk, ...repeats]) }
}

function isAbout({ kind, message }: ForecastRisk, { cause }: FailingFlow): boolean {
  if (kind === 'dryRunFailed') return executionProblem(message ?? '') === cause
  return causes[kind] === cause
}

const causes: Partial<Record<ForecastRiskKind, FailureCause>> = {
  feeBalanceTooLow: 'feeBalanceTooLow',
  feeNotCollected: 'feeNotCollected',
  agentFee: 'agentFeeNotPaid',
  agentNotFound: 'agentNotFound',
  messageFunds: 'insufficientFunds',
  grantMissing: 'noGrant',
  grantExpires: 'noGrant',
  grantUsedUp: 'noGrant',
  noOpenChannel: 'noActiveChannel',
  wrongSigner: 'wrongSigner',
  conditionsFail: 'conditionsNotMet',
}
