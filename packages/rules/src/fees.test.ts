import { describe, expect, test } from 'vitest'
import { draftNamed, drafts, flows, nanoseconds, recordedParams } from '../test/recordings.js'
import { createFeeRules } from './fees.js'
import type { Coin } from './types.js'

const into = 'uinto'
const atom = 'ibc/C4CFF46FD6DE35CA4CF4CE031E643C8FDC9BA4B99AE598E9B0ED98FE3A2319F9'
const balanceTooLow = 'balance too low to deduct expected fee'

const rules = createFeeRules(recordedParams())

test('reads the recorded parameters', () => {
  const prices = [into, atom, 'ufoo'].map(denom => rules.priceOf(denom))
  expect([rules.commission, ...prices]).toEqual([2n, 80n, 20n, 0n])
})

describe('requiredBalance', () => {
  // The labels of the flows 74 to 78 of `v1-forecast` name their fee funds. The other balances are what earlier runs left.
  test.each<[run: string, messages: number, balance: bigint, isPaid: boolean]>([
    ['v1-forecast 74, run 1', 1, 50_000n, true],
    ['v1-forecast 74, run 2', 1, 30_960n, false],
    ['v1-forecast 75, run 1', 1, 49_999n, false],
    ['v1-forecast 77, run 1', 2, 99_999n, false],
    ['v1-forecast 78, run 1', 3, 160_000n, true],
    ['v1-forecast 78, run 2', 3, 105_200n, false],
    ['v1-forecast 96, run 4', 1, 30_960n, false],
    ['v1-truth 53, run 2, paid by the wallet', 1, 11_040n, false],
    ['v1-drafts funds-small, run 1', 1, 1_000n, false],
    ['v1-drafts-2 delegate-fund, run 4', 1, 57_178n, true],
    ['v1-drafts-2 delegate-fund95, run 4', 1, 47_159n, false],
    ['v1-drafts-2 compound-fund, run 4', 2, 96_240n, false],
  ])('%s', (_, messages, balance, isPaid) => {
    expect(balance >= rules.requiredBalance(messages, into)).toBe(isPaid)
  })
})

describe('commissionOn', () => {
  test.each<[run: string, balance: bigint, fees: [before: bigint, last: bigint]]>([
    ['v1-forecast 94, run 20', 1_942_880n - 16n * 19_040n, [19_040n, 51_605n]],
    ['v1-drafts good-funds, run 3', 1_000_000n - 2n * 19_120n, [19_120n, 38_156n]],
    ['v1-drafts-2 delegate-fund, run 4', 57_178n, [50_640n, 51_584n]],
    ['v1-drafts-2 funds-all, run 4, which fails', 20_000_000n - 3n * 13_440n, [13_440n, 412_434n]],
  ])('%s', (_, balance, [before, last]) => {
    expect(before + rules.commissionOn(balance - rules.burntFee(1, into))).toBe(last)
  })
})

describe('burntFee', () => {
  // If the fee can't be collected, the error names the balance after the chain has destroyed its part.
  test.each<[run: string, messages: number, before: bigint, after: bigint]>([
    ['v1-truth 31, run 1', 1, 52_000n, 42_000n],
    ['v1-truth 70, run 1', 1, 60_000n, 50_000n],
    ['v1-truth 70, run 2', 1, 50_000n, 40_000n],
    ['v1-truth-2 11, run 1', 2, 25_000n, 5_000n],
  ])('%s', (_, messages, before, after) => {
    expect(before - rules.burntFee(messages, into)).toBe(after)
  })

  test('v1-drafts-2 wallet-ibc: nothing of another denom', () => {
    expect(rules.burntFee(1, atom)).toBe(0n)
    expect(draftNamed('v1-drafts-2 wallet-ibc').runs[0]?.fee).toEqual({ denom: atom, amount: '2320' })
  })
})

/** Whether a fee is the price of some gas and the part that the chain destroys. */
function isUsualFee({ denom, amount }: Coin, messages: number): boolean {
  const gas = BigInt(amount) - rules.burntFee(messages, denom)
  return gas > 0n && gas % rules.priceOf(denom) === 0n
}

test('explains each recorded fee without a commission', () => {
  const fees = flows.flatMap(({ name, flow, runs }) =>
    runs.flatMap(({ fee, scheduled }) =>
      fee && scheduled !== nanoseconds(flow.end_time) ? { name, fee, messages: flow.msgs.length } : [],
    ),
  )
  expect(fees.length).toBeGreaterThan(5_000)
  expect(fees.filter(({ fee, messages }) => !isUsualFee(fee, messages))).toEqual([])
})

describe('drafts with fee funds', () => {
  const funded = drafts.flatMap(({ message, feeAccountLeft, ...draft }) => {
    const funds = BigInt(message.fee_funds[0]?.amount ?? 0)
    const left = BigInt(feeAccountLeft?.[0]?.amount ?? 0)
    const isPaidByFeeAccount = funds > 0n && !message.configuration.wallet_fallback && feeAccountLeft !== undefined
    return isPaidByFeeAccount ? { ...draft, messages: message.msgs.length, funds, left } : []
  })

  test.each(funded.map(draft => [draft.name, draft] as const))('%s: each run', (_, { messages, funds, left, runs }) => {
    const burnt = rules.burntFee(messages, into)
    let balance = funds
    for (const [index, { errors, fee }] of runs.entries()) {
      expect(balance < rules.requiredBalance(messages, into)).toBe(errors.includes(balanceTooLow))
      const isSettled = index === runs.length - 1 && left === 0n
      const commission = isSettled ? rules.commissionOn(balance - burnt) : 0n
      if (fee) expect(isUsualFee({ denom: into, amount: String(BigInt(fee.amount) - commission) }, messages)).toBe(true)
      if (errors.some(error => error.startsWith('distribution error'))) balance -= burnt
      balance = isSettled ? 0n : balance - BigInt(fee?.amount ?? 0)
    }
    expect(balance).toBe(left)
  })

  test('include 11 with a commission and 8 whose rest stays', () => {
    expect(funded.filter(({ left }) => left === 0n)).toHaveLength(11)
    expect(funded.filter(({ left }) => left > 0n)).toHaveLength(8)
  })
})

test('v1-drafts-2 wallet-ibc: a wallet with both denoms pays in the first one', () => {
  expect(rules.walletDenoms).toEqual([atom, into])
})

describe('not decided by a recording', () => {
  // No recorded fee account has another denom. `GetFeeAccountForMinFees` in x/intent/keeper/fees.go swaps the first denom away.
  test('the order of the denoms of a fee account', () => {
    expect(rules.feeAccountDenoms).toEqual([into])
    const denomsFor = (...denoms: string[]) => {
      const gasFeeCoins = denoms.map(denom => ({ denom, amount: '1' }))
      return createFeeRules({ ...recordedParams(), gasFeeCoins }).feeAccountDenoms
    }
    expect(denomsFor('ibc/1', 'ibc/2', 'uinto', 'uosmo')).toEqual(['uinto', 'ibc/2', 'uosmo'])
    expect(denomsFor('ibc/1', 'ibc/2')).toEqual(['ibc/1', 'ibc/2'])
  })

  // The recordings have no gas of runs. `calculateFee` in x/intent/keeper/fees.go rounds the gas before it multiplies.
  test.each([
    [199n, 0n],
    [22_799n, 9_040n],
    [22_800n, 9_120n],
  ])('the price of %s gas', (gas, fee) => {
    expect(rules.gasFee(gas, into)).toBe(fee)
  })
})
