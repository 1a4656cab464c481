import type { Coin, TrustlessAgent, TrustlessAgentConfig } from '@flow-query/core'
import { type Denoms, formatAmount, formatAmounts, knownDenoms } from './amount.js'
import { formatList } from './number.js'

/**
 * Formats an agent's fee for a run in all denoms that it accepts, such as `0.00001 INTO or 20 ibc/2739…5EB2`. Returns `nothing`
 * for no fee.
 */
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

/** The chain can't pay a price of 0, and doesn't find each denom in a list that isn't sorted. */
export const unpayableAgent = 'No account can pay this agent, because its prices are 0 or aren’t sorted by denom'
export const otherAgent = 'Choose another agent, or ask this one to correct its prices.'

function isUnpayable({ feeConfig: { feeCoinsSupported: prices } }: Pick<TrustlessAgent, 'feeConfig'>): boolean {
  const isSorted = prices.every(({ denom }, index) => index === 0 || `${prices[index - 1]?.denom}` < denom)
  return prices.length > 0 && (!isSorted || prices.every(({ amount }) => BigInt(amount) === 0n))
}

interface AgentFee {
  trustlessAgent: TrustlessAgentConfig | null
  owner: string
  feeAddress: string
  configuration: { walletFallback: boolean }
}

interface AgentFacts {
  agent?: Pick<TrustlessAgent, 'feeConfig'> | null | undefined
  denoms?: Denoms | undefined
}

export function explainAgentFee(
  error: string,
  { trustlessAgent, owner, feeAddress, configuration }: AgentFee,
  { agent, denoms = knownDenoms }: AgentFacts,
): { facts: string; fix?: string; change?: string } {
  if (agent && isUnpayable(agent)) return { facts: `${unpayableAgent}.`, change: 'Choose another agent' }
  const limit = trustlessAgent?.feeLimit ?? []
  const limited = formatAmounts(limit, denoms) || 'not set'
  const charged = agent?.feeConfig.feeCoinsSupported ?? []
  const problem = agent ? problemOf(limit, charged) : problemIn(error)
  const facts = agent
    ? `The agent charges ${describeAgentFee(agent, denoms)}, and the flow’s fee limit is ${limited}.`
    : `The flow’s fee limit is ${limited}.`
  switch (problem) {
    case 'denom':
      return {
        facts: `${facts} The agent does not accept this denom.`,
        change: 'Set the fee limit in a denom that the agent accepts',
      }
    case 'limit':
      return {
        facts: `${facts} The limit is below the fee.`,
        change: agent
          ? `Raise the fee limit to at least ${describeAgentFee({ feeConfig: accepted(limit, agent) }, denoms)}`
          : 'Raise the fee limit to what the agent charges',
      }
    case 'balance': {
      const accounts = configuration.walletFallback
        ? `Neither the fee account nor the owner held`
        : 'The fee account did not hold'
      return {
        facts: `${facts} ${accounts} enough to pay it.`,
        fix: `Send the agent’s fee to ${feeAddress}${configuration.walletFallback ? ` or ${owner}` : ''}`,
        change: 'Choose another denom',
      }
    }
    case null:
      return {
        facts: `${facts} The limit is below the agent’s fee or in a denom that the agent does not accept, or the balance of the paying accounts is too low.`,
        fix: 'Compare the limit and the balances with the agent’s fee',
      }
  }
}

type Problem = 'denom' | 'limit' | 'balance'

function problemOf(limit: readonly Coin[], charged: readonly Coin[]): Problem {
  const pairs = limit.flatMap(coin =>
    charged.filter(({ denom }) => denom === coin.denom).map(fee => [coin, fee] as const),
  )
  if (!pairs.length) return 'denom'
  return pairs.some(([coin, fee]) => isEnough(coin, fee)) ? 'balance' : 'limit'
}

function problemIn(error: string): Problem | null {
  if (/fee limit reached/i.test(error)) return 'limit'
  return /not in hosted config/i.test(error) ? 'denom' : null
}

function isEnough(limit: Coin, fee: Coin): boolean {
  return /^\d+$/.test(limit.amount) && /^\d+$/.test(fee.amount) && BigInt(limit.amount) >= BigInt(fee.amount)
}

function accepted(
  limit: readonly Coin[],
  { feeConfig }: Pick<TrustlessAgent, 'feeConfig'>,
): TrustlessAgent['feeConfig'] {
  const denoms = new Set(limit.map(({ denom }) => denom))
  return { ...feeConfig, feeCoinsSupported: feeConfig.feeCoinsSupported.filter(({ denom }) => denoms.has(denom)) }
}
