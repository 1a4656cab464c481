import type { AnyMessage, Coin, FlowConditions } from '@flow-query/core'
import { lookUp } from '@flow-query/core/parts/decode'
import { rulesOf } from '@flow-query/rules'
import { amountOf, baseDenom, coinOf } from '../../coins.js'
import { messagesIn, nameOf } from '../../forecast/messages.js'
import type { FlowForecast, ForecastRisk } from '../../forecast/result.js'
import type { DraftFacts } from '../draft-facts.js'
import { feeAddress } from '../flow.js'
import type { DraftAssumption, DraftEffect, DraftProblem } from '../result.js'
import type { CheckedDraft } from './checked-draft.js'
import type { MessageAt } from './messages.js'

export function unknownsOf({ risks }: FlowForecast): DraftAssumption[] {
  return risks.flatMap((risk): DraftAssumption[] => {
    const { kind } = risk
    if (kind === 'otherChain') return ['otherChainUnknown']
    if (isAboutLaterRuns(risk)) return ['laterRunsUnknown']
    return kind === 'pendingQuery' || kind === 'factsMissing' ? [kind] : []
  })
}

/** Whether a simulation stopped before a later run, because other flows may have spent too much of the payer's money by then. */
export function isAboutLaterRuns({ kind, run, address }: ForecastRisk): boolean {
  return kind === 'factsMissing' && run !== 1 && address !== undefined
}

const noCoin: Coin = { denom: '', amount: '0' }

/**
 * Returns the problems of a draft that follow from a forecast of its flow.
 *
 * @param forecastWith forecasts the flow with other conditions
 */
export function riskProblems(
  { draft, messages, flow, facts }: CheckedDraft,
  forecast: FlowForecast,
  forecastWith: (conditions: FlowConditions) => FlowForecast,
): DraftProblem[] {
  const agentAddress = flow.trustlessAgent?.agentAddress ?? ''
  const connectionId = lookUp(facts.agents, agentAddress)?.icaConfig.connectionId ?? draft.connectionId
  const limitPath = 'trustlessAgent.feeLimit'
  const effect = effectOf(forecast)
  return forecast.risks.flatMap((risk): DraftProblem | DraftProblem[] => {
    const { address = '', held = noCoin, needed = noCoin, missing, missingForAllRuns } = risk
    const run = risk.run ?? 1
    const money = {
      address,
      run,
      held,
      needed,
      ...(missing && { missing }),
      ...(missingForAllRuns && { missingForAllRuns }),
      ...(address === feeAddress && coinInWallet(draft.owner, facts)),
    }
    const { path = 'msgs' } = risk
    const signed = { path, effect, address, run }
    switch (risk.kind) {
      case 'feeBalanceTooLow':
        return { kind: risk.kind, path: 'feeFunds', effect: run === 1 ? 'firstRunUnpaid' : 'stops', ...money }
      case 'feeNotCollected':
        return { kind: risk.kind, path: 'feeFunds', effect, ...money }
      case 'messageFunds': {
        const at = { path: pathOfCoins(messages, path), effect: failsUntilPaid(forecast, run) ? everyRunFails : effect }
        return held.amount === '0' && run === 1
          ? { kind: 'unknownDenom', ...at, denom: needed.denom, address }
          : { kind: risk.kind, ...money, ...at }
      }
      case 'agentFee':
        if (risk.held) return { kind: 'agentFeeTooHigh', path: limitPath, effect, address, price: needed, limit: held }
        if (risk.needed) return { kind: 'agentFeeNotHeld', path: 'feeFunds', effect, address, price: needed, run }
        return risk.prices?.length === 0
          ? { kind: 'agentUnpayable', path: 'trustlessAgent.agentAddress', effect, address }
          : { kind: 'agentFeeDenom', path: limitPath, effect, address, prices: risk.prices ?? [] }
      case 'agentNotFound':
        return { kind: risk.kind, path: 'trustlessAgent.agentAddress', effect, address }
      case 'noOpenChannel':
      case 'clientExpired': {
        const path = agentAddress ? 'trustlessAgent.agentAddress' : 'connectionId'
        return { kind: risk.kind, path, effect, connectionId, address: agentAddress || draft.owner }
      }
      case 'grantMissing':
      case 'grantUsedUp':
        return { kind: risk.kind, ...signed }
      case 'grantExpires':
        return { kind: risk.kind, ...signed, expires: risk.expires ?? '' }
      case 'unbondingLimit':
        return { kind: risk.kind, ...signed }
      case 'wrongSigner':
        return { kind: risk.kind, path, effect, address, owner: draft.owner }
      case 'messageFails':
        // `loopProblems` describes it.
        if (risk.message?.startsWith('invalid feedback loop')) return []
        return { kind: risk.kind, path, effect, run, message: risk.message ?? '' }
      case 'dryRunFailed':
        return dryRunProblem(facts, effect)
      case 'conditionsFail':
        // A feedback loop that fails in the first run can never be evaluated.
        return causesOf(risk).map(cause => {
          const isLoop = cause.path.startsWith('conditions.feedbackLoops') && cause.run === 1
          return { kind: 'conditionFails', effect: isLoop ? everyRunFails : effect, ...cause }
        })
      case 'conditionsNotMet':
        return causesOf(risk).map(cause => ({ kind: 'conditionNotMet', effect, ...cause }))
      case 'dependency':
        return risk.certainty === 'unknown'
          ? []
          : { kind: risk.kind, path: 'conditions', effect: 'stops', flowIds: risk.flowIds ?? [], run }
      case 'unansweredRun':
        return { kind: 'relayerOffline', path: 'connectionId', effect: 'stops', flowIds: risk.flowIds ?? [] }
      default:
        return []
    }
  })

  /** A forecast doesn't say which comparison or feedback loop is the cause, so the function tries each of them alone. */
  function causesOf({ kind, run }: ForecastRisk): { path: string; run: number }[] {
    const { conditions } = flow
    const none = { ...conditions, comparisons: [], feedbackLoops: [] }
    const causes = (['comparisons', 'feedbackLoops'] as const).flatMap(list => {
      for (const [index, one] of conditions[list].entries()) {
        const alone = forecastWith({ ...none, [list]: [one] }).risks.find(risk => risk.kind === kind)
        if (alone) return { path: `conditions.${list}[${index}]`, run: alone.run ?? 1 }
      }
      return []
    })
    return causes.length > 0 ? causes : [{ path: 'conditions', run: run ?? 1 }]
  }
}

