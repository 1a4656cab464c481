import type { TrustlessAgent } from '@flow-query/core'
import { type Denoms, formatAmount, knownDenoms } from './amount.js'
import { formatList } from './number.js'

/** What an agent takes for a run, in any of the denoms that it accepts: `0.00001 INTO or 20 ibc/2739…5EB2`, `nothing`. */
export function describeAgentFee(
  { feeConfig }: Pick<TrustlessAgent, 'feeConfig'>,
  denoms: Denoms = knownDenoms,
): string {
  return (
    formatList(
      feeConfig.feeCoinsSupported.map(coin => formatAmount(coin, denoms)),
      'or',
    ) || 'nothing'
  )
}
