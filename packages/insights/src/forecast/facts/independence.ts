import { type BlockTime, type Flow, toMilliseconds } from '@flow-query/core'
import type { Steps } from '@flow-query/core/parts/collection'
import { lookUp } from '@flow-query/core/parts/decode'
import { clockTime } from '@flow-query/core/parts/runs'
import { createFeeRules, type FeeRules } from '@flow-query/rules'
import { flowDependencies } from '../../conditions/evaluate.js'
import { type FlowsForecastFacts, interchainAccountOf, isInterchain } from '../forecast-facts.js'
import { forecastFlowsInSteps } from '../forecast-flows.js'
import { typedMessages } from '../messages.js'
import type { FlowForecast, ForecastRisk } from '../result.js'
import { spendingOf } from '../simulation/money/spending.js'
import { scheduleOf } from '../simulation/schedule.js'
import { runsPerFlow } from '../simulation/simulate.js'

interface IndependentForecasts {
  /** Undefined if flows without facts can change the forecasts soon. */
  forecasts?: FlowForecast[]
  /** The flows without facts that matter most. */
  needed: readonly Flow[]
}

/**
 * Returns the forecasts of flows without the facts of some of their owner's other flows.
 *
 * The unread flows are assumed to spend as much as they can. A run after they may have spent the balance that it needs is unknown.
 *
 * @param facts the facts of the owner's flows, and of the other flows that have been read
 * @param unread the other flows without facts
 * @param horizon how long the forecasts must not depend on the unread flows
 */
export function* independentForecasts(
  facts: FlowsForecastFacts,
  unread: readonly Flow[],
  time: BlockTime,
  horizon: Horizon,
): Steps<IndependentForecasts> {
  const { flows, otherFlows = [], params } = facts
  const limit = runsPerFlow(flows.length + otherFlows.length + unread.length)
  const rules = createFeeRules(params)
  const spending = unread.flatMap(flow => spendingOf(flow, rules))
  const forecasts = yield* forecastFlowsInSteps(facts, time, { limit, spending })
  if (forecasts.some(lacksCoins)) return { needed: unread }
  const failing = forecasts.some(({ risks }) => risks.some(({ kind }) => kind === 'messageFails'))
  const delegating = failing ? unread.filter(flow => !isInterchain(flow) && messagesOf(flow).some(isDelegation)) : []
  const until = timeOfLastRun(flows, limit)
  const refunding = forecasts.some(one => mayUseRefund(one, rules))
    ? unread.filter(flow => isRefundDue(flow, until))
    : []
  const needed = [...delegating, ...refunding]
  if (needed.length > 0) return { needed }

  const unknown = forecasts.filter(({ flow, risks }) => {
    const { at, flowIds } = unknownRisk(risks) ?? {}
    return flowIds && clockTime(at ?? '') <= horizon(flow, time)
  })
  if (unknown.length === 0) return { forecasts, needed }
  // If the runs are unknown anyway, the facts of the unread flows don't help.
  const alone = yield* forecastFlowsInSteps(facts, time, { limit })
  const known = new Map(alone.map(({ flow, risks }) => [flow, unknownRisk(risks)?.at]))
  const ids = unknown.flatMap(({ flow, risks }) => {
    const { at, flowIds = [] } = unknownRisk(risks) ?? {}
    return at === known.get(flow) ? [] : flowIds
  })
  const drains = unread.filter(({ id }) => ids.includes(id))
  if (drains.length === 0) return { forecasts, needed }
  const largest = drains.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
  return { needed: largest.slice(0, mostRead) }
}

/** The number of flows that are read before the forecasts are computed again. */
const mostRead = 3

export type Horizon = (flow: Flow, time: BlockTime) => number

/** The risk has `flowIds` if flows may have spent the balances whose runs aren't simulated. */
function unknownRisk(risks: readonly ForecastRisk[]): ForecastRisk | undefined {
  return risks.find(({ kind }) => kind === 'factsMissing')
}

/** Several flows can lack the same coins of their owner. */
function lacksCoins({ flow: { owner }, risks }: FlowForecast): boolean {
  return risks.some(({ kind, missing, address }) => missing && (address === owner || kind === 'agentFee'))
}

