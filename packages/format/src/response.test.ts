import { expect, test } from 'vitest'
import { describeResponses } from './response.js'

const swap = {
  '@type': '/osmosis.gamm.v1beta1.MsgSwapExactAmountIn',
  routes: [{ token_out_denom: 'uosmo' }, { token_out_denom: 'uatom' }],
  token_in: { denom: 'uinto', amount: '5000000' },
}
const swapped = { '@type': '/osmosis.gamm.v1beta1.MsgSwapExactAmountInResponse', token_out_amount: '61482' }
const claim = { '@type': '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward' }
const claimed = (...amount: { denom: string; amount: string }[]) => ({ '@type': `${claim['@type']}Response`, amount })
const delegate = { '@type': '/cosmos.staking.v1beta1.MsgDelegate', amount: { denom: 'uatom', amount: '900000' } }
const delegated = { '@type': '/cosmos.staking.v1beta1.MsgDelegateResponse' }

test('names the coins that a swap returned', () => {
  expect(describeResponses([swapped], [swap])).toEqual(['Swap 5 INTO: received 0.061482 ATOM'])
  const { '@type': type } = swapped
  expect(describeResponses([{ '@type': type }], [swap])).toEqual(['Swap 5 INTO'])
  expect(describeResponses([swapped], [{ ...swap, routes: [] }])).toEqual(['Swap 5 INTO'])
})

test('names the claimed rewards', () => {
  const rewards = { denom: 'uatom', amount: '120000' }
  expect(describeResponses([claimed(rewards)], [claim])).toEqual(['Claim staking rewards: received 0.12 ATOM'])
  expect(describeResponses([claimed({ ...rewards, amount: '0' })], [claim])).toEqual([
    'Claim staking rewards: received nothing',
  ])
})

test('finds the messages inside of another one', () => {
  const exec = { '@type': '/cosmos.authz.v1beta1.MsgExec', msgs: [claim, delegate] }
  expect(describeResponses([claimed(), delegated], [exec])).toEqual([
    'Claim staking rewards: received nothing',
    'Delegate 0.9 ATOM',
  ])
  expect(describeResponses([{ '@type': '/cosmos.authz.v1beta1.MsgExecResponse' }], [exec])).toEqual([
    'Claim staking rewards and delegate 0.9 ATOM',
  ])
})

test('names the type of a response without a message', () => {
  expect(describeResponses([delegated], [claim])).toEqual(['MsgDelegateResponse'])
})
