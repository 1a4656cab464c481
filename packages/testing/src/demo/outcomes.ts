import type { Execution } from '../chain/execution.js'
import type { Coin } from '../chain/state.js'

const LOCALLY = 'msg handling error: could not execute local flow:'

/** Amounts in uinto. */
export function insufficient(held: number, needed: number): string {
  return `${LOCALLY} spendable balance ${held}uinto is smaller than ${needed}uinto: insufficient funds`
}

export const INSUFFICIENT = insufficient(48_041, 500_000)
export const NO_GRANT = `${LOCALLY} authorization not found: not found`
export const NO_VALIDATOR = `${LOCALLY} validator does not exist`
export const SENDING_DISABLED = `${LOCALLY} uinto transfers are currently disabled: send transactions are disabled`
export const NO_RESPONSES =
  'conditions to execute not met: did not make a comparison, no responses on the target history. Set SaveResponses to true to use responses for comparison'

export function failed(error: string): Execution {
  return { outcome: 'failed', error }
}

/** What a withdrawal of rewards and the delegation after it answer. */
export function rewards(amount: Coin): Execution {
  const type = '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorRewardResponse'
  return {
    outcome: 'succeeded',
    msgResponses: [{ '@type': type, amount: [amount] }, { '@type': '/cosmos.staking.v1beta1.MsgDelegateResponse' }],
  }
}

export function swapped(amountOut: number): Execution {
  const type = '/osmosis.poolmanager.v1beta1.MsgSwapExactAmountInResponse'
  return { outcome: 'succeeded', msgResponses: [{ '@type': type, token_out_amount: String(amountOut) }] }
}

/** What another chain answers that is asked for balances, one after the other. */
export function balances(...amounts: number[]): Execution {
  return { outcome: 'succeeded', queryResponses: amounts.map(amount => btoa(String(amount))) }
}
