import { type Coin, type Flow, toDate, toMilliseconds } from '@flow-query/core'
import type {
  FlowForecast,
  ForecastAssumption,
  ForecastFunds,
  ForecastRisk,
  ForecastRiskKind,
  ForecastRun,
  ForecastStop,
} from '@flow-query/core/forecast'
import { shortenAddress } from './address.js'
import { type Denoms, formatAmount, formatAmounts, isAbsurd, isDoubtful, knownDenoms } from './amount.js'
import { formatCount, formatList, formatNumber } from './number.js'
import { capitalized, lowered } from './phrase.js'
import { explainProblem, replaceFrozenFlow } from './problem/problem.js'
import { nameFlows, nameRisk } from './problem/risk-names.js'
import { formatRoughTime, formatTime } from './time.js'

/** A risk in plain English, from {@link explainRisk}. */
export interface RiskExplanation {
  /** The possible failure and its cause. */
  sentence: string
  /** How to prevent it. Null if nothing has to be done or nothing helps. */
  remedy: string | null
}

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
  { flow, nextRun, risks, funds, stranded, stop }: FlowForecast,
  denoms = knownDenoms,
): string {
  if (nextRun === 'none') {
    const left = stranded.length > 0 ? ` · ${formatAmounts(stranded, denoms)} left in the fee account` : ''
    return `No more runs${left}`
  }
  const risk = nextRunRisk({ flow, nextRun, risks })
  const likely = nextRun === 'atRisk' && risk ? likelyOutcomes[risk.kind] : undefined
  const outcome = likely ?? outcomes[nextRun]
  const end = likely && stop?.time === flow.execTime ? ', which stops the flow' : ''
  const reason = risk ? nameRisk(risk) : nextRun === 'unknown' ? 'not enough data' : ''
  const why = reason && ` (${reason})`
  const money = funds ? describeFunds(funds, flow) : ''
  return [`Next run: ${outcome}${end}${why}`, money].filter(Boolean).join(' · ')
}

/** Returns the risk that decides about the next run. */
function nextRunRisk({ flow, nextRun, risks }: Pick<FlowForecast, 'flow' | 'nextRun' | 'risks'>) {
  const decisive = nextRun === 'willFail' ? 'certain' : nextRun === 'atRisk' ? 'likely' : null
  return risks.find(
    ({ at, kind, certainty }) =>
      at === flow.execTime && kind !== 'conditionInput' && (decisive === null || certainty === decisive),
  )
}

const outcomes: Record<Exclude<FlowForecast['nextRun'], 'none'>, string> = {
  likely: 'likely to succeed',
  atRisk: 'likely to fail',
  willFail: 'will fail',
  unknown: 'can’t be predicted',
}

/** Risks that don't make a run fail. */
const likelyOutcomes: Partial<Record<ForecastRiskKind, string>> = {
  conditionsNotMet: 'likely to be skipped',
  dependency: 'likely to be skipped',
  unansweredRun: 'likely to be the last one',
}

function describeFunds(funds: ForecastFunds, flow: Flow): string {
  const { runs, lastsUntil, scheduled } = funds
  if (runs.likely === 0) return ''
  if (runs.atLeast >= scheduled) return scheduled === 1 ? 'fee covered for the last run' : 'fees covered for all runs'
  if (runs.likely >= scheduled) return 'fees probably covered for all runs'
  const until = lastsUntil === null ? '' : `, until about ${formatRoughTime(lastsUntil, flow.execTime)}`
  const paid = formatPaidRuns(funds)
  return `fees covered for ${paid} more ${/\b1$/.test(paid) ? 'run' : 'runs'}${until}`
}

const widestRange = 10

/**
 * Returns how many runs the money is enough for, such as `3`, `2 to 4`, `about 90`, or `at least 1,000`.
 *
 * @example
 * if (forecast.funds) console.log(`${formatPaidRuns(forecast.funds)} of ${forecast.funds.scheduled} runs`)
 */
export function formatPaidRuns({ runs: { atLeast, likely, atMost }, scheduled, lastsUntil }: ForecastFunds): string {
  if (lastsUntil === null && atLeast > 0 && likely < scheduled) return `at least ${formatNumber(atLeast)}`
  // A range such as 26 to 900 says less than its likely value.
  if (likely > 0 && (atMost === null || atMost > widestRange * Math.max(1, atLeast)))
    return `about ${formatNumber(Number(likely.toPrecision(2)))}`
  return atMost === null || atLeast === atMost
    ? formatNumber(likely)
    : `${formatNumber(atLeast)} to ${formatNumber(atMost)}`
}

