import type { Coin, FlowHistoryEntry } from '@flow-query/core'
import { executionProblem } from '@flow-query/core'
import { coinOf } from '../../../coins.js'

export interface Fee {
  amount: bigint
  coin: Coin
  cheapest: bigint
  dearest: bigint
  isKnown: boolean
}

const usualDifference = 1_000n

export interface FeeFacts {
  entries: readonly FlowHistoryEntry[]
  denom: string
  burn: bigint
  needed: bigint
  estimate?: bigint | undefined
  failedEstimate?: bigint | undefined
  isExpected?: boolean
}

/**
 * Returns the fee of the newest run with the same result, else of the newest run that didn't fail, else an estimate.
 *
 * @param isFailure whether the run fails before its messages take effect or are sent
 */
export function feeOf(facts: FeeFacts, isFailure: boolean): Fee {
  const { denom, needed, isExpected } = facts
  const alike = amountsPaid(facts, isFailure)
  const [amount, before] = alike.length > 0 ? alike : amountsPaid(facts, false)
  if (amount === undefined) {
    const estimate = (isFailure ? facts.failedEstimate : undefined) ?? facts.estimate ?? needed
    const coin = coinOf(denom, estimate)
    const [cheapest, dearest] = isExpected ? [estimate, estimate] : [0n, larger(estimate, needed)]
    return { amount: estimate, coin, cheapest, dearest, isKnown: false }
  }
  const difference = before === amount ? 0n : usualDifference
  return {
    amount,
    coin: coinOf(denom, amount),
    cheapest: amount > difference ? amount - difference : 0n,
    dearest: amount + difference,
    isKnown: true,
  }
}

export function larger(one: bigint, other: bigint): bigint {
  if (one > other) return one
  return other
}

function amountsPaid({ entries, denom, burn }: FeeFacts, isFailure: boolean): bigint[] {
  const amounts: bigint[] = []
  for (const { execFee, errors } of entries) {
    const fee = execFee[0] ?? uncollectedFee(errors, burn)
    const failed = errors.some(error => !/^(otherChain|feeNotCollected)$/.test(executionProblem(error)))
    if (fee?.denom === denom && failed === isFailure) amounts.push(BigInt(fee.amount))
    if (amounts.length === 2) break
  }
  return amounts
}

/** Returns the fee that an error names: `distribution error: spendable balance 5uinto is smaller than 9uinto`. */
function uncollectedFee(errors: readonly string[], burn: bigint): Coin | undefined {
  for (const error of errors) {
    const [, amount, denom] =
      /(?:^|; )distribution error: spendable balance \S+ is smaller than (\d+)([^\s:]+)/.exec(error) ?? []
    // The chain takes the burnt part first, so the error doesn't contain it.
    if (amount && denom) return coinOf(denom, BigInt(amount) + burn)
  }
  return undefined
}