/** Money leaves with each run, although the run fails. A withdrawal of rewards costs nothing. */
export function partialProblems({ flow, runs }: FlowForecast): DraftProblem[] {
  const messages = runs.find(({ inEffect }) => inEffect)?.inEffect ?? []
  const isCostly = flow.msgs.some((message, index) => messages.includes(index) && !isFree(message))
  return isCostly ? [{ kind: 'partlyExecuted', path: 'msgs', effect: 'losesMoney', messages }] : []
}

function isFree(message: AnyMessage, depth = 0): boolean {
  const inner = messagesIn(message, depth)
  if (inner.length > 0) return inner.every(one => isFree(one, depth + 1))
  return nameOf(message).includes('Withdraw')
}

export function coinInWallet(owner: string, { balances, spendableBalances }: DraftFacts): { inWallet?: Coin } {
  const held = lookUp(spendableBalances, owner) ?? lookUp(balances, owner)
  return held ? { inWallet: coinOf(baseDenom, amountOf(held, baseDenom)) } : {}
}

function dryRunProblem({ dryRun }: DraftFacts, effect: DraftEffect): DraftProblem[] {
  if (dryRun?.result !== 'failed') return []
  const { messageIndex, message } = dryRun
  return [{ kind: 'dryRunFails', path: messageIndex === null ? 'msgs' : `msgs[${messageIndex}]`, effect, message }]
}

/** Ignores the first run, because later runs can fail as a consequence of its success. */
function effectOf({ runs }: FlowForecast): DraftEffect {
  const later = runs.slice(1)
  const isFailure = ({ outcome }: (typeof runs)[number]) => /^(failed|idle|skipped|feeNotCollected)$/.test(outcome)
  return (later.length > 0 ? later : runs).every(isFailure) ? 'everyRunFails' : 'stops'
}

const everyRunFails = 'everyRunFails' as const

/** Whether the first run lacks coins, and only coins that unlock or arrive later could make a later run succeed. */
function failsUntilPaid({ runs: [, ...later] }: FlowForecast, run: number): boolean {
  return run === 1 && later.length > 0 && later.every(({ outcome }) => outcome === 'failed' || outcome === 'unknown')
}

function pathOfCoins(messages: readonly MessageAt[], path: string): string {
  const field = messages.find(at => at.path === path && rulesOf(at.message).coins)
  return field ? `${path}.${rulesOf(field.message).coins}` : path
}