export interface ExplainedRisk extends RiskExplanation {
  risk: ForecastRisk
}

export function describeBasis({ assumptions }: FlowForecast): string[] {
  return describeAssumed(assumptions.map(assumption => assumptionNames[assumption]))
}

export function describeAssumed(names: readonly string[]): string[] {
  return names.length > 0 ? [`This assumes that ${formatList(names)}.`] : []
}

export const assumptionNames: Readonly<Record<ForecastAssumption, string>> = {
  feeLikeLastRun: 'the fee stays the same',
  feeEstimated: 'the fee isn’t higher than the chain’s estimate',
  agentFeeUnchanged: 'the agent doesn’t change its fee',
  messagesLikeLastRun: 'the messages have the same effects as in the last run',
  messagesLikeDryRun: 'the messages have the same effects as in the dry run',
  answersArrive: 'the other chain responds to each run before the next one',
  otherFlowsIgnored: 'the owner’s other flows spend nothing from the same accounts',
}

export interface ExplainRiskOptions {
  /** The symbols and decimals of denoms. Defaults to {@link knownDenoms}. */
  denoms?: Denoms | undefined
  /** The reader's time in milliseconds since 1970. If a run is overdue, the remedy then says `now` instead of a past time. */
  now?: number | undefined
  /** For example `Europe/Berlin`. Defaults to the local time zone. */
  timeZone?: string | undefined
}

/**
 * Explains a risk of a forecast in one sentence, with a remedy in another one.
 *
 * @example
 * for (const risk of forecast.risks) console.log(explainRisk(risk, forecast, { now: Date.now() }).sentence)
 */
