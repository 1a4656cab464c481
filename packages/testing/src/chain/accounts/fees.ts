import type { Coin, Flow, Params } from '../state.js'

const baseDenom = 'uinto'

export interface FeeRules {
  feeAccountDenoms: readonly string[]
  walletDenoms: readonly string[]
  /** The balance that an account must have for a run. */
  requiredBalance: (flow: Flow, denom: string) => bigint
  burntFee: (flow: Flow, denom: string) => bigint
  convert: (flow: Flow, fee: Coin, denom: string) => bigint
  commission: (balance: bigint) => bigint
}

export function createFeeRules(params: Params): FeeRules {
  const prices = new Map(params.gasFeeCoins.map(({ denom, amount }) => [denom, BigInt(amount)]))
  const sorted = [...prices.keys()].sort()
  const priceOf = (denom: string) => prices.get(denom) ?? 0n
  const burntFee = ({ msgs }: Flow, denom: string) =>
    denom === baseDenom ? BigInt(msgs.length) * BigInt(params.burnFeePerMsg) : 0n
  // The chain never tries the first denom of the sorted list for the fee account, unless it is the base denom.
  const others = sorted.slice(1).filter(denom => denom !== baseDenom)
  return {
    feeAccountDenoms: [...(prices.has(baseDenom) ? [baseDenom] : []), ...others],
    walletDenoms: sorted,
    requiredBalance(flow, denom) {
      const gas = 100_000n * BigInt(flow.msgs.length)
      return ((gas * BigInt(params.flowFlexFeeMul)) / 1_000n) * priceOf(denom) + burntFee(flow, denom)
    },
    burntFee,
    convert(flow, fee, denom) {
      const amount = BigInt(fee.amount)
      if (fee.denom === denom || priceOf(fee.denom) === 0n) return amount
      return ((amount - burntFee(flow, fee.denom)) / priceOf(fee.denom)) * priceOf(denom) + burntFee(flow, denom)
    },
    commission: balance => (balance * BigInt(params.flowFundsCommission) + 99n) / 100n,
  }
}
