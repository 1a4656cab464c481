import type { BlockTime, Coin, Flow } from '@flow-query/core'
import type { Steps } from '@flow-query/core/parts/collection'
import { lookUp } from '@flow-query/core/parts/decode'
import { createFeeRules } from '@flow-query/rules'
import { flowDependencies } from '../../conditions/evaluate.js'
import { type FlowsForecastFacts, isInterchain } from '../forecast-facts.js'
import { forecastFlowsInSteps } from '../forecast-flows.js'
import { coinsOf, nameOf, typedMessages } from '../messages.js'
import type { FlowForecast } from '../result.js'
import { scheduleOf } from '../simulation/schedule.js'
import { runsPerFlow } from '../simulation/simulate.js'

/**
 * Returns the forecasts of flows without the facts of their owner's other flows, or undefined if the other flows can change the forecasts.
 *
 * The forecasts are computed twice: with the owner's balances and delegations, and without the most that the other flows can take from
 * them. If both are the same, nothing that the other flows spend can matter.
 *
 * @param facts the facts of the owner's flows, without other flows
 */
export function* independentForecasts(
  facts: FlowsForecastFacts,
  others: readonly Flow[],
  time: BlockTime,
): Steps<FlowForecast[] | undefined> {
  const [{ owner } = { owner: '' }] = facts.flows
  const limit = runsPerFlow(facts.flows.length + others.length)
  const until = Math.max(...facts.flows.map(flow => lastTime(flow, limit)))
  if (facts.flows.some(({ configuration }) => configuration.walletFallback) && isRefundDue(others, until))
    return undefined
  const taken = spendingOf(others, until, facts)
  if (!facts.flows.every(flow => isCovered(flow, taken, lookUp(facts.balances, owner)))) return undefined
  const forecasts = yield* forecastFlowsInSteps(facts, time, limit)
  if (forecasts.some(({ risks }) => risks.some(({ missing, kind }) => missing || kind === 'factsMissing')))
    return undefined
  const poorer = yield* forecastFlowsInSteps(withLess(facts, owner, taken), time, limit)
  return JSON.stringify(forecasts.map(withoutBalance)) === JSON.stringify(poorer.map(withoutBalance))
    ? forecasts
    : undefined
}

function withoutBalance({ flow, funds, ...forecast }: FlowForecast) {
  return { id: flow.id, ...forecast, funds: funds && { ...funds, balance: '' } }
}

/** Whether flows of one owner share nothing with the other flows but the balances and delegations of their owner. */
export function mayBeIndependent(flows: readonly Flow[], others: readonly Flow[]): boolean {
  return flows.every(flow => isIndependent(flow, flows[0]?.owner ?? '', others))
}

/** Whether a flow shares nothing with the other flows but the balances and delegations of their owner. */
function isIndependent(flow: Flow, owner: string, others: readonly Flow[]): boolean {
  if (flow.owner !== owner || flowDependencies(flow).length > 0) return false
  // Other interchain flows show whether the relayer of a connection is offline, and can spend from the same account.
  if (isInterchain(flow)) return !others.some(isInterchain)
  const messages = flow.msgs.flatMap(message => typedMessages(message, owner))
  const signs = messages.every(({ signer, name }) => signer === owner && name !== 'MsgExec')
  const unbonds = messages.some(({ name }) => name === 'MsgUndelegate' || name === 'MsgCancelUnbondingDelegation')
  return signs && !unbonds
}

/** Returns the time of the last simulated run, in milliseconds since 1970. */
function lastTime(flow: Flow, limit: number): number {
  const { first, interval, runs } = scheduleOf(flow)
  return first + interval * (Math.min(runs, limit) - 1)
}

/** Whether one of the flows returns the balance of its fee account to the wallet, which can change the denomination of other fees. */
function isRefundDue(flows: readonly Flow[], until: number): boolean {
  return flows.some(flow => scheduleOf(flow).endsOnTime && lastTime(flow, Number.POSITIVE_INFINITY) <= until)
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

/** Whether the wallet contains enough for the most that the other flows can take of the coins that a flow sends. */
function isCovered(flow: Flow, { coins }: Spending, balance: readonly Coin[] = []): boolean {
  const spending = isInterchain(flow) ? [] : flow.msgs.filter(message => spentFields[nameOf(message)] !== null)
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
    for (const message of isInterchain(flow) ? [] : flow.msgs) {
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
