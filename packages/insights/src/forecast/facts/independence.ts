import type { AnyMessage, BlockTime, Coin, Flow } from '@flow-query/core'
import type { Steps } from '@flow-query/core/parts/collection'
import { lookUp } from '@flow-query/core/parts/decode'
import { createFeeRules } from '@flow-query/rules'
import { flowDependencies } from '../../conditions/evaluate.js'
import { type FlowsForecastFacts, isInterchain } from '../forecast-facts.js'
import { forecastFlowsInSteps } from '../forecast-flows.js'
import { changedGrants, coinsOf, maxDepth, messagesIn, nameOf, signerOf, typedMessages } from '../messages.js'
import type { FlowForecast, ForecastRisk } from '../result.js'
import { scheduleOf } from '../simulation/schedule.js'
import { runsPerFlow } from '../simulation/simulate.js'

/**
 * Returns the forecasts of flows without the facts of some of their owner's other flows, or undefined if those flows can change the
 * forecasts.
 *
 * The forecasts are computed twice: with the owner's balances and delegations, and without the most that the unread flows can take from
 * them. If both are the same, nothing that the unread flows spend can matter.
 *
 * @param facts the facts of the owner's flows, and of the other flows that have been read
 * @param unread the other flows without facts
 */
export function* independentForecasts(
  facts: FlowsForecastFacts,
  unread: readonly Flow[],
  time: BlockTime,
): Steps<FlowForecast[] | undefined> {
  const { flows, otherFlows = [] } = facts
  const [{ owner } = { owner: '' }] = flows
  const limit = runsPerFlow(flows.length + otherFlows.length + unread.length)
  const until = timeOfLastRun(flows, limit)
  const taken = spendingOf(unread, until, facts)
  if (!flows.every(flow => isCovered(flow, taken, lookUp(facts.balances, owner)))) return undefined
  const forecasts = yield* forecastFlowsInSteps(facts, time, limit)
  if (forecasts.some(forecast => forecast.risks.some(risk => mayDependOnOthers(risk, forecast.flow)))) return undefined
  const poorer = yield* forecastFlowsInSteps(withLess(facts, owner, taken), time, limit)
  return JSON.stringify(forecasts.map(withoutBalance)) === JSON.stringify(poorer.map(withoutBalance))
    ? forecasts
    : undefined
}

/**
 * Several flows can lack the same coins of their owner, but no other flow spends from a flow's fee account. A message can fail because
 * another flow hasn't delegated yet.
 */
function mayDependOnOthers({ kind, missing, address }: ForecastRisk, { feeAddress }: Flow): boolean {
  return kind === 'factsMissing' || kind === 'messageFails' || (missing !== undefined && address !== feeAddress)
}

function withoutBalance({ flow, funds, ...forecast }: FlowForecast) {
  return { id: flow.id, ...forecast, funds: funds && { ...funds, balance: '' } }
}

/** Returns the other flows that share more with the flows than the balances and delegations of their owner. */
export function relatedFlows(flows: readonly Flow[], others: readonly Flow[]): Flow[] {
  const until = timeOfLastRun(flows, runsPerFlow(flows.length + others.length))
  const isRefunded = flows.some(({ configuration }) => configuration.walletFallback)
  const related = new Set(others.filter(other => paysOwner(other) || (isRefunded && isRefundDue(other, until))))
  // The set grows while it is iterated, because related flows can have related flows, too.
  const all = new Set([...flows, ...related])
  for (const flow of all) {
    for (const other of others) {
      if (all.has(other) || !isRelated(flow, other)) continue
      related.add(other)
      all.add(other)
    }
  }
  return Array.from(related)
}

