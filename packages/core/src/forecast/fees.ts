import { clockTime } from '../convert.js'
import { executionProblem } from '../status.js'
import type { Coin, Flow, FlowHistoryEntry, Params, TrustlessAgent } from '../types.js'
import type { ForecastRelease } from './facts.js'
import { type Account, spendable } from './ledger.js'

/** The denom that fees are burnt in. */
const baseDenom = 'uinto'

/** The rules for fees that follow from the parameters. */
export interface FeeRules {
  /** The denoms that the fee account can pay in, in the order in which the chain tries them. */
  feeAccountDenoms: string[]
  /** The denoms that the wallet can pay in, in the order in which the chain tries them. */
  walletDenoms: string[]
  /** Returns the balance that an account needs before a run with a number of messages. */
  check: (messages: number, denom: string) => bigint
  /** Returns the amount that is burnt. */
  burn: (messages: number, denom: string) => bigint
  commission: bigint
}

export function createFeeRules(params: Params, release: ForecastRelease): FeeRules {
  const prices = new Map(params.gasFeeCoins.map(({ denom, amount }) => [denom, BigInt(amount)]))
  const sorted = Array.from(prices.keys()).sort()
  const isCurrent = release === 'current'
  const multiplier = BigInt(params.flowFlexFeeMul)
  const burnPerMessage = BigInt(params.burnFeePerMsg)
  const burn = (messages: number, denom: string) => (denom === baseDenom ? burnPerMessage * BigInt(messages) : 0n)
  // The chain never tries the first denom of the sorted list for the fee account, unless it is the base denom.
  const others = sorted.slice(1).filter(denom => denom !== baseDenom)
  return {
    feeAccountDenoms: isCurrent ? [...(prices.has(baseDenom) ? [baseDenom] : []), ...others] : sorted,
    walletDenoms: sorted,
    check: (messages, denom) => {
      const gas = isCurrent ? 100_000n * BigInt(messages) : 1_000_000n
      return ((gas * multiplier) / 1_000n) * (prices.get(denom) ?? 0n) + burn(messages, denom)
    },
    burn,
    commission: BigInt(params.flowFundsCommission),
  }
}

/** The newest two fees of a kind, newest first: by problem for runs that failed on this chain, otherwise under `sent`. */
export type KnownFees = Map<string, { denom: string; amount: bigint }[]>

/** Ignores the flow's last run, because it also pays a commission, and runs before its last update. */
export function knownFees(flow: Flow, entries: readonly FlowHistoryEntry[]): KnownFees {
  const updated = Math.max(0, ...flow.updateHistory.map(time => clockTime(time) || 0))
  const known: KnownFees = new Map()
  for (const entry of entries) {
    const [fee] = entry.execFee
    const kind = localProblem(entry) ?? 'sent'
    const fees = known.get(kind) ?? []
    if (!fee || fees.length > 1 || entry.scheduledExecTime === flow.endTime) continue
    if (updated && clockTime(entry.actualExecTime) <= updated) continue
    known.set(kind, [...fees, { denom: fee.denom, amount: BigInt(fee.amount) }])
  }
  return known
}

/** Returns why a run failed on this chain. Undefined if its messages took effect or were sent. */
function localProblem({ errors }: FlowHistoryEntry): string | undefined {
  return errors.map(executionProblem).find(problem => problem !== 'otherChain' && problem !== 'feeNotCollected')
}

/**
 * Returns the coin that pays an agent: the first coin of the limit that the agent accepts, whose price is within the limit, and that
 * an account has. Undefined if no coin fits.
 */
export function agentPayment(
  agent: TrustlessAgent,
  limit: readonly Coin[],
  accounts: readonly Account[],
): { account: Account; denom: string; amount: bigint } | undefined {
  for (const account of accounts) {
    for (const { denom, amount } of limit) {
      const asked = agent.feeConfig.feeCoinsSupported.find(coin => coin.denom === denom)
      const price = asked && BigInt(asked.amount)
      if (price !== undefined && price <= BigInt(amount) && spendable(account, denom) >= price)
        return { account, denom, amount: price }
    }
  }
  return undefined
}
