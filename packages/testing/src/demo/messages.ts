import { address } from '../chain/address.js'
import type { AnyMessage, Coin } from '../chain/state.js'
import type { TemplateContext } from './random/template.js'

export const atom = 'ibc/C4CFF46FD6DE35CA4CF4CE031E643C8FDC9BA4B99AE598E9B0ED98FE3A2319F9'
export const atomOnOsmosis = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2'
export const osmo = 'ibc/ED07A3391A112B175915CD8FAF43A2DA8E4790EDE12566649D0C2F97716B8518'

export const uinto = (amount: number): Coin => ({ denom: 'uinto', amount: String(amount) })
export const uosmo = (amount: number): Coin => ({ denom: 'uosmo', amount: String(amount) })
export const uatom = (amount: number): Coin => ({ denom: 'uatom', amount: String(amount) })
export const uqck = (amount: number): Coin => ({ denom: 'uqck', amount: String(amount) })
export const validator = (seed: number) => address(`validator ${seed}`, 'intovaloper')
export const hubValidator = (seed: number) => address(`validator ${seed}`, 'cosmosvaloper')

export function pay(from: string, to: string, ...amount: Coin[]): AnyMessage {
  return { '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: from, to_address: to, amount }
}

export function send({ owner, between }: TemplateContext, from = owner): AnyMessage {
  const amount = uinto(between(1, 400) * 50_000)
  return pay(from, address(`receiver ${between(1, 30)}`), amount)
}

export function delegate(delegator: string, to: string, amount: Coin): AnyMessage {
  const type = '/cosmos.staking.v1beta1.MsgDelegate'
  return { '@type': type, delegator_address: delegator, validator_address: to, amount }
}

export function undelegate(delegator: string, from: string, amount: Coin): AnyMessage {
  const type = '/cosmos.staking.v1beta1.MsgUndelegate'
  return { '@type': type, delegator_address: delegator, validator_address: from, amount }
}

export function withdraw(delegator: string, from: string): AnyMessage {
  const type = '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward'
  return { '@type': type, delegator_address: delegator, validator_address: from }
}

export function swap(sender: string, amount: number): AnyMessage {
  return {
    '@type': '/osmosis.gamm.v1beta1.MsgSwapExactAmountIn',
    sender,
    routes: [{ pool_id: '1', token_out_denom: atomOnOsmosis }],
    token_in: uosmo(amount),
    token_out_min_amount: String(Math.floor(amount / 14)),
  }
}

export function transfer(sender: string, receiver: string, token: Coin, channel: string): AnyMessage {
  return {
    '@type': '/ibc.applications.transfer.v1.MsgTransfer',
    source_port: 'transfer',
    source_channel: channel,
    token,
    sender,
    receiver,
    timeout_height: { revision_number: '0', revision_height: '0' },
    timeout_timestamp: '2526374086000000000',
    memo: '',
  }
}

export function sendToOsmosis({ owner, between }: TemplateContext): AnyMessage {
  const amount = uinto(between(1, 90) * 100_000)
  return transfer(owner, address(`receiver ${between(1, 30)}`, 'osmo'), amount, 'channel-0')
}

export function vote(voter: string, proposal: string): AnyMessage {
  return { '@type': '/cosmos.gov.v1.MsgVote', proposal_id: proposal, voter, option: 'VOTE_OPTION_YES', metadata: '' }
}

export function authorized(grantee: string, msgs: AnyMessage[]): AnyMessage {
  return { '@type': '/cosmos.authz.v1beta1.MsgExec', grantee, msgs }
}

/** The chain refuses a `MsgExec` with a message that another account signs, but not if it is inside of another `MsgExec`. */
export function withPermission(grantee: string, msgs: AnyMessage[]): AnyMessage {
  return authorized(grantee, [authorized(grantee, msgs)])
}