function isRelated(flow: Flow, other: Flow): boolean {
  if (flowDependencies(flow).includes(other.id)) return true
  // Other interchain flows show whether the relayer of a connection is offline, and can spend from the same account.
  if (isInterchain(flow) && isInterchain(other)) return true
  if (isInterchain(other)) return false
  const text = JSON.stringify(other.msgs)
  if (text.includes(flow.feeAddress)) return true
  if (isInterchain(flow)) return false
  const [own, theirs] = [messagesOf(flow), messagesOf(other)]
  const granters = own.flatMap(({ signer }) => (signer === flow.owner ? [] : signer))
  const changesGrants = other.msgs.some(message => changedGrants(message).length > 0)
  if (granters.length > 0 && (changesGrants || granters.some(granter => text.includes(granter)))) return true
  return own.some(isUnbonding) && theirs.some(({ name }) => /delegat/i.test(name))
}

function messagesOf({ msgs, owner }: Flow) {
  return msgs.flatMap(message => typedMessages(message, owner))
}

function isUnbonding({ name }: { name: string }): boolean {
  return name === 'MsgUndelegate' || name === 'MsgCancelUnbondingDelegation'
}

/** Whether a flow sends coins from another account to its owner. */
function paysOwner(flow: Flow): boolean {
  const isForOther = messagesOf(flow).some(({ signer }) => signer !== flow.owner)
  return !isInterchain(flow) && isForOther && JSON.stringify(flow.msgs).includes(`"to_address":"${flow.owner}"`)
}

/** Returns the flows that can take the largest parts of their owner's balance, in this order. */
export function largestSpenders(
  { flows, ...facts }: FlowsForecastFacts,
  others: readonly Flow[],
  most: number,
): Flow[] {
  const until = timeOfLastRun(flows, runsPerFlow(flows.length + others.length))
  const balance = lookUp(facts.balances, flows[0]?.owner ?? '') ?? []
  const shareOf = (flow: Flow) => {
    const { coins } = spendingOf([flow], until, { flows, ...facts })
    const shares = balance.map(({ denom, amount }) => Number(coins?.get(denom) ?? 0) / Number(amount))
    return coins ? Math.max(0, ...shares) : Number.POSITIVE_INFINITY
  }
  const shares = new Map(others.map(flow => [flow, shareOf(flow)]))
  return others.toSorted((one, other) => (shares.get(other) ?? 0) - (shares.get(one) ?? 0)).slice(0, most)
}

function timeOfLastRun(flows: readonly Flow[], limit: number): number {
  return Math.max(...flows.map(flow => lastTime(flow, limit)))
}

/** Returns the time of the last simulated run, in milliseconds since 1970. */
function lastTime(flow: Flow, limit: number): number {
  const { first, interval, runs } = scheduleOf(flow)
  return first + interval * (Math.min(runs, limit) - 1)
}

/** Whether a flow returns the balance of its fee account to the wallet, which can change the denomination of other fees. */
function isRefundDue(flow: Flow, until: number): boolean {
  return scheduleOf(flow).endsOnTime && lastTime(flow, Number.POSITIVE_INFINITY) <= until
}

/** The highest amounts that flows can take from their owner. Null if they are unknown. */
interface Spending {
  coins: ReadonlyMap<string, bigint> | null
  /** By validator. */
  delegations: ReadonlyMap<string, bigint> | null
}

/** The fields with all amounts that these messages can take from the wallet. */
const spentFields: Readonly<Record<string, string | null>> = {
  MsgSend: 'amount',
  MsgDelegate: 'amount',
  MsgUndelegate: null,
  MsgVote: null,
  MsgWithdrawDelegatorReward: null,
}

/** Returns the messages that spend from the owner. With a permission, a `MsgExec` spends from other accounts. */
function spendingMessages(messages: readonly AnyMessage[], owner: string, depth = 0): AnyMessage[] {
  return messages.flatMap(message => {
    if (nameOf(message) === 'MsgExec' && !message['@tooDeep'] && depth < maxDepth)
      return spendingMessages(messagesIn(message, depth), owner, depth + 1)
    const isKnown = spentFields[nameOf(message)] !== undefined
    return isKnown && signerOf(message, owner) !== owner ? [] : message
  })
}

