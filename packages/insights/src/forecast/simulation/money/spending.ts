import type { AnyMessage, Flow } from '@flow-query/core'
import type { FeeRules } from '@flow-query/rules'
import { isInterchain } from '../../forecast-facts.js'
import { coinsOf, maxDepth, messagesIn, nameOf, signerOf } from '../../messages.js'
import { scheduleOf } from '../schedule.js'
import type { Drain } from './ledger.js'

/** The highest amounts that each run of a flow can take from its owner. Null if they are unknown. */
export interface Spending {
  owner: string
  coins: ReadonlyMap<string, bigint> | null
  /** By validator. */
  delegations: ReadonlyMap<string, bigint> | null
  drain: Omit<Drain, 'perRun'>
  /** When the flow returns the balance of its fee account to the owner, if it does. */
  refundAt: number | undefined
}

export function spendingOf(flow: Flow, rules: FeeRules): Spending {
  const { id, owner, msgs, conditions, configuration, trustlessAgent } = flow
  const { first, interval, runs, endsOnTime } = scheduleOf(flow)
  let coins: Map<string, bigint> | null = new Map()
  let delegations: Map<string, bigint> | null = new Map()
  const isChanged = conditions.feedbackLoops.length > 0
  for (const message of isInterchain(flow) ? [] : spendingMessages(msgs, owner)) {
    const name = nameOf(message)
    const field = spentFields[name]
    const amounts = field ? coinsOf(message[field]) : field === null ? [] : null
    const undelegated = name === 'MsgUndelegate' ? coinsOf(message.amount) : []
    const isUnknown = field === undefined || (isChanged && field !== null)
    coins = isUnknown || !amounts ? null : coins && added(coins, amounts, ({ denom }) => denom)
    delegations =
      field === undefined || !undelegated || (isChanged && name === 'MsgUndelegate')
        ? null
        : delegations && added(delegations, undelegated, () => String(message.validator_address))
  }
  if (configuration.walletFallback && coins) {
    const fees = rules.walletDenoms.map(denom => ({
      denom,
      amount: mostFee * rules.requiredBalance(msgs.length, denom),
    }))
    coins = added(coins, [...fees, ...(trustlessAgent?.feeLimit ?? [])], ({ denom }) => denom)
  }
  const refundAt = endsOnTime ? first + interval * (runs - 1) : undefined
  return { owner, coins, delegations, drain: { flowId: id, first, interval, runs }, refundAt }
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

/** A run of these messages costs far less than this multiple of the balance that it requires. */
const mostFee = 10n

type Amount = { denom: string; amount: string | bigint }

function added(to: ReadonlyMap<string, bigint>, amounts: readonly Amount[], keyOf: (amount: Amount) => string) {
  const sums = new Map(to)
  for (const one of amounts) sums.set(keyOf(one), (sums.get(keyOf(one)) ?? 0n) + BigInt(one.amount))
  return sums
}
