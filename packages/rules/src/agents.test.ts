import { describe, expect, test } from 'vitest'
import { flowNamed } from '../test/recordings.js'
import { agentPrices, payablePrices } from './agents.js'
import type { Coin } from './types.js'

const atom = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2'
const into = (amount: string) => ({ denom: 'uinto', amount })
const atoms = (amount: string) => ({ denom: atom, amount })

const notPaid =
  'msg handling error: could not pay trustless agent: no valid fee coin with sufficient balance found within limit: not found'

describe('agentPrices', () => {
  // The owner has enough `uinto`, but none of the other denom.
  test.each<[name: string, run: number, limit: Coin[], prices: Coin[], isPaid: boolean]>([
    ['v1-outcomes 49', 1, [into('20')], [into('10')], true],
    ['v1-forecast 50', 1, [into('5')], [into('10')], false],
    ['v1-forecast 51', 1, [atoms('500')], [into('10')], false],
    ['v1-forecast 52', 1, [atoms('500')], [atoms('5'), into('25')], false],
    ['v1-forecast 98', 5, [into('30000')], [into('25000')], true],
    ['v1-forecast 98', 6, [into('30000')], [into('40000')], false],
    ['v1-forecast 99', 1, [into('20000')], [into('25000')], false],
    ['v1-truth 61', 1, [into('12500')], [into('12500')], true],
    ['v1-truth 101', 2, [into('12500')], [into('30000')], false],
    ['v1-truth-2 196', 1, [atoms('100')], [into('12500')], false],
    ['v1-truth-2 196', 9, [into('12500')], [into('12500')], true],
    ['v1-truth-2 198', 1, [into('12500')], [atoms('5'), into('12500')], true],
    ['v1-truth-2 199', 1, [atoms('5'), into('100')], [atoms('5'), into('12500')], false],
    ['v1-truth-2 200', 1, [into('12500')], [into('12500'), atoms('5')], false],
    ['v1-truth-2 201', 1, [into('12500')], [into('0')], false],
  ])('%s, run %i', (name, run, limits, prices, isPaid) => {
    const entry = flowNamed(name).runs[run - 1]
    expect(entry?.errors.includes(notPaid)).toBe(!isPaid)
    const isPayable = agentPrices(limits, prices)?.some(
      ({ denom, price, limit }) => denom === 'uinto' && price <= limit,
    )
    expect(isPayable).toBe(isPaid)
  })
})

describe('not decided by a recording', () => {
  // `SendFeesToTrustlessAgentFeeAdmin` and its caller in x/intent/keeper/trigger_action.go.
  test.each([
    [[], [into('10')]],
    [[into('20')], []],
  ])('with the limits %j and the prices %j, the agent is not paid', (limits, prices) => {
    expect(agentPrices(limits, prices)).toBe(null)
  })

  // `SendFeesToTrustlessAgentFeeAdmin` in x/intent/keeper/fees.go swaps the first coin with the base denom.
  test('tries the base denom first', () => {
    const denoms = ['ibc/1', 'ibc/2', 'uinto'].map(denom => ({ denom, amount: '9' }))
    expect(agentPrices(denoms, denoms)?.map(({ denom }) => denom)).toEqual(['uinto', 'ibc/2', 'ibc/1'])
  })

  // `Coins.Find` of the Cosmos SDK halves the list.
  test('finds a denom in an unsorted list if the search comes across it', () => {
    const unsorted = ['uinto', 'ibc/1', 'ibc/2'].map(denom => ({ denom, amount: '9' }))
    const foundIn = (denom: string) => agentPrices([{ denom, amount: '9' }], unsorted)?.length === 1
    expect(['ibc/1', 'ibc/2', 'uinto'].map(foundIn)).toEqual([true, true, false])
  })
})

describe('the prices that a flow can pay', () => {
  test.each<[Coin[], Coin[]]>([
    [
      [atoms('5'), into('12500')],
      [atoms('5'), into('12500')],
    ],
    [[atoms('0'), into('12500')], [into('12500')]],
    [[into('0')], []],
    [[into('12500'), atoms('5')], []],
    [[], []],
  ])('of %j are %j', (prices, payable) => {
    expect(payablePrices(prices)).toEqual(payable)
  })
})