/** Whether the wallet contains enough for the most that the other flows can take of the coins that a flow sends. */
function isCovered(flow: Flow, { coins }: Spending, balance: readonly Coin[] = []): boolean {
  const spending = isInterchain(flow)
    ? []
    : spendingMessages(flow.msgs, flow.owner).filter(message => spentFields[nameOf(message)] !== null)
  return spending.every(message => {
    const spent = coinsOf(message[spentFields[nameOf(message)] ?? ''])
    return spent?.every(({ denom }) => {
      const held = BigInt(balance.find(coin => coin.denom === denom)?.amount ?? 0)
      return coins !== null && (coins.get(denom) ?? 0n) <= held
    })
  })
}

/** A run of these messages costs far less than this multiple of the balance that it requires. */
const mostFee = 10n

function spendingOf(flows: readonly Flow[], until: number, { params }: FlowsForecastFacts): Spending {
  const rules = createFeeRules(params)
  let coins: Map<string, bigint> | null = new Map()
  let delegations: Map<string, bigint> | null = new Map()
  for (const flow of flows) {
    const { first, interval, runs } = scheduleOf(flow)
    const count = BigInt(Math.max(0, Math.min(runs, Math.floor((until - first) / interval) + 1)))
    const isChanged = flow.conditions.feedbackLoops.length > 0
    for (const message of isInterchain(flow) ? [] : spendingMessages(flow.msgs, flow.owner)) {
      const name = nameOf(message)
      const field = spentFields[name]
      const amounts = field ? coinsOf(message[field]) : field === null ? [] : null
      const undelegated = name === 'MsgUndelegate' ? coinsOf(message.amount) : []
      coins = isChanged || !amounts ? null : coins && added(coins, amounts, ({ denom }) => denom, count)
      delegations =
        isChanged || field === undefined || !undelegated
          ? null
          : delegations && added(delegations, undelegated, () => String(message.validator_address), count)
    }
    if (!flow.configuration.walletFallback || !coins) continue
    const fees = rules.walletDenoms.map(denom => ({
      denom,
      amount: mostFee * rules.requiredBalance(flow.msgs.length, denom),
    }))
    coins = added(coins, [...fees, ...(flow.trustlessAgent?.feeLimit ?? [])], ({ denom }) => denom, count)
  }
  return { coins, delegations }
}

type Amount = { denom: string; amount: string | bigint }

function added(
  to: ReadonlyMap<string, bigint>,
  amounts: readonly Amount[],
  keyOf: (amount: Amount) => string,
  count: bigint,
) {
  const sums = new Map(to)
  for (const one of amounts) sums.set(keyOf(one), (sums.get(keyOf(one)) ?? 0n) + BigInt(one.amount) * count)
  return sums
}

/** Returns the facts after the other flows have taken all that they can. */
function withLess(facts: FlowsForecastFacts, owner: string, { coins, delegations }: Spending): FlowsForecastFacts {
  const left = (all: readonly Coin[] | undefined) =>
    all?.flatMap(coin => reduced(coin, coins && (coins.get(coin.denom) ?? 0n)))
  const delegated = lookUp(facts.delegations, owner)?.flatMap(({ validatorAddress, balance }) =>
    reduced(balance, delegations && (delegations.get(validatorAddress) ?? 0n)).map(balance => ({
      validatorAddress,
      balance,
    })),
  )
  return {
    ...facts,
    balances: { ...facts.balances, [owner]: left(lookUp(facts.balances, owner)) },
    spendableBalances: { ...facts.spendableBalances, [owner]: left(lookUp(facts.spendableBalances, owner)) },
    delegations: { ...facts.delegations, [owner]: delegated },
  }
}

/** Returns no coin if nothing is left, or if it is unknown how much is taken. */
function reduced({ denom, amount }: Coin, taken: bigint | null): Coin[] {
  const left = taken === null ? 0n : BigInt(amount) - taken
  return left > 0n ? [{ denom, amount: String(left) }] : []
}
