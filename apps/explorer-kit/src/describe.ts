import type { AnyMessage, Coin, Flow } from '@flow-query/core'
import { amounts, listed } from './amount.js'
import { lookup } from './lookup.js'
import { every } from './time.js'

/** What a flow does, in a sentence: `Send 0.001 INTO every minute`. */
export function describe(flow: Pick<Flow, 'msgs' | 'interval' | 'selfHostedIca' | 'trustlessAgent'>): string {
  return `${describeMessages(flow.msgs)} ${every(flow.interval)}${where(flow)}`
}

/** `Claim staking rewards, then delegate 5 INTO`. */
export function describeMessages(messages: readonly AnyMessage[]): string {
  const actions = messages.flatMap(unfold).map(describeMessage)
  const [first, second, ...more] = Array.from(new Set(actions))
  if (!first) return 'Do nothing'
  const times = actions.length > 1 && !second ? `, ${actions.length} times` : ''
  if (!second) return first + times
  return `${first}, then ${lowered(second)}${more.length ? ` and ${more.length} more` : ''}`
}

/** What one message does: `Send 0.001 INTO`; one that is not known, by the name of its type. */
export function describeMessage(message: AnyMessage): string {
  const inner = innerMessages(message)
  if (inner)
    return inner.length
      ? listed(
          inner
            .flatMap(unfold)
            .map(describeMessage)
            .map((words, i) => (i ? lowered(words) : words)),
        )
      : 'Do nothing'
  return sentences.get(message['@type'])?.(message) ?? typeName(message)
}

/** The messages inside one that only carries others (MsgExec); null for any other. */
export function innerMessages(message: AnyMessage): AnyMessage[] | null {
  return /\.MsgExec$/.test(message['@type']) && Array.isArray(message.msgs) ? message.msgs.filter(isMessage) : null
}

/** `MsgSend` of `/cosmos.bank.v1beta1.MsgSend`. */
export function typeName(message: AnyMessage): string {
  return message['@type'].split(/[./]/).at(-1) || 'Unknown message'
}

/** The coins in a field of a message, which holds one, a list of them, or something else. */
export function coinsIn(value: unknown): Coin[] {
  return (Array.isArray(value) ? value : [value]).filter(isCoin)
}

function isCoin(value: unknown): value is Coin {
  const { denom, amount } = (value ?? {}) as Partial<Record<string, unknown>>
  return typeof denom === 'string' && denom !== '' && typeof amount === 'string'
}

function isMessage(value: unknown): value is AnyMessage {
  return typeof (value as Partial<AnyMessage> | null)?.['@type'] === 'string'
}

/** The messages that do something, out of those that only carry them, however deep. */
function unfold(message: AnyMessage): AnyMessage[] {
  const found: AnyMessage[] = []
  const left = [message]
  for (let next = left.pop(); next; next = left.pop()) {
    const inner = innerMessages(next)
    if (!inner) found.push(next)
    else for (const message of inner.reverse()) left.push(message)
  }
  return found
}

function where({ selfHostedIca, trustlessAgent }: Pick<Flow, 'selfHostedIca' | 'trustlessAgent'>): string {
  const connection = selfHostedIca?.connectionId || trustlessAgent?.connectionId
  if (!selfHostedIca && !trustlessAgent) return ''
  return `, on the other chain${connection ? ` (${connection})` : ''}${trustlessAgent ? ' through an agent' : ''}`
}

const sentences = lookup<(message: AnyMessage) => string>({
  '/cosmos.bank.v1beta1.MsgSend': m => `Send ${money(m.amount)}`,
  '/cosmos.bank.v1beta1.MsgMultiSend': m =>
    `Send to ${Array.isArray(m.outputs) ? m.outputs.length : 'several'} addresses`,
  '/cosmos.staking.v1beta1.MsgDelegate': m => `Delegate ${money(m.amount)}`,
  '/cosmos.staking.v1beta1.MsgUndelegate': m => `Undelegate ${money(m.amount)}`,
  '/cosmos.staking.v1beta1.MsgBeginRedelegate': m => `Redelegate ${money(m.amount)}`,
  '/cosmos.staking.v1beta1.MsgCancelUnbondingDelegation': m => `Delegate ${money(m.amount)} again`,
  '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward': () => 'Claim staking rewards',
  '/cosmos.distribution.v1beta1.MsgWithdrawValidatorCommission': () => 'Claim validator commission',
  '/cosmos.distribution.v1beta1.MsgFundCommunityPool': m => `Give ${money(m.amount)} to the community pool`,
  '/cosmos.gov.v1.MsgVote': m => `Vote on proposal ${text(m.proposal_id)}`,
  '/cosmos.gov.v1beta1.MsgVote': m => `Vote on proposal ${text(m.proposal_id)}`,
  '/cosmwasm.wasm.v1.MsgExecuteContract': m => `Call a contract${paying(m.funds)}`,
  '/ibc.applications.transfer.v1.MsgTransfer': m =>
    `Transfer ${money(m.token)} over ${text(m.source_channel) || 'IBC'}`,
  '/osmosis.gamm.v1beta1.MsgSwapExactAmountIn': m => `Swap ${money(m.token_in)}`,
  '/osmosis.poolmanager.v1beta1.MsgSwapExactAmountIn': m => `Swap ${money(m.token_in)}`,
})

function money(value: unknown): string {
  return amounts(coinsIn(value)) || 'nothing'
}

function paying(value: unknown): string {
  const coins = coinsIn(value)
  return coins.length ? ` with ${amounts(coins)}` : ''
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
}

/** A sentence goes on in lower case; a type's name stays as it is. */
function lowered(words: string): string {
  return /^Msg[A-Z]/.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1)
}
