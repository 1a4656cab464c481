import { type Execution, localError } from '../chain/execution.js'
import type { Coin } from '../chain/state.js'

export function insufficient(held: number, needed: number): string {
  return `${localError} spendable balance ${held}uinto is smaller than ${needed}uinto: insufficient funds`
}

export const insufficientBalance = insufficient(48_041, 500_000)
export const noGrant = `${localError} authorization not found: not found`
export const wrongSigner = `${localError} owner doesn't have permission to send this message: unauthorized`
export const noValidator = `${localError} validator does not exist`
export const sendingDisabled = `${localError} uinto transfers are currently disabled: send transactions are disabled`
export const tooManyUnbondings = `${localError} too many unbonding delegation entries for (delegator, validator) tuple`
export const tooFewShares = `${localError} invalid shares amount: invalid request`
export const inactiveClient =
  'msg handling error: could not send ICA message: cannot send packet using client (07-tendermint-2) with status Expired: client state is not active'
export const noNumber =
  'conditions to execute not met: error in CompareResponseValue: error parsing operand: error parsing value: field could not be parsed as 100000uinto in 120000 '

export function failed(error: string): Execution {
  return { outcome: 'failed', error }
}

export function rewards(amount: Coin): Execution {
  const type = '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorRewardResponse'
  return {
    outcome: 'succeeded',
    msgResponses: [{ '@type': type, amount: [amount] }, { '@type': '/cosmos.staking.v1beta1.MsgDelegateResponse' }],
  }
}

export function swapped(amountOut: number): Execution {
  const type = '/osmosis.gamm.v1beta1.MsgSwapExactAmountInResponse'
  return { outcome: 'succeeded', msgResponses: [{ '@type': type, token_out_amount: String(amountOut) }] }
}

export function balances(...amounts: number[]): Execution {
  return { outcome: 'succeeded', queryResponses: amounts.map(amount => btoa(String(amount))) }
}
