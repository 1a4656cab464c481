import { executionProblem } from '../../status.js'
import type { Coin, FlowHistoryEntry, Params } from '../../types.js'
import type { ForecastRelease } from '../facts.js'
import { coinOf } from './problem.js'

/** The denom that fees are burnt in. */
const baseDenom = 'uinto'

/** The rules of the chain that follow from its release and its parameters. */
export interface Rules {
  release: ForecastRelease
  /** The denoms that the fee account can pay in, in the order in which the chain tries them. */
  feeAccountDenoms: string[]
  /** The denoms that the wallet can pay in, in the order in which the chain tries them. */
  walletDenoms: string[]
  /** Returns the balance that an account needs before a run with a number of messages. */
  check: (messages: number, denom: string) => bigint
  /** Returns the amount that is burnt. */
  burn: (messages: number, denom: string) => bigint
  /** The share of the remaining balance that the last run pays, in percent. */
  commission: bigint
}

export function createRules(params: Params, release: ForecastRelease): Rules {
  const prices = new Map(params.gasFeeCoins.map(({ denom, amount }) => [denom, BigInt(amount)]))
  const sorted = Array.from(prices.keys()).sort()
  const isCurrent = release === 'current'
  const multiplier = BigInt(params.flowFlexFeeMul)
  const burnPerMessage = BigInt(params.burnFeePerMsg)
  const burn = (messages: number, denom: string) => (denom === baseDenom ? burnPerMessage * BigInt(messages) : 0n)
  // The chain puts the base denom in the place of the first denom, which is therefore never tried.
  const feeAccountDenoms = [baseDenom, ...sorted.slice(1)].filter(denom => prices.has(denom))
  return {
    release,
    feeAccountDenoms: isCurrent ? Array.from(new Set(feeAccountDenoms)) : sorted,
    walletDenoms: sorted,
    check(messages, denom) {
      const gas = isCurrent ? 100_000n * BigInt(messages) : 1_000_000n
      return ((gas * multiplier) / 1_000n) * (prices.get(denom) ?? 0n) + burn(messages, denom)
    },
    burn,
    commission: BigInt(params.flowFundsCommission),
  }
}

/** A fee with its likely range, in one denom. */
export interface Fee {
  amount: bigint
  /** The amount as a coin, which all runs share. */
  coin: Coin
  cheapest: bigint
  dearest: bigint
  /** Whether it is the fee of an earlier run. */
  isKnown: boolean
}

/** The usual maximum difference between fees of the same kind. */
const usualDifference = 1_000n

/**
 * Returns the newest fee with the same result, or of a run that didn't fail. Without one, estimates the fee from the required balance.
 *
 * @param isFailure whether the run fails before its messages take effect or are sent
 */
export function feeOf(entries: readonly FlowHistoryEntry[], denom: string, needed: bigint, isFailure: boolean): Fee {
  const alike = amountsPaid(entries, denom, isFailure)
  const [newest, before] = alike.length > 0 ? alike : amountsPaid(entries, denom, false)
  if (newest === undefined)
    return { amount: needed, coin: coinOf(denom, needed), cheapest: 0n, dearest: needed, isKnown: false }
  const amount = BigInt(newest)
  const difference = before === newest ? 0n : usualDifference
  return {
    amount,
    coin: { denom, amount: newest },
    cheapest: amount > difference ? amount - difference : 0n,
    dearest: amount + difference,
    isKnown: true,
  }
}

/** Returns the two newest fees in a denom with the same result. */
function amountsPaid(entries: readonly FlowHistoryEntry[], denom: string, isFailure: boolean): string[] {
  const amounts: string[] = []
  for (const { execFee, errors } of entries) {
    const fee = execFee[0]
    const failed = errors.some(error => !/^(otherChain|feeNotCollected)$/.test(executionProblem(error)))
    if (fee?.denom === denom && failed === isFailure) amounts.push(fee.amount)
    if (amounts.length === 2) break
  }
  return amounts
}