export function explainRisk(
  risk: ForecastRisk,
  { flow, funds, assumptions = [], stop }: Pick<FlowForecast, 'flow' | 'funds'> & Partial<FlowForecast>,
  { denoms = knownDenoms, now, timeZone }: ExplainRiskOptions = {},
): RiskExplanation {
  const isNext = risk.at === flow.execTime
  const which = nameRun({ time: risk.at, number: risk.run }, flow, timeZone)
  const subject = capitalized(which)
  const stops = stop?.time === risk.at
  const isCertain = risk.certainty === 'certain'
  const skipStop =
    stop?.outcome === 'skipped' && !flow.configuration.stopOnSuccess ? describeSkipStop(stop, flow, timeZone) : ''
  const end = stops ? ', which stops the flow for good' : ''
  const fails = `${subject} ${isCertain ? 'will fail' : 'is likely to fail'}${end}`
  const before = isPast(risk.at, now) ? 'now' : `before ${formatTime(risk.at, timeZone)}`
  const money = (coin: Coin | undefined) => (coin ? formatAmount(coin, denoms) : 'enough')
  const { held } = risk
  const sharesMoney = assumptions.includes('otherFlowsIgnored') && risk.address !== flow.feeAddress
  const isRemote = flow.selfHostedIca !== null || flow.trustlessAgent !== null
  const there = isRemote ? ' on the other chain' : ''
  const advice = `${adviseOnMoney(risk, flow, funds, before, denoms)}${sharesMoney ? ', plus what the owner’s other flows spend' : ''}`
  const included = describeIncluded(risk)
  const account = risk.address ? shortenAddress(risk.address) : 'the account'
  const isFrozen = flow.configuration.updatingDisabled
  const change = (advice: string) => (isFrozen ? replaceFrozenFlow : advice)

  switch (risk.kind) {
    case 'feeBalanceTooLow': {
      const isWallet = risk.address === flow.owner
      const fallback =
        flow.configuration.walletFallback && !isWallet
          ? ' Neither the fee account nor the owner’s wallet has enough.'
          : ''
      return {
        sentence: `${subject} ${isCertain ? 'will fail' : 'is likely to fail'}: the ${isWallet ? 'owner’s wallet' : 'fee account'} ${isNext ? 'holds' : 'will hold'} ${money(held)} and a run needs ${money(risk.needed)}.${fallback}`,
        // A flow can't stop at its last run.
        remedy: `${advice}${stop === null ? '' : ', or the flow stops for good'}.${included}`,
      }
    }
    case 'feeNotCollected':
      return {
        sentence: `${subject} ${isCertain ? 'will' : 'is likely to'} be recorded as failed${end}: its messages take effect, but its fee of about ${money(risk.needed)} can’t be collected.`,
        remedy: `${advice}.${included}`,
      }
    case 'agentFee':
      if (held && risk.needed)
        return {
          sentence: `${fails}: the agent charges ${money(risk.needed)} and the fee limit is ${money(held)}.`,
          remedy: change(`Raise the fee limit to at least ${money(risk.needed)}.`),
        }
      return risk.needed
        ? {
            sentence: `${fails}: the agent charges ${money(risk.needed)}, which no account can pay.`,
            remedy: `Send at least ${money(risk.missing ?? risk.needed)} to the fee account ${flow.feeAddress} ${before}.`,
          }
        : {
            sentence: `${fails}: the agent doesn’t accept the denom of the fee limit.`,
            remedy: change('Set the fee limit in a denom that the agent accepts.'),
          }
    case 'agentNotFound':
      return {
        sentence: `${fails}: there is no agent with the address ${account}.`,
        remedy: change('Choose another agent.'),
      }
    case 'messageFunds':
      return {
        sentence: `${fails}: ${risk.address === flow.owner ? 'the owner’s wallet' : `${account}${there}`} ${isNext ? 'holds' : 'will hold'} ${money(held)} and the run sends ${money(risk.needed)}.`,
        remedy: adviseOnAmount(risk, flow, denoms) ?? `${advice}.${included}`,
      }
    case 'grantMissing':
      return {
        sentence: `${fails}: it needs a permission from ${account}${there}.`,
        remedy: `Ask ${risk.address ?? account} to grant the permission.`,
      }
    case 'grantExpires':
      return {
        sentence: `${fails}: the permission of ${account}${there} expires ${risk.expires ? `on ${formatTime(risk.expires, timeZone)}` : 'before'}.`,
        remedy: `Ask ${risk.address ?? account} to renew the permission.`,
      }
    case 'grantUsedUp':
      return {
        sentence: `${fails}: the permission of ${account}${there} allows only ${money(held)} more and the run sends ${money(risk.needed)}.`,
        remedy: `Ask ${risk.address ?? account} to raise the limit of the permission.`,
      }
    case 'noOpenChannel':
      return {
        sentence: `${fails}: there is no open channel to the other chain.`,
        remedy: 'Register the interchain account again.',
      }
    case 'clientExpired':
      return {
        sentence: `${fails}: the connection to the other chain has expired or is frozen.`,
        remedy: 'Ask the operators of the connection to renew it.',
      }
    case 'unbondingLimit':
      return {
        sentence: `${fails}: there are already seven open unbonding entries with ${account}.`,
        remedy: `Wait until an entry is completed${isFrozen ? '' : ', or use another validator'}.`,
      }
    case 'wrongSigner':
      return {
        sentence: `${fails}: a message has to be signed by ${account}.`,
        remedy: change('Correct the message.'),
      }
    case 'messageFails': {
      const { title, help } = explainProblem(risk.message ?? '', flow, { denoms })
      return { sentence: `${fails}, because its messages can’t succeed again (${lowered(title)}).`, remedy: help }
    }
    case 'dryRunFailed': {
      const { title, help } = explainProblem(risk.message ?? '', flow, { denoms })
      return { sentence: `${fails}: in a dry run, its messages failed (${lowered(title)}).`, remedy: help }
    }
    case 'failsAgain': {
      const { title, help } = explainProblem(risk.message ?? '', flow, { denoms })
      return {
        sentence: `${fails}: the last run failed (${lowered(title)}), and no relevant change is known.`,
        remedy: help,
      }
    }
    case 'unansweredRun':
      if (risk.certainty === 'unknown')
        return {
          sentence: `${subject} may stay unanswered: the other chain hasn’t answered runs of ${nameFlows(risk)}.`,
          remedy: 'Ask the operators of the connection whether a relayer is running.',
        }
      return {
        sentence: 'If no answer to the last run arrives before the next run, that run will be the last.',
        remedy: 'If the flow stops, create a new one with a longer interval.',
      }
    case 'conditionsNotMet':
      return { sentence: describeSkip(risk, 'its conditions are not met now', skipStop, subject), remedy: null }
    case 'conditionsFail':
      return {
        sentence: `${fails}: a comparison or feedback loop can’t be evaluated. Its field doesn’t exist, or the value or operand has another type.`,
        remedy: change('Correct the response key, the value type or the operand.'),
      }
    case 'conditionInput':
      return {
        sentence: 'No responses are saved, so a condition or feedback loop has no effect.',
        remedy: change('Turn on saving responses if it matters.'),
      }
    case 'dependency':
      return { sentence: describeDependency(risk, flow, which, skipStop), remedy: null }
    case 'pendingQuery':
      return {
        sentence: `${subject} depends on the response of another chain, which can’t be checked from this chain.`,
        remedy: null,
      }
    case 'otherChain':
      return {
        sentence: `${subject} depends on balances or permissions on another chain, which can’t be checked from this chain.`,
        remedy: null,
      }
    case 'factsMissing':
      return {
        sentence: `${subject} depends on data ${risk.address ? `of ${account} ` : ''}that can’t be checked in advance.`,
        remedy: null,
      }
    case 'stopped':
      return {
        sentence: 'This flow stopped because it couldn’t pay for a run. It won’t run again.',
        remedy: 'Don’t send money to its fee account. Create a new flow.',
      }
  }
}

