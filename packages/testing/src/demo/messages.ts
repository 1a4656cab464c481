import { address } from '../builders.js'
import type { AnyMessage } from '../chain/state.js'
import type { Maker } from './kind.js'

const ATOM = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2'

export const uinto = (amount: number) => ({ denom: 'uinto', amount: String(amount) })
export const validator = (seed: number) => address(`validator ${seed}`, 'intovaloper')
export const hubValidator = (seed: number) => address(`validator ${seed}`, 'cosmosvaloper')

export function send({ owner, between }: Maker, from = owner): AnyMessage {
  const amount = [uinto(between(1, 400) * 50_000)]
  const to = address(`receiver ${between(1, 30)}`)
  return { '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: from, to_address: to, amount }
}

export function delegate(delegator: string, to: string, amount: number): AnyMessage {
  const type = '/cosmos.staking.v1beta1.MsgDelegate'
  return { '@type': type, delegator_address: delegator, validator_address: to, amount: uinto(amount) }
}

export function withdraw(delegator: string, from: string): AnyMessage {
  const type = '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward'
  return { '@type': type, delegator_address: delegator, validator_address: from }
}

export function swap(sender: string, amount: number): AnyMessage {
  return {
    '@type': '/osmosis.poolmanager.v1beta1.MsgSwapExactAmountIn',
    sender,
    routes: [{ pool_id: '1', token_out_denom: ATOM }],
    token_in: { denom: 'uosmo', amount: String(amount) },
    token_out_min_amount: String(Math.floor(amount / 14)),
  }
}

export function transfer({ owner, between }: Maker): AnyMessage {
  return {
    '@type': '/ibc.applications.transfer.v1.MsgTransfer',
    source_port: 'transfer',
    source_channel: 'channel-1',
    token: uinto(between(1, 90) * 100_000),
    sender: owner,
    receiver: address(`receiver ${between(1, 30)}`, 'osmo'),
    timeout_height: { revision_number: '0', revision_height: '0' },
    timeout_timestamp: '2526374086000000000',
    memo: '',
  }
}

export function authorized(grantee: string, msgs: AnyMessage[]): AnyMessage {
  return { '@type': '/cosmos.authz.v1beta1.MsgExec', grantee, msgs }
}
