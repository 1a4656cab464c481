import type { Coin, Flow, Params } from './state.js'

/** The denom that fees are burned in. */
const baseDenom = 'uinto'

/** How a chain computes fees, from its parameters. */
export interface FeeRules {
  /** The denoms in which a fee account can pay, in the order in which the chain tries them. */
  feeAccountDenoms: readonly string[]
  /** The denoms in which the owner can pay, in the order in which the chain tries them. */
  walletDenoms: readonly string[]
  /** Returns the balance that an account needs before a run. */
  check: (flow: Flow, denom: string) => bigint
  /** Returns the part of the fee that is burned. */
  burn: (flow: Flow, denom: string) => bigint
  /** Converts a fee into another denom with the prices of gas. */
  convert: (flow: Flow, fee: Coin, denom: string) => bigint
  /** Returns the commission on the balance that is left after the last run. */
  commission: (left: bigint) => bigint
}

/** Before release 1.0.5, the check assumed the same amount of gas for every flow, and fee accounts tried all denoms in order. */
export function createFeeRules(params: Params, isLegacy: boolean): FeeRules {
  const prices = new Map(params.gasFeeCoins.map(({ denom, amount }) => [denom, BigInt(amount)]))
  const sorted = [...prices.keys()].sort()
  const priceOf = (denom: string) => prices.get(denom) ?? 0n
  const burn = ({ msgs }: Flow, denom: string) =>
    denom === baseDenom ? BigInt(msgs.length) * BigInt(params.burnFeePerMsg) : 0n
  // The chain never tries the first denom of the sorted list for the fee account, unless it is the base denom.
  const others = sorted.slice(1).filter(denom => denom !== baseDenom)
  return {
    feeAccountDenoms: isLegacy ? sorted : [...(prices.has(baseDenom) ? [baseDenom] : []), ...others],
    walletDenoms: sorted,
    check(flow, denom) {
      const gas = isLegacy ? 1_000_000n : 100_000n * BigInt(flow.msgs.length)
      return ((gas * BigInt(params.flowFlexFeeMul)) / 1_000n) * priceOf(denom) + burn(flow, denom)
    },
    burn,
    convert(flow, fee, denom) {
      const amount = BigInt(fee.amount)
      if (fee.denom === denom || priceOf(fee.denom) === 0n) return amount
      return ((amount - burn(flow, fee.denom)) / priceOf(fee.denom)) * priceOf(denom) + burn(flow, denom)
    },
    commission: left => (left * BigInt(params.flowFundsCommission) + 99n) / 100n,
  }
}
