import { executionProblem, type Flow, toDate } from '@flow-query/core'
import type { FailingFlow, FailureCause, FlowVerdict } from '@flow-query/insights'
import type { ExpectedFailure, FlowForecast, ForecastRisk, ForecastRiskKind } from '@flow-query/insights/forecast'
import { type Denoms, knownDenoms } from '../amount.js'
import { explainFailures } from '../forecast/failures.js'
import { describeBasis, describeForecast } from '../forecast/forecast.js'
import { type ExplainedRisk, type ExplainRiskOptions, explainRisk } from '../forecast/risk.js'
import { formatCount, formatNumber } from '../number.js'
import type { FlowPart, Phrase, RunPart } from '../phrase.js'
import { moduleError } from '../problem/problem-names.js'
import type { NewestBlock } from '../time/chain-time.js'
import { formatRoughDistance } from '../time/time.js'
import { describeFailures, describeHealth } from './health.js'
import { type ExplainVerdictOptions, explainHealth } from './health-explanation.js'
import { causeOf, isForecast, nameFailure, nameLaterStop } from './verdict.js'

/** A verdict in plain English, from {@link explainVerdict}. */
export interface VerdictExplanation {
  /**
   * The worst news, such as `Will stop in 22 min: 0.038 INTO short`, `Likely to fail in 1 min: 0.4 INTO short, then likely to stop in 13
   * min`, or `Failing: insufficient balance`.
   */
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
  /** The assumptions of the forecast, and whether facts are unknown. Empty if a failure is expected. */
  basis: string[]
}

/**
 * Describes a verdict for the top of a flow's page, with the worst news first.
 *
 * @example
 * const { title, second, help } = explainVerdict(flowVerdict(flow, page, forecast, time))
 * console.log(phraseText(title), help)
 */
export function explainVerdict(verdict: FlowVerdict, options: ExplainVerdictOptions = {}): VerdictExplanation {
  const { flow, state, health, forecast, failure } = verdict
  const time = newestBlockOf(verdict)
  const { now = time.readAt, denoms = knownDenoms } = options
  const past = explainHealth(health, flow, time, {
    feeBalance: forecast?.stranded,
    ...options,
    isForecast: isForecast(verdict),
    isOldRelease: forecast?.risks.some(({ kind }) => kind === 'releaseNotSupported'),
  })
  const isExpected = failure !== null && state !== 'failing'
  const isOver = health.state === 'ended'
  const riskOptions = { denoms, now, timeZone: options.timeZone }
  const help = helpOf(verdict, past.help, riskOptions)
  return {
    title: isExpected ? [titleOf(failure, verdict, now, denoms)] : past.title,
    second: isExpected ? describePast(verdict) : describeFuture(verdict, denoms),
    since: isExpected ? null : past.since,
    help: joined([past.late, help.text]),
    chainSaid: isExpected ? (failure.risk.message ?? null) : past.chainSaid,
    otherRisks: !forecast || isOver ? [] : explainRisks(forecast, help.risks, riskOptions),
    basis: forecast && !failure && !isOver ? describeBasis(forecast) : [],
  }
}

/** Without a block, nothing is known about the flow, so the time in the result doesn't matter. */
function newestBlockOf({ flow, time }: FlowVerdict): NewestBlock {
  const block = time?.block ?? flow.execTime
  return { block, readAt: time?.readAt ?? toDate(block)?.getTime() ?? 0 }
}

function explainRisks(
  forecast: FlowForecast,
  without: ReadonlySet<ForecastRisk>,
  options: ExplainRiskOptions,
): ExplainedRisk[] {
  const others = forecast.risks.filter(risk => !without.has(risk))
  return others.map(risk => ({ ...explainRisk(risk, forecast, options), risk }))
}

function joined(sentences: readonly (string | null)[]): string | null {
  return sentences.filter(sentence => sentence !== null).join(' ') || null
}

function titleOf(failure: ExpectedFailure, { flow, stop }: FlowVerdict, now: number, denoms: Denoms): string {
  const title = `${nameFailure(failure)} ${whenOf(failure, flow, now)}: ${causeOf(failure.risk, denoms)}`
  const laterStop = nameLaterStop(failure, stop)
  return stop && laterStop ? `${title}${laterStop} ${whenOf(stop, flow, now)}` : title
}

function whenOf({ at, risk }: ExpectedFailure, flow: Flow, now: number): string {
  const due = toDate(at)?.getTime() ?? now
  if (due > now) return formatRoughDistance(due, now)
  return at === flow.execTime || risk.run === null ? 'at its next run' : `at run ${risk.run}`
}

function describePast(verdict: FlowVerdict): VerdictExplanation['second'] {
  const { health } = verdict
  switch (health.state) {
    case 'unknown':
      return null
    case 'failing': {
      const failures = describeFailures(health)
      return [...describeHealth(health, true), failures ? `, ${failures}` : '']
    }
    case 'waiting':
      return describeHealth(health, true)
    default:
      return describeResults(verdict) ?? describeHealth(health, true)
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

/**
 * Combines the advice about past and future runs, so that the same fix isn't described twice. The text starts with the problem in the
 * title.
 */
function helpOf(
  { state, health, forecast, failure, stop }: FlowVerdict,
  past: string | null,
  options: ExplainRiskOptions,
): Help {
  const repeats = (forecast?.risks ?? []).filter(({ kind }) => kind === 'failsAgain')
  if (!failure || !forecast) {
    // The cause of the last failure is gone.
    const isSolved = state === 'failing' && forecast?.nextRun === 'likely'
    return { text: isSolved ? null : past, risks: new Set() }
  }
  const { risk, stops } = failure
  const { sentence, remedy } = explainFailures({ failure, stop }, forecast, options)
  const future = joined([sentence, remedy])
  const risks = new Set([risk, ...(stop ? [stop.risk] : []), ...repeats])
  if (health.state !== 'failing') return { text: future, risks }
  const isSameCause = isAbout(risk, health)
  // The advice about the last failure names the cause exactly, but not how much is missing now.
  if (risk.kind === 'failsAgain' || (isSameCause && !risk.missing))
    return { text: joined([stops ? sentence : null, past]), risks }
  if (isSameCause) return { text: future, risks }
  return { text: joined(stops ? [future, past] : [past, future]), risks }
}

function isAbout({ kind, message }: ForecastRisk, { cause, message: pastMessage }: FailingFlow): boolean {
  if (kind === 'dryRunFailed' || kind === 'messageFails') return executionProblem(message ?? '') === cause
  const known = causes[kind]
  if (known === undefined) return false
  if (known === 'noGrant' && moduleError(pastMessage ?? '') === 'allowList') return true
  // The other chain only returns an error code.
  if (cause === 'otherChain') return kind === 'messageFunds' && /ABCI code: 5\b/.test(pastMessage ?? '')
  // A fee that could not be collected leaves too little for the next run.
  if (cause === 'feeNotCollected') return known === 'feeNotCollected' || known === 'feeBalanceTooLow'
  return known === cause
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
