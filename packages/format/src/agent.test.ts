import type { Coin } from '@flow-query/core'
import { expect, test } from 'vitest'
import { describeAgentFee, explainAgentFee } from './agent.js'
import { explainDraftProblem } from './draft/draft-problem.js'

test('formats the fee of an agent in all denoms that it accepts', () => {
  const fee = (...feeCoinsSupported: Coin[]) => ({ feeConfig: { feeAdmin: 'into1x', feeCoinsSupported } })
  const into = { denom: 'uinto', amount: '10' }
  expect(describeAgentFee(fee(into))).toBe('0.00001 INTO')
  expect(describeAgentFee(fee(into, { denom: 'uatom', amount: '2000000' }))).toBe('0.00001 INTO or 2 ATOM')
  expect(describeAgentFee(fee(into), {})).toBe('10 uinto')
  expect(describeAgentFee(fee())).toBe('nothing')
})

test('no advice says to pay an agent that can’t be paid', () => {
  const flow = {
    trustlessAgent: { agentAddress: 'into1agent', feeLimit: [{ denom: 'uinto', amount: '20' }], connectionId: '' },
    owner: 'into1owner',
    feeAddress: 'into1fees',
    configuration: { walletFallback: true },
  }
  const agentWith = (...feeCoinsSupported: Coin[]) => ({ feeConfig: { feeAdmin: 'into1x', feeCoinsSupported } })
  const free = { denom: 'uinto', amount: '0' }
  const unsorted = [
    { denom: 'uinto', amount: '10' },
    { denom: 'ibc/1', amount: '5' },
  ]
  for (const agent of [agentWith(free), agentWith(...unsorted)]) {
    const explained = explainAgentFee('', flow, { agent })
    expect(explained).toEqual({ facts: expect.stringMatching(/^No account can pay/), change: 'Choose another agent' })
  }
  const problem = { kind: 'agentUnpayable', path: '', effect: 'everyRunFails', address: 'into1agent' } as const
  const { sentence, remedy } = explainDraftProblem(problem)
  expect(`${sentence} ${remedy}`).not.toMatch(/send|limit|pay in/i)
})
