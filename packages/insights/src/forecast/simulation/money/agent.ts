import type { Flow, TrustlessAgent } from '@flow-query/core'
import { agentPrices } from '@flow-query/rules'
import { coinOf } from '../../../coins.js'
import { type RunRisk, shortage } from '../risk.js'
import { type Account, type Balance, balanceIn } from './ledger.js'

export interface AgentFee {
  payments: AgentPayment[]
  risk: RunRisk
}

export interface AgentPayment {
  balance: Balance
  price: bigint
}

export function agentFeeOf(
  { trustlessAgent }: Flow,
  { agentAddress: address, feeConfig }: TrustlessAgent,
  accounts: readonly (Account | undefined)[],
  isPredictable: boolean,
): AgentFee | undefined {
  const accepted = agentPrices(trustlessAgent?.feeLimit ?? [], feeConfig.feeCoinsSupported)
  if (!accepted) return undefined
  const affordable = accepted.filter(({ price, limit }) => price <= limit)
  const payments = affordable.flatMap(({ denom, price }) =>
    accounts.flatMap(account => (account ? { balance: balanceIn(account, denom), price } : [])),
  )
  const [coin] = affordable
  const [tooHigh] = accepted
  if (coin) {
    const needed = coinOf(coin.denom, coin.price)
    return { payments, risk: { kind: 'agentFee', certainty: 'likely', address, needed } }
  }
  const risk: RunRisk = tooHigh
    ? shortage('agentFee', { address, denom: tooHigh.denom }, tooHigh.price, tooHigh.limit)
    : { kind: 'agentFee', certainty: 'likely', address }
  // The agent's admin can change the price at any time, so only the next run is certain.
  return { payments, risk: isPredictable ? { ...risk, certainty: 'certain' } : risk }
}
