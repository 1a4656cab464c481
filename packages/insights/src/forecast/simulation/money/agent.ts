import type { Coin, Flow, TrustlessAgent } from '@flow-query/core'
import { type AgentPrice, agentPrices, payablePrices } from '@flow-query/rules'
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
  const risk = riskOf(address, payablePrices(feeConfig.feeCoinsSupported), affordable[0], accepted[0])
  if (affordable.length > 0) return { payments, risk }
  // The agent's admin can change the price at any time, so only the next run is certain.
  return { payments, risk: isPredictable ? { ...risk, certainty: 'certain' } : risk }
}

function riskOf(
  address: string,
  prices: Coin[],
  affordable: AgentPrice | undefined,
  tooHigh: AgentPrice | undefined,
): RunRisk {
  const certainty = 'likely'
  // If no account can pay the agent, neither money nor a higher limit helps.
  if (prices.length === 0) return { kind: 'agentFee', certainty, address, prices }
  if (affordable) return { kind: 'agentFee', certainty, address, needed: coinOf(affordable.denom, affordable.price) }
  if (tooHigh) return shortage('agentFee', { address, denom: tooHigh.denom }, tooHigh.price, tooHigh.limit)
  return { kind: 'agentFee', certainty, address, prices }
}
