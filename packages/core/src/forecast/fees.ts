import { clockTime } from '../convert.js'
import { type ExecutionProblem, executionProblem } from '../status.js'
import type { Flow, FlowHistoryEntry, Params } from '../types.js'
import type { ForecastRelease } from './facts.js'
import type { Problem } from './messages.js'
import type { ForecastRiskKind } from './result.js'

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
  /** The share of the remaining balance that the last run pays, in percent. */
  commission: bigint
}

export function createFeeRules(params: Params, release: ForecastRelease): FeeRules {
  const prices = new Map(params.gasFeeCoins.map(({ denom, amount }) => [denom, BigInt(amount)]))
  const sorted = Array.from(prices.keys()).sort()
  const isCurrent = release === 'current'
  const burn = (messages: number, denom: string) =>
    denom === baseDenom ? BigInt(params.burnFeePerMsg) * BigInt(messages) : 0n
  // The chain puts the base denom in the place of the first denom, which is therefore never tried.
  const feeAccountDenoms = [baseDenom, ...sorted.slice(1)].filter(denom => prices.has(denom))
  return {
    feeAccountDenoms: isCurrent ? Array.from(new Set(feeAccountDenoms)) : sorted,
    walletDenoms: sorted,
    check(messages, denom) {
      const gas = isCurrent ? 100_000n * BigInt(messages) : 1_000_000n
      return ((gas * BigInt(params.flowFlexFeeMul)) / 1_000n) * (prices.get(denom) ?? 0n) + burn(messages, denom)
    },
    burn,
    commission: BigInt(params.flowFundsCommission),
  }
}

/** A fee with its likely range, in one denom. */
export interface Fee {
  amount: bigint
  cheapest: bigint
  dearest: bigint
  /** Whether it is the fee of an earlier run. */
  isKnown: boolean
}

/** The newest fees of a flow, newest first, by outcome and denom. */
export type KnownFees = Map<string, bigint[]>

/** Ignores the flow's last run, because it also pays a commission, and runs before its last update. */
export function knownFees(flow: Flow, entries: readonly FlowHistoryEntry[]): KnownFees {
  const updated = Math.max(0, ...flow.updateHistory.map(time => clockTime(time) || 0))
  const known: KnownFees = new Map()
  for (const { execFee, errors, scheduledExecTime, actualExecTime } of entries) {
    const [fee] = execFee
    if (!fee || scheduledExecTime === flow.endTime || (updated && clockTime(actualExecTime) <= updated)) continue
    const localProblem = errors.map(executionProblem).find(problem => !/^(otherChain|feeNotCollected)$/.test(problem))
    const key = `${localProblem ?? 'sent'} ${fee.denom}`
    known.set(key, [...(known.get(key) ?? []), BigInt(fee.amount)])
  }
  return known
}

/** The usual maximum difference between fees of the same kind. */
const usualDifference = 1_000n

/**
 * Returns the newest fee with the same outcome, or of a successful run. Without one, estimates the fee from the required balance.
 *
 * @param problem why the run fails on this chain. Undefined if its messages take effect or are sent
 */
export function feeOf(fees: KnownFees, denom: string, needed: bigint, problem: Problem | undefined): Fee {
  const [amount, before] = (problem && fees.get(`${errorOf(problem)} ${denom}`)) ?? fees.get(`sent ${denom}`) ?? []
  if (amount === undefined) return { amount: needed, cheapest: 0n, dearest: needed, isKnown: false }
  const difference = before === amount ? 0n : usualDifference
  const cheapest = amount > difference ? amount - difference : 0n
  return { amount, cheapest, dearest: amount + difference, isKnown: true }
}

function errorOf({ kind, message }: Problem): ExecutionProblem {
  return message ? executionProblem(message) : (errors[kind] ?? 'other')
}

/** The errors of runs that fail on this chain. */
const errors: { [Kind in ForecastRiskKind]?: ExecutionProblem } = {
  agentFee: 'agentFeeNotPaid',
  agentNotFound: 'agentNotFound',
  messageFunds: 'insufficientFunds',
  grantMissing: 'noGrant',
  grantExpires: 'noGrant',
  grantUsedUp: 'noGrant',
  noOpenChannel: 'noActiveChannel',
  wrongSigner: 'wrongSigner',
}