/** With more coins in the wallet, a flow can pay its fees, or pay them in a denom that comes earlier in the list. */
function mayUseRefund({ flow, risks, runs }: FlowForecast, { walletDenoms: [first] }: FeeRules): boolean {
  const isShort = risks.some(({ kind }) => kind === 'feeBalanceTooLow')
  const isOther = runs.some(({ payer, fee }) => payer === 'wallet' && fee && fee.denom !== first)
  return flow.configuration.walletFallback && (isShort || isOther)
}

interface Surroundings {
  agents: FlowsForecastFacts['agents']
  /** The connections to chains whose balances are read, so that flows can lack coins there. */
  readConnections: readonly string[]
}

/** Returns the other flows that share more with the flows than the balances and delegations of their owner. */
export function relatedFlows(flows: readonly Flow[], others: readonly Flow[], surroundings: Surroundings): Flow[] {
  const related = new Set(others.filter(paysOwner))
  // The set grows while it is iterated, because related flows can have related flows, too.
  const all = new Set([...flows, ...related])
  for (const flow of all) {
    for (const other of others) {
      if (all.has(other) || !isRelated(flow, other, surroundings)) continue
      related.add(other)
      all.add(other)
    }
  }
  for (const flow of flows) for (const other of newestOnConnection(flow, others, surroundings)) related.add(other)
  return Array.from(related)
}

function isRelated(flow: Flow, other: Flow, surroundings: Surroundings): boolean {
  if (flowDependencies(flow).includes(other.id)) return true
  const connection = connectionOf(flow, surroundings)
  if (connection !== undefined && connection === connectionOf(other, surroundings))
    return surroundings.readConnections.includes(connection)
  if (isInterchain(other)) return false
  const text = JSON.stringify(other.msgs)
  if (text.includes(flow.feeAddress)) return true
  if (isInterchain(flow)) return false
  const [own, theirs] = [messagesOf(flow), messagesOf(other)]
  const granters = own.flatMap(({ signer }) => (signer === flow.owner ? [] : signer))
  if (granters.some(granter => text.includes(granter))) return true
  return own.some(isUnbonding) && theirs.some(isDelegation)
}

const mostWitnesses = 3

/** The newest runs on a connection show whether its relayer is offline. */
function newestOnConnection(flow: Flow, others: readonly Flow[], surroundings: Surroundings): Flow[] {
  const connection = connectionOf(flow, surroundings)
  if (connection === undefined) return []
  const lastRun = ({ execTime, interval }: Flow) => clockTime(execTime) - toMilliseconds(interval)
  return others
    .filter(other => connectionOf(other, surroundings) === connection)
    .filter(other => clockTime(other.execTime) > clockTime(other.startTime))
    .sort((one, other) => lastRun(other) - lastRun(one))
    .slice(0, mostWitnesses)
}

function connectionOf(flow: Flow, { agents }: Surroundings): string | undefined {
  return interchainAccountOf(flow, lookUp(agents, flow.trustlessAgent?.agentAddress ?? ''))?.connectionId
}

function messagesOf({ msgs, owner }: Flow) {
  return msgs.flatMap(message => typedMessages(message, owner))
}

function isUnbonding({ name }: { name: string }): boolean {
  return name === 'MsgUndelegate' || name === 'MsgCancelUnbondingDelegation'
}

function isDelegation({ name }: { name: string }): boolean {
  return /delegat/i.test(name)
}

/** Whether a flow sends coins from another account to its owner. */
function paysOwner(flow: Flow): boolean {
  const isForOther = messagesOf(flow).some(({ signer }) => signer !== flow.owner)
  return !isInterchain(flow) && isForOther && JSON.stringify(flow.msgs).includes(`"to_address":"${flow.owner}"`)
}

function timeOfLastRun(flows: readonly Flow[], limit: number): number {
  return Math.max(...flows.map(flow => lastTime(flow, limit)))
}

/** Returns the time of the last simulated run, in milliseconds since 1970. */
function lastTime(flow: Flow, limit: number): number {
  const { first, interval, runs } = scheduleOf(flow)
  return first + interval * (Math.min(runs, limit) - 1)
}

/** Whether a flow returns the balance of its fee account to the wallet. */
function isRefundDue(flow: Flow, until: number): boolean {
  return scheduleOf(flow).endsOnTime && lastTime(flow, Number.POSITIVE_INFINITY) <= until
}
