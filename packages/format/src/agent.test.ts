import type { Coin } from '@flow-query/core'
import { expect, test } from 'vitest'
import { describeAgentFee } from './agent.js'

test('formats the fee of an agent in all denoms that it accepts', () => {
  const fee = (...feeCoinsSupported: Coin[]) => ({ feeConfig: { feeAdmin: 'into1x', feeCoinsSupported } })
  const into = { denom: 'uinto', amount: '10' }
  expect(describeAgentFee(fee(into))).toBe('0.00001 INTO')
  expect(describeAgentFee(fee(into, { denom: 'uatom', amount: '2000000' }))).toBe('0.00001 INTO or 2 ATOM')
  expect(describeAgentFee(fee(into), {})).toBe('10 uinto')
  expect(describeAgentFee(fee())).toBe('nothing')
})
