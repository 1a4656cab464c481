import type { Execution } from '../chain/execution.js'
import type { Maker } from './kind.js'
import { uinto } from './messages.js'

export const INSUFFICIENT =
  'msg handling error: could not execute local flow: spendable balance 48041uinto is smaller than 500000uinto: insufficient funds'
export const NO_GRANT = 'msg handling error: could not execute local flow: authorization not found: not found'

export function failed(error: string): Execution {
  return { outcome: 'failed', error }
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
