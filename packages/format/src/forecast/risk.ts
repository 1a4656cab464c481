import { type Coin, type Flow, toDate, toMilliseconds } from '@flow-query/core'
import type { FlowForecast, ForecastRisk, ForecastRun } from '@flow-query/insights/forecast'
import { shortenAddress } from '../address.js'
import { otherAgent, unpayableAgent } from '../agent.js'
import { type Denoms, formatAmount, isAbsurd, isDoubtful, knownDenoms } from '../amount.js'
import { formatCount } from '../number.js'
import { capitalized, lowered } from '../phrase.js'
import { replaceFrozenFlow } from '../problem/advice.js'
import { deadQueries, queryChanges } from '../problem/dead-query.js'
import { nameMessages } from '../problem/effects.js'
import { explainProblem } from '../problem/problem.js'
import { nameFlows } from '../problem/risk-names.js'
import { isInterchain } from '../rules.js'
import { formatTime } from '../time/time.js'

/** A risk in plain English, from {@link explainRisk}. */
export interface RiskExplanation {
  /** The possible failure and its cause. */
  sentence: string
  /** How to prevent it. Null if nothing has to be done or nothing can be done. */
  remedy: string | null
}

export interface ExplainedRisk extends RiskExplanation {
  risk: ForecastRisk
}

export interface ExplainRiskOptions {
  /** The symbols and decimals of denoms. Defaults to {@link knownDenoms}. */
  denoms?: Denoms | undefined
  /** The reader's time in milliseconds since 1970. If a run is overdue, the remedy then says `now` instead of a past time. */
  now?: number | undefined
  /** For example `Europe/Berlin`. Defaults to the local time zone. */
  timeZone?: string | undefined
}

/** A forecast, or a flow whose forecast is unknown. */
type ExplainedForecast = Pick<FlowForecast, 'flow' | 'funds'> & Partial<FlowForecast>

/**
 * Explains a risk of a forecast in one sentence, with a remedy in another one.
 *
 * @example
 * for (const risk of forecast.risks) console.log(explainRisk(risk, forecast, { now: Date.now() }).sentence)
 */
export function explainRisk(
  risk: ForecastRisk,
  forecast: ExplainedForecast,
  options: ExplainRiskOptions = {},
): RiskExplanation {
  const { sentence, remedy } = explainKind(risk, forecast, options)
  const inEffect = risk.certainty === 'unknown' ? undefined : runOf(risk, forecast)?.inEffect
  if (!inEffect) return { sentence, remedy }
  const takes = inEffect.length === 1 ? 'takes' : 'take'
  return { sentence: `${sentence} ${nameMessages(inEffect)} ${takes} effect nevertheless.`, remedy }
}

function runOf({ at }: ForecastRisk, { runs = [] }: ExplainedForecast): ForecastRun | undefined {
  return runs.find(({ time }) => time === at)
}

