import type { AnyMessage, Coin, Flow } from '@flow-query/core'
import { coinsIn, type Denoms, formatAmount, knownDenoms } from './amount.js'
import { lookUp } from './lookup.js'
import { formatCount, formatList, formatNumber } from './number.js'
import { lowered } from './phrase.js'
import { isInterchain } from './rules.js'
import { describeInterval } from './schedule.js'

/** The properties of a flow that are needed to explain its executions. */
export type ExplainedFlow = Pick<
  Flow,
  'owner' | 'feeAddress' | 'msgs' | 'selfHostedIca' | 'trustlessAgent' | 'configuration' | 'conditions'
>

/**
 * Describes what a flow does and how often, such as `Send 0.001 INTO every minute`.
 *
 * @param denoms the symbols and decimals of denoms. Defaults to {@link knownDenoms}
 */
export function describeFlow(
  flow: Pick<Flow, 'msgs' | 'interval' | 'selfHostedIca' | 'trustlessAgent'>,
  denoms: Denoms = knownDenoms,
): string {
  return `${describeMessages(flow.msgs, denoms)} ${describeInterval(flow.interval)}${where(flow)}`
}

/** Describes the messages of a flow, such as `Claim staking rewards, then delegate 5 INTO`. */
export function describeMessages(messages: readonly AnyMessage[], denoms: Denoms = knownDenoms): string {
  const actions = actionsOf(messages).map(message => describeMessage(message, denoms))
  const [first, second, ...more] = Array.from(new Set(actions))
  if (!first) return doNothing
  const times = actions.length > 1 && !second ? `, ${formatNumber(actions.length)} times` : ''
  if (!second) return first + times
  return `${first}, then ${lowered(second)}${more.length ? ` and ${formatNumber(more.length)} more` : ''}`
}

/**
 * Describes what a message does, such as `Send 0.001 INTO`. Returns the type name of an unknown message, for example `MsgPaint`.
 */
export function describeMessage(message: AnyMessage, denoms: Denoms = knownDenoms): string {
  if (message['@tooDeep']) return typeName(message)
  if (!innerMessages(message)) return lookUp(sentences, message['@type'])?.(message, denoms) ?? typeName(message)
  const actions = actionsOf([message]).map(action => describeMessage(action, denoms))
  const [first] = actions
  if (!first) return doNothing
  if (actions.length > 1 && new Set(actions).size === 1) return `${first}, ${formatNumber(actions.length)} times`
  return listed(actions.map((words, index) => (index ? lowered(words) : words)))
}

const doNothing = 'Do nothing'
const mostNamed = 10

function listed(items: readonly string[]): string {
  if (items.length <= mostNamed) return formatList(items)
  const named = items.slice(0, mostNamed - 1)
  return formatList([...named, `${formatNumber(items.length - named.length)} more`])
}

/** Returns the messages inside a MsgExec, which only contains other messages. Returns null for any other message. */
export function innerMessages(message: AnyMessage): AnyMessage[] | null {
  return /\.MsgExec$/.test(message['@type']) && Array.isArray(message.msgs) ? message.msgs.filter(isMessage) : null
}

/** Returns the messages that do something, in their order, also those inside of other messages. */
export function actionsOf(messages: readonly AnyMessage[]): AnyMessage[] {
  const actions: AnyMessage[] = []
  const stack = [...messages].reverse()
  for (let message = stack.pop(); message; message = stack.pop()) {
    const inner = innerMessages(message)
    if (inner) for (const one of inner.reverse()) stack.push(one)
    else actions.push(message)
  }
  return actions
}

export function typeName(message: AnyMessage): string {
  return message['@type'].split(/[./]/).at(-1) || 'Unknown message'
}

function isMessage(value: unknown): value is AnyMessage {
  return typeof (value as Partial<AnyMessage> | null)?.['@type'] === 'string'
}

function where(flow: Pick<Flow, 'selfHostedIca' | 'trustlessAgent'>): string {
  if (!isInterchain(flow)) return ''
  const { selfHostedIca, trustlessAgent } = flow
  const connection = selfHostedIca?.connectionId || trustlessAgent?.connectionId
  return `, on the other chain${connection ? ` (${connection})` : ''}${trustlessAgent?.agentAddress ? ' through an agent' : ''}`
}

const sentences: Readonly<Record<string, (message: AnyMessage, denoms: Denoms) => string>> = {
  '/cosmos.bank.v1beta1.MsgSend': (m, denoms) => `Send ${money(m.amount, denoms)}`,
  '/cosmos.bank.v1beta1.MsgMultiSend': m =>
    `Send to ${Array.isArray(m.outputs) ? formatCount(m.outputs.length, 'address', 'addresses') : 'several addresses'}`,
  '/cosmos.staking.v1beta1.MsgDelegate': (m, denoms) => `Delegate ${money(m.amount, denoms)}`,
  '/cosmos.staking.v1beta1.MsgUndelegate': (m, denoms) => `Undelegate ${money(m.amount, denoms)}`,
  '/cosmos.staking.v1beta1.MsgBeginRedelegate': (m, denoms) => `Redelegate ${money(m.amount, denoms)}`,
  '/cosmos.staking.v1beta1.MsgCancelUnbondingDelegation': (m, denoms) => `Delegate ${money(m.amount, denoms)} again`,
  '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward': () => 'Claim staking rewards',
  '/cosmos.distribution.v1beta1.MsgWithdrawValidatorCommission': () => 'Claim validator commission',
  '/cosmos.distribution.v1beta1.MsgFundCommunityPool': (m, denoms) =>
    `Send ${money(m.amount, denoms)} to the community pool`,
  '/cosmos.gov.v1.MsgVote': m => `Vote on proposal ${text(m.proposal_id)}`,
  '/cosmos.gov.v1beta1.MsgVote': m => `Vote on proposal ${text(m.proposal_id)}`,
  '/cosmwasm.wasm.v1.MsgExecuteContract': (m, denoms) => `Call ${methodOf(m.msg)}a contract${paying(m.funds, denoms)}`,
  '/ibc.applications.transfer.v1.MsgTransfer': (m, denoms) =>
    `Transfer ${money(m.token, denoms)} over ${text(m.source_channel) || 'IBC'}`,
  '/osmosis.gamm.v1beta1.MsgSwapExactAmountIn': (m, denoms) => `Swap ${money(m.token_in, denoms)}`,
}

function money(value: unknown, denoms: Denoms): string {
  return listedCoins(coinsIn(value), denoms) || 'nothing'
}

function listedCoins(coins: readonly Coin[], denoms: Denoms): string {
  return listed(coins.map(coin => formatAmount(coin, denoms)))
}

function paying(value: unknown, denoms: Denoms): string {
  const coins = coinsIn(value)
  return coins.length ? ` with ${listedCoins(coins, denoms)}` : ''
}

function methodOf(message: unknown): string {
  const [method, ...others] = typeof message === 'object' && message !== null ? Object.keys(message) : []
  return method && others.length === 0 && /^\w{1,40}$/.test(method) ? `${method} of ` : ''
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
}
