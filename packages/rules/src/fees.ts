import { baseDenom } from './coins.js'
import type { Coin } from './types.js'

export interface FeeParams {
  /** Percent. */
  flowFundsCommission: string
  flowFlexFeeMul: string
  burnFeePerMsg: string
  /** The prices of a unit of gas. */
  gasFeeCoins: readonly Coin[]
}

export interface FeeRules {
  /** The denominations of the fee account, in the order in which the chain tries them. */
  feeAccountDenoms: readonly string[]
  walletDenoms: readonly string[]
  priceOf: (denom: string) => bigint
  /** The balance that an account must have when a run of this many messages starts. */
  requiredBalance: (messages: number, denom: string) => bigint
  /** The part of a fee that the chain destroys. */
  burntFee: (messages: number, denom: string) => bigint
  gasFee: (gas: bigint, denom: string) => bigint
  /** The gas of a run with this fee, without the burnt part, or undefined if the denomination has no price. */
  gasPaidBy: (fee: bigint, denom: string) => bigint | undefined
  /** Percent. */
  commission: bigint
  /** The commission of the last run on what is left on the fee account. */
  commissionOn: (balance: bigint) => bigint
}

const requiredGas = 100_000n

export function createFeeRules(params: FeeParams): FeeRules {
  const prices = new Map(params.gasFeeCoins.map(({ denom, amount }) => [denom, BigInt(amount)]))
  const sorted = Array.from(prices.keys()).sort()
  const multiplier = BigInt(params.flowFlexFeeMul)
  const burnPerMessage = BigInt(params.burnFeePerMsg)
  const commission = BigInt(params.flowFundsCommission)
  const priceOf = (denom: string) => prices.get(denom) ?? 0n
  const burntFee = (messages: number, denom: string) => (denom === baseDenom ? burnPerMessage * BigInt(messages) : 0n)
  const gasFee = (gas: bigint, denom: string) => ((gas * multiplier) / 1_000n) * priceOf(denom)
  // If the base denom isn't the first one, the chain overwrites the first one with it.
  const others = sorted.slice(1).filter(denom => denom !== baseDenom)
  return {
    feeAccountDenoms: prices.has(baseDenom) ? [baseDenom, ...others] : sorted,
    walletDenoms: sorted,
    priceOf,
    requiredBalance: (messages, denom) => gasFee(requiredGas * BigInt(messages), denom) + burntFee(messages, denom),
    burntFee,
    gasFee,
    gasPaidBy(fee, denom) {
      const price = gasFee(1_000_000n, denom)
      // A fee is a multiple of the price of `1000 / multiplier` gas.
      return price > 0n ? (fee * 1_000_000n) / price + 500n / multiplier : undefined
    },
    commission,
    commissionOn: balance => (balance * commission + 99n) / 100n,
  }
}