function explainKind(
  risk: ForecastRisk,
  forecast: ExplainedForecast,
  { denoms = knownDenoms, now, timeZone }: ExplainRiskOptions,
): RiskExplanation {
  const { flow, stop } = forecast
  const { held, needed, address } = risk
  const which = nameRun({ time: risk.at, number: risk.run }, flow, timeZone)
  const subject = capitalized(which)
  const isCertain = risk.certainty === 'certain'
  const end = stop?.time === risk.at ? ', which stops the flow for good' : ''
  const fails = `${subject} ${isCertain ? 'will fail' : 'is likely to fail'}${end}`
  const stops = `The flow ${isCertain ? 'will' : 'is likely to'} stop for good at ${which}`
  const before = isPast(risk.at, now) ? 'now' : `before ${formatTime(risk.at, timeZone)}`
  const isNext = risk.at === flow.execTime
  const holds = isNext ? 'holds' : 'will hold'
  const money = (coin: Coin | undefined) => (coin ? formatAmount(coin, denoms) : 'enough')
  const account = address ? shortenAddress(address) : 'the account'
  const there = isInterchain(flow) ? ' on the other chain' : ''
  const isFrozen = flow.configuration.updatingDisabled
  const change = (advice: string) => (isFrozen ? replaceFrozenFlow(advice) : advice)

  switch (risk.kind) {
    case 'feeBalanceTooLow': {
      const isWallet = address === flow.owner
      const fallback =
        flow.configuration.walletFallback && !isWallet
          ? ' Neither the fee account nor the owner’s wallet has enough.'
          : ''
      return {
        sentence: `${subject} ${isCertain ? 'will fail' : 'is likely to fail'}: the ${isWallet ? 'owner’s wallet' : 'fee account'} ${holds} ${money(held)} and a run needs ${money(needed)}.${fallback}`,
        // A flow can't stop at its last run.
        remedy: adviseOnMoney(risk, forecast, before, denoms, stop === null ? '' : ', or the flow stops for good'),
      }
    }
    case 'feeNotCollected':
      return {
        sentence: `${subject} ${isCertain ? 'will' : 'is likely to'} be recorded as failed${end}: its messages take effect, but its fee of about ${money(needed)} can’t be collected.`,
        remedy: adviseOnMoney(risk, forecast, before, denoms),
      }
    case 'agentFee':
      if (risk.prices?.length === 0)
        return { sentence: `${fails}: ${lowered(unpayableAgent)}.`, remedy: change(otherAgent) }
      if (!needed)
        return {
          sentence: `${fails}: the agent doesn’t accept the denom of the fee limit.`,
          remedy: change('Set the fee limit in a denom that the agent accepts.'),
        }
      if (held)
        return {
          sentence: `${fails}: the agent charges ${money(needed)} and the fee limit is ${money(held)}.`,
          remedy: change(`Raise the fee limit to at least ${money(needed)}.`),
        }
      return {
        sentence: `${fails}: the agent charges ${money(needed)}, which no account can pay.`,
        remedy: `Send at least ${money(risk.missing ?? needed)} to the fee account ${flow.feeAddress} ${before}.`,
      }
    case 'agentNotFound':
      return {
        sentence: `${fails}: there is no agent with the address ${account}.`,
        remedy: change('Choose another agent.'),
      }
    case 'messageFunds':
      return {
        sentence: `${fails}: ${address === flow.owner ? 'the owner’s wallet' : `${account}${there}`} ${holds} ${money(held)} and the run sends ${money(needed)}.`,
        remedy: adviseOnAmount(risk, flow, denoms) ?? adviseOnMoney(risk, forecast, before, denoms),
      }
    case 'grantMissing':
      return {
        sentence: `${fails}: it needs a permission from ${account}${there}.`,
        remedy: `Ask ${address ?? account} to grant the permission.`,
      }
    case 'grantExpires':
      return {
        sentence: `${fails}: the permission of ${account}${there} expires ${risk.expires ? `on ${formatTime(risk.expires, timeZone)}` : 'before the run'}.`,
        remedy: `Ask ${address ?? account} to renew the permission.`,
      }
    case 'grantUsedUp':
      return {
        sentence: `${fails}: the permission of ${account}${there} allows only ${money(held)} more and the run sends ${money(needed)}.`,
        remedy: `Ask ${address ?? account} to raise the limit of the permission.`,
      }
    case 'noOpenChannel':
      return {
        sentence: `${fails}: there is no open channel to the other chain.`,
        remedy: flow.trustlessAgent
          ? change('Choose an agent whose channel is open.')
          : `Register the interchain account on ${flow.selfHostedIca?.connectionId || 'the connection'} by signing a MsgRegisterAccount.`,
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
      return { sentence: `${fails}, because its messages can’t succeed (${lowered(title)}).`, remedy: help }
    }
    case 'dryRunFailed': {
      const { title, help } = explainProblem(risk.message ?? '', flow, { denoms })
      return { sentence: `${fails}: in a dry run, its messages failed (${lowered(title)}).`, remedy: help }
    }
    case 'failsAgain': {
      const { title, help } = explainProblem(risk.message ?? '', flow, { denoms })
      return {
        sentence: `${fails}: the last run failed (${lowered(title)}), and nothing relevant is known to have changed since.`,
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
        sentence: 'The next run will be the last if the other chain hasn’t acknowledged the newest run by then.',
        remedy: 'If the flow stops, create a new one with a longer interval.',
      }
    case 'stopsAfterFailure':
      return {
        sentence: `${stops}, because the run before it ${isNext ? 'failed' : 'is likely to fail'} on the other chain, and the flow stops after a failure.`,
        remedy: isNext ? change(`To keep the flow running, turn off “stop after a failure” ${before}.`) : null,
      }
    case 'stopsAfterSkip':
      return {
        sentence: `${stops}, because the run before it ${isNext ? 'was' : 'is likely to be'} skipped, and a skipped run stops a flow on another chain one run later.`,
        remedy: null,
      }
    case 'conditionsNotMet':
      return {
        sentence: describeSkip(risk, forecast, subject, 'its conditions are not met now', timeZone),
        remedy: null,
      }
    case 'conditionsFail': {
      const { comparisons, feedbackLoops } = flow.conditions
      const isOfChange = [...comparisons, ...feedbackLoops].some(({ differenceMode }) => differenceMode)
      const ofChange = isOfChange ? ' A comparison of a change also fails right after the first success.' : ''
      return {
        sentence: `${fails}: a comparison or feedback loop can’t be evaluated. Its field doesn’t exist, or the value or operand has another type.${ofChange}`,
        remedy: change('Correct the response key, the value type or the operand.'),
      }
    }
    case 'loopOnFirstMessage':
      return {
        sentence: `${subject} ${isCertain ? 'will' : 'is likely to'} execute no message but pay its fee${end}, because a feedback loop changes the first message.`,
        remedy: change('Move the message after the one whose response it uses, or remove the feedback loop.'),
      }
    case 'queryNeverAnswered': {
      const cause = risk.deadQuery ?? 'queryResponseRejected'
      return {
        sentence: `The flow ${isCertain ? 'will never run' : 'is likely never to run'} again, because ${deadQueries[cause]}.`,
        remedy: change(`${queryChanges[cause]}.`),
      }
    }
    case 'conditionInput':
      return {
        sentence: 'No responses are saved, so a condition or feedback loop has no effect.',
        remedy: change('Turn on saving responses if it matters.'),
      }
    case 'dependency':
      return { sentence: describeDependency(risk, forecast, which, timeZone), remedy: null }
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
      if (risk.flowIds)
        return {
          sentence: `${subject} can’t be predicted, because the owner’s other flows may spend the balance of ${account} first.`,
          remedy: null,
        }
      return {
        sentence: `${subject} depends on data ${address ? `of ${account} ` : ''}that can’t be checked in advance.`,
        remedy: null,
      }
    case 'releaseNotSupported':
      return { sentence: 'Runs can only be predicted on chain release 1.0.7 or later.', remedy: null }
    case 'stopped':
      return {
        sentence: 'This flow stopped because it couldn’t pay for a run. It won’t run again.',
        remedy: 'Don’t send money to its fee account. Create a new flow.',
      }
  }
}

export function nameRun({ time, number }: Pick<ForecastRun, 'time' | 'number'>, flow: Flow, timeZone?: string): string {
  if (time === flow.execTime) return 'the next run'
  return number === null ? `the run at ${formatTime(time, timeZone)}` : `run ${number}`
}

function describeDependency(
  risk: ForecastRisk,
  forecast: ExplainedForecast,
  which: string,
  timeZone: string | undefined,
): string {
  const { certainty, flowIds = [] } = risk
  const others = nameFlows(risk)
  const subject = capitalized(which)
  if (certainty === 'unknown') return `${subject} depends on the result of ${others}, which is unknown.`
  const { stopOnSuccessOf, stopOnFailureOf } = forecast.flow.conditions
  const isChosen = flowIds.some(id => stopOnSuccessOf.includes(id) || stopOnFailureOf.includes(id))
  if (!isChosen) return describeSkip(risk, forecast, subject, `of the result of ${others}`, timeZone)
  const verb = certainty === 'certain' ? 'will' : 'is likely to'
  return `The flow ${verb} stop at ${which}, because of the result of ${others}.`
}

function describeSkip(
  { certainty }: ForecastRisk,
  { flow, stop }: ExplainedForecast,
  subject: string,
  cause: string,
  timeZone: string | undefined,
): string {
  const skip = `${subject} ${certainty === 'certain' ? 'will' : 'is likely to'} be skipped, because ${cause}.`
  if (stop?.outcome !== 'skipped' || flow.configuration.stopOnSuccess) return skip
  const isBeforeLast = clockOf(stop.time) + toMilliseconds(flow.interval) >= clockOf(flow.endTime)
  const rule = isBeforeLast ? 'a skipped run right before the last one' : 'a second skipped run in a row'
  return `The flow is likely to stop for good at ${nameRun(stop, flow, timeZone)}, because ${rule} stops it. ${skip}`
}

function isPast(time: string, now: number | undefined): boolean {
  return now !== undefined && clockOf(time) <= now
}

function clockOf(time: string): number {
  return toDate(time)?.getTime() ?? Number.NaN
}

/** Says how much money to send to which account. */
function adviseOnMoney(
  risk: ForecastRisk,
  { flow, funds, assumptions = [] }: ExplainedForecast,
  before: string,
  denoms: Denoms,
  otherwise = '',
): string {
  const { kind, address, missing, missingForAllRuns: forAll } = risk
  const verb = kind === 'messageFunds' ? 'Add' : 'Send'
  const amount = missing ? `at least ${formatAmount(missing, denoms)}` : 'enough'
  const there = kind === 'messageFunds' && isInterchain(flow) ? ' on the other chain' : ''
  const runs = funds ? `all ${formatCount(funds.scheduled, 'scheduled run', 'scheduled runs')}` : 'all scheduled runs'
  const more = forAll && !isAbsurd(forAll, denoms) ? ` (${formatAmount(forAll, denoms)} for ${runs})` : ''
  // Only the flow itself spends from its fee account.
  const isShared = address !== flow.feeAddress
  const areOthersIgnored = assumptions.includes('otherFlowsIgnored')
  const others = isShared && areOthersIgnored ? ', plus what the owner’s other flows spend' : ''
  const included = describeIncluded(risk, isShared && !areOthersIgnored, denoms)
  return `${verb} ${amount} to ${address}${there} ${before}${more}${others}${otherwise}.${included}`
}

/** Explains why the missing amount is more than the run needs. */
function describeIncluded(
  { kind, held, needed, missing }: ForecastRisk,
  includesOtherFlows: boolean,
  denoms: Denoms,
): string {
  if (!held || !needed || !missing || missing.denom !== needed.denom) return ''
  const lacking = BigInt(needed.amount) - BigInt(held.amount)
  if (BigInt(missing.amount) <= lacking) return ''
  const own = kind === 'messageFunds' ? 'fees' : 'the run after it'
  const others = includesOtherFlows ? ' and what any other flows spend until then' : ''
  const run =
    lacking > 0n ? `This run lacks ${formatAmount({ denom: needed.denom, amount: `${lacking}` }, denoms)}. ` : ''
  return ` ${run}The rest covers ${own}${others}.`
}

function adviseOnAmount({ held, missing }: ForecastRisk, { configuration }: Flow, denoms: Denoms): string | null {
  const isImpossible = missing && isAbsurd(missing, denoms)
  const isUnknown = missing && held?.amount === '0' && isDoubtful(missing.denom, denoms)
  if (!isImpossible && !isUnknown) return null
  const advice = isImpossible ? 'Lower the amount.' : `Correct the denom if the chain doesn’t have ${missing.denom}.`
  return configuration.updatingDisabled ? replaceFrozenFlow(advice) : advice
}
