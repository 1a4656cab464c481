import { type Flow, toDate, toMilliseconds } from '@flow-query/core'
import type { FlowForecast, ForecastAssumption, ForecastFunds, ForecastRisk } from '@flow-query/insights/forecast'
import { formatAmounts, knownDenoms } from '../amount.js'
import { formatList, formatNumber } from '../number.js'
import { nameRisk } from '../problem/risk-names.js'
import { formatRoughTime } from '../time/time.js'

/**
 * Describes a forecast in one line, such as `Next run: likely to succeed · fees covered for 12 more runs, until about 4 Dec
 * 2026`.
 *
 * @example
 * const time = await chainTime(client)
 * const [forecast] = forecastFlows(await readForecastFacts(client, { flows: [flow], time }), time)
 * if (forecast) console.log(describeForecast(forecast))
 */
export function describeForecast(
  { flow, nextRun, risks, funds, stranded, stop, assumptions }: FlowForecast,
  denoms = knownDenoms,
): string {
  if (nextRun === 'none') {
    const left = stranded.length > 0 ? ` · ${formatAmounts(stranded, denoms)} left in the fee account` : ''
    return `No more runs${left}`
  }
  const risk = nextRunRisk({ flow, nextRun, risks })
  const outcome = (risk && /^(atRisk|willFail)$/.test(nextRun) && describeRisk(risk)) || outcomes[nextRun]
  const end = outcome === skipped && stop?.time === flow.execTime ? ', which stops the flow' : ''
  const doubt = assumptions.includes('differentBlocks') ? 'the nodes disagree or lag behind' : 'not enough data'
  const unknown = nextRun === 'unknown' ? doubt : ''
  const reason = risk ? nameRisk(risk) : unknown
  const why = reason && ` (${reason})`
  const money = funds ? describeFunds(funds, flow) : ''
  return [`Next run: ${outcome}${end}${why}`, money].filter(Boolean).join(' · ')
}

/** Returns the risk that decides about the next run. */
function nextRunRisk({ flow, nextRun, risks }: Pick<FlowForecast, 'flow' | 'nextRun' | 'risks'>) {
  const own = risks.filter(({ at, kind }) => at === flow.execTime && kind !== 'conditionInput')
  if (nextRun === 'willFail') return own.find(({ certainty }) => certainty === 'certain')
  if (nextRun === 'atRisk') return own.find(({ certainty }) => certainty === 'likely') ?? own[0]
  return own[0]
}

const outcomes: Record<Exclude<FlowForecast['nextRun'], 'none'>, string> = {
  likely: 'likely to succeed',
  atRisk: 'likely to fail',
  willFail: 'will fail',
  unknown: 'can’t be predicted',
}

const skipped = 'likely to be skipped'

/** Describes the effect of a risk that doesn't make a run fail. */
function describeRisk({ kind, certainty }: ForecastRisk): string | undefined {
  switch (kind) {
    case 'conditionsNotMet':
    case 'dependency':
      return skipped
    case 'unansweredRun':
    case 'stopsAfterFailure':
    case 'stopsAfterSkip':
      return certainty === 'certain' ? 'will be the last one' : 'likely to be the last one'
    case 'loopOnFirstMessage':
      return certainty === 'certain' ? 'will execute no message' : 'likely to execute no message'
    case 'queryNeverAnswered':
      return certainty === 'certain' ? 'will never start' : 'likely never to start'
    default:
      return undefined
  }
}

function describeFunds(funds: ForecastFunds, flow: Flow): string {
  const { runs, lastsUntil, scheduled } = funds
  if (runs.likely === 0) return ''
  if (runs.atLeast >= scheduled) return scheduled === 1 ? 'fee covered for the last run' : 'fees covered for all runs'
  if (runs.likely >= scheduled) return 'fees probably covered for all runs'
  const paidUntil = coveredUntil(funds, flow)
  if (paidUntil !== null) return `fees covered until at least ${formatRoughTime(paidUntil, flow.execTime)}`
  const until = lastsUntil === null ? '' : `, until about ${formatRoughTime(lastsUntil, flow.execTime)}`
  const paid = formatPaidRuns(funds)
  return `fees covered for ${paid} more ${/\b1$/.test(paid) ? 'run' : 'runs'}${until}`
}

const widestRange = 10

/**
 * Returns the time of the last run that is known to be covered, if the money may last longer. Otherwise, the number of paid runs is known,
 * and the time is null.
 *
 * @example
 * const until = forecast.funds && coveredUntil(forecast.funds, forecast.flow)
 * if (until) console.log(`Nothing runs short until ${formatTime(until)}`)
 */
export function coveredUntil(
  { runs: { atLeast, likely }, scheduled, lastsUntil }: ForecastFunds,
  { execTime, interval }: Pick<Flow, 'execTime' | 'interval'>,
): string | null {
  if (lastsUntil !== null || atLeast === 0 || likely >= scheduled) return null
  const first = toDate(execTime)
  return first && new Date(first.getTime() + (atLeast - 1) * toMilliseconds(interval)).toISOString()
}

/**
 * Returns how many runs the money is enough for, such as `3`, `2 to 4`, `about 90`, or `at least 1,000`.
 *
 * @example
 * if (forecast.funds) console.log(`${formatPaidRuns(forecast.funds)} of ${forecast.funds.scheduled} runs`)
 */
export function formatPaidRuns({ runs: { atLeast, likely, atMost }, scheduled, lastsUntil }: ForecastFunds): string {
  if (lastsUntil === null && atLeast > 0 && likely < scheduled) return `at least ${formatNumber(atLeast)}`
  // A range such as 26 to 900 is less useful than its likely value.
  if (likely > 0 && (atMost === null || atMost > widestRange * Math.max(1, atLeast)))
    return `about ${formatNumber(Number(likely.toPrecision(2)))}`
  return atMost === null || atLeast === atMost
    ? formatNumber(likely)
    : `${formatNumber(atLeast)} to ${formatNumber(atMost)}`
}

export function describeBasis({ assumptions }: FlowForecast): string[] {
  const names = assumptions.flatMap(assumption => (assumption === 'differentBlocks' ? [] : assumptionNames[assumption]))
  return [...describeAssumed(names), ...(assumptions.includes('differentBlocks') ? [differentBlocks] : [])]
}

export function describeAssumed(names: readonly string[]): string[] {
  return names.length > 0 ? [`This assumes that ${formatList(names)}.`] : []
}

export const differentBlocks =
  'The facts come from blocks that are far apart, because the nodes disagree or lag behind.'

export const assumptionNames: Readonly<Record<Exclude<ForecastAssumption, 'differentBlocks'>, string>> = {
  feeLikeLastRun: 'the fee stays the same',
  feeEstimated: 'the messages use about as much gas as usual',
  agentFeeUnchanged: 'the agent doesn’t change its fee',
  messagesLikeLastRun: 'the messages have the same effects as in the last run',
  messagesLikeDryRun: 'the messages have the same effects as in the dry run',
  answersArrive: 'the other chain responds to each run before the next one',
  otherFlowsIgnored: 'the owner’s other flows spend nothing from the same accounts',
}
