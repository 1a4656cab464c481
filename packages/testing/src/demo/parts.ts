import { address, flow as wholeFlow } from '../builders.js'
import type { Execution } from '../chain/execution.js'
import type {
  AnyMessage,
  Comparison,
  Conditions,
  Configuration,
  FeedbackLoop,
  Flow,
  IcqConfig,
} from '../chain/state.js'
import type { Maker } from './kinds.js'

const ATOM = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2'
const ICQ_KEY = 'AiBe/rO5rjxvXcCpVTYDcXYKqyJhwGxRKQp/7fudyZ49s3VpbnRv'

const uinto = (amount: number) => ({ denom: 'uinto', amount: String(amount) })
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

export function ica({ owner }: Maker): Pick<Flow, 'selfHostedIca'> {
  return { selfHostedIca: { portId: `icacontroller-${owner}`, connectionId: 'connection-0' } }
}

export function byAgentOf({ agents, between }: Maker, msgs: AnyMessage[]): Pick<Flow, 'trustlessAgent' | 'msgs'> {
  const { owner = '', address = '' } = agents[between(0, agents.length - 1)] ?? {}
  return {
    trustlessAgent: { agentAddress: owner, feeLimit: [uinto(25)], connectionId: '' },
    msgs: [authorized(address, msgs)],
  }
}

export function configured(changes: Partial<Configuration>): Pick<Flow, 'configuration'> {
  const { configuration } = wholeFlow()
  return { configuration: configuration && { ...configuration, ...changes } }
}

export function conditioned(changes: Partial<Conditions>): Pick<Flow, 'conditions'> {
  const { conditions } = wholeFlow()
  return { conditions: conditions && { ...conditions, ...changes } }
}

export function loop(changes: Partial<FeedbackLoop> = {}): FeedbackLoop {
  return {
    flowId: '0',
    responseIndex: 0,
    responseKey: 'Amount.[0]',
    msgsIndex: 1,
    msgKey: 'Amount',
    valueType: 'sdk.Coin',
    differenceMode: false,
    icqConfig: null,
    ...changes,
  }
}

export function comparison(changes: Partial<Comparison> = {}): Comparison {
  return {
    flowId: '0',
    responseIndex: 0,
    responseKey: 'Amount.[0]',
    valueType: 'sdk.Coin',
    operator: 'LARGER_THAN',
    operand: '1uinto',
    differenceMode: false,
    icqConfig: null,
    ...changes,
  }
}

export function icq(changes: Partial<IcqConfig> = {}): IcqConfig {
  return {
    connectionId: 'connection-0',
    chainId: 'cosmoshub-4',
    timeoutPolicy: 'RETRY_QUERY_REQUEST',
    timeoutDuration: '30s',
    queryType: 'store/bank/key',
    queryKey: ICQ_KEY,
    response: null,
    ...changes,
  }
}

export function rewards({ between }: Maker): Execution {
  const type = '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorRewardResponse'
  const amount = [uinto(between(1_000, 900_000))]
  return {
    outcome: 'succeeded',
    msgResponses: [{ '@type': type, amount }, { '@type': '/cosmos.staking.v1beta1.MsgDelegateResponse' }],
  }
}

export function swapped({ between }: Maker): Execution {
  const type = '/osmosis.poolmanager.v1beta1.MsgSwapExactAmountInResponse'
  return {
    outcome: 'succeeded',
    msgResponses: [{ '@type': type, token_out_amount: String(between(60_000, 90_000)) }],
  }
}

export const failed = (error: string): Execution => ({ outcome: 'failed', error })
export const INSUFFICIENT =
  'msg handling error: could not execute local flow: spendable balance 48041uinto is smaller than 500000uinto: insufficient funds'
export const NO_GRANT = 'msg handling error: could not execute local flow: authorization not found: not found'