function nameRun({ time, number }: Pick<ForecastRun, 'time' | 'number'>, flow: Flow, timeZone?: string): string {
  if (time === flow.execTime) return 'the next run'
  return number === null ? `the run at ${formatTime(time, timeZone)}` : `run ${number}`
}

function describeDependency(risk: ForecastRisk, flow: Flow, which: string, skipStop: string): string {
  const { certainty, flowIds = [] } = risk
  const others = nameFlows(risk)
  if (certainty === 'unknown') return `${capitalized(which)} depends on the result of ${others}, which is unknown.`
  const { stopOnSuccessOf, stopOnFailureOf } = flow.conditions
  const isChosen = flowIds.some(id => stopOnSuccessOf.includes(id) || stopOnFailureOf.includes(id))
  if (!isChosen) return describeSkip(risk, `of the result of ${others}`, skipStop, capitalized(which))
  const verb = certainty === 'certain' ? 'will' : 'is likely to'
  return `The flow ${verb} stop at ${which}, because of the result of ${others}.`
}

function describeSkip({ certainty }: ForecastRisk, cause: string, skipStop: string, subject: string): string {
  const skip = `${subject} ${certainty === 'certain' ? 'will' : 'is likely to'} be skipped, because ${cause}.`
  return skipStop ? `${skipStop} ${skip}` : skip
}

function describeSkipStop(stop: ForecastStop, flow: Flow, timeZone?: string): string {
  const isBeforeLast = clockOf(stop.time) + toMilliseconds(flow.interval) >= clockOf(flow.endTime)
  const rule = isBeforeLast ? 'a skipped run right before the last one' : 'a second skipped run in a row'
  return `The flow is likely to stop for good at ${nameRun(stop, flow, timeZone)}, because ${rule} stops it.`
}

function isPast(time: string, now: number | undefined): boolean {
  return now !== undefined && clockOf(time) <= now
}

function clockOf(time: string): number {
  return toDate(time)?.getTime() ?? Number.NaN
}

function adviseOnMoney(
  { kind, address, missing, missingForAllRuns: forAll }: ForecastRisk,
  { selfHostedIca, trustlessAgent }: Flow,
  funds: FlowForecast['funds'],
  before: string,
  denoms: Denoms,
): string {
  const runs = funds ? `all ${formatCount(funds.scheduled, 'scheduled run', 'scheduled runs')}` : 'all scheduled runs'
  const more = forAll && !isAbsurd(forAll, denoms) ? ` (${formatAmount(forAll, denoms)} for ${runs})` : ''
  const amount = missing ? `at least ${formatAmount(missing, denoms)}` : 'enough'
  if (kind !== 'messageFunds') return `Send ${amount} to ${address} ${before}${more}`
  const there = selfHostedIca || trustlessAgent ? ' on the other chain' : ''
  return `Add ${amount} to ${address}${there} ${before}${more}`
}

/** A run can need more than the difference between its costs and the balance. */
function describeIncluded({ kind, held, needed, missing }: ForecastRisk): string {
  if (!held || !needed || !missing || missing.denom !== needed.denom) return ''
  const isMore = BigInt(missing.amount) > BigInt(needed.amount) - BigInt(held.amount)
  const own = kind === 'messageFunds' ? 'fees' : 'the balance for the run after it'
  return isMore ? ` The amount includes ${own} and what other flows spend before.` : ''
}

function adviseOnAmount({ held, missing }: ForecastRisk, { configuration }: Flow, denoms: Denoms): string | null {
  const isImpossible = missing && isAbsurd(missing, denoms)
  const isUnknown = missing && held?.amount === '0' && isDoubtful(missing.denom, denoms)
  if (!isImpossible && !isUnknown) return null
  if (configuration.updatingDisabled) return replaceFrozenFlow
  return isImpossible ? 'Lower the amount.' : `Correct the denom if the chain doesn’t have ${missing.denom}.`
}
