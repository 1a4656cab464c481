import type { Coin, FlowHistoryEntry } from '@flow-query/core'
import { executionProblem } from '@flow-query/core'
import { type FeeRules, usualRange } from '@flow-query/rules'
import { coinOf } from '../../../coins.js'
import { type GasEstimate, rangeOf } from './gas.js'

export interface Fee {
  amount: bigint
  coin: Coin
  cheapest: bigint
  dearest: bigint
  isKnown: boolean
}

const usualDifference = 1_000n

/** After this number of runs, the gas of a run doesn't grow anymore, because a delegator can have seven entries. */
export const longestGrowth = 6

export interface FeeFacts {
  entries: readonly FlowHistoryEntry[]
  denom: string
  burn: bigint
  needed: bigint
  rules: FeeRules
  gas?: GasEstimate | undefined
  failedGas?: bigint | undefined
}

/**
 * Returns the fee of the newest run with the same result, else of the newest run that didn't fail, else an estimate. The fees of runs that
 * don't fail can grow from run to run.
 *
 * @param isFailure whether the run fails before its messages take effect or are sent
 * @param index 0 for the next run
 */
export type FeeAt = (isFailure: boolean, index: number) => Fee

export function createFees(facts: FeeFacts): FeeAt {
  const [succeeded, failed]: [Fee[], Fee[]] = [[], []]
  return (isFailure, index) => {
    const known = isFailure ? failed : succeeded
    const at = Math.min(index, longestGrowth)
    const fee = known[at] ?? feeOf(facts, isFailure, at)
    known[at] = fee
    return fee
  }
}

function feeOf(facts: FeeFacts, isFailure: boolean, index: number): Fee {
  const alike = amountsPaid(facts, isFailure)
  const [paid, before] = alike.length > 0 ? alike : amountsPaid(facts, false)
  if (paid === undefined) return estimatedFee(facts, isFailure, index)
  const change = isFailure ? 0n : changeSince(facts, paid, before, index + 1)
  const amount = paid + change
  const ofSameFees = before === paid ? 0n : usualDifference
  const difference = change === 0n ? ofSameFees : rangeAround(facts, amount)
  return {
    amount,
    coin: coinOf(facts.denom, amount),
    cheapest: larger(amount - difference, 0n),
    dearest: amount + difference,
    isKnown: true,
  }
}

/** @param runs how many runs later the fee is paid */
function changeSince(
  { gas, denom, burn, rules }: FeeFacts,
  paid: bigint,
  before: bigint | undefined,
  runs: number,
): bigint {
  if (!gas || (before !== undefined && before >= paid)) return 0n
  const measured = rules.gasPaidBy(paid - burn, denom)
  if (measured === undefined) return 0n
  const once = before === undefined ? gas.afterFirst(Number(measured)) : 0
  return rules.gasFee(BigInt(once + gas.growth * Math.min(runs, longestGrowth)), denom)
}

function rangeAround({ rules, denom, burn }: FeeFacts, amount: bigint): bigint {
  const gas = Number(rules.gasPaidBy(amount - burn, denom) ?? 0n)
  return larger(usualDifference, rules.gasFee(BigInt(Math.ceil(usualRange(gas).most - gas)), denom))
}

function estimatedFee(facts: FeeFacts, isFailure: boolean, index: number): Fee {
  const { denom, burn, needed, rules, gas, failedGas } = facts
  const feeOfGas = (used: number) => rules.gasFee(BigInt(Math.round(used)), denom) + burn
  const range = isFailure && failedGas !== undefined ? rangeOf(Number(failedGas)) : gas?.at(index)
  const amount = range ? feeOfGas(range.likely) : needed
  return {
    amount,
    coin: coinOf(denom, amount),
    cheapest: range ? feeOfGas(range.least) : 0n,
    dearest: range ? feeOfGas(range.most) : needed,
    isKnown: false,
  }
}

export function smaller(one: bigint, other: bigint): bigint {
  if (one < other) return one
  return other
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
