import { clockTime } from '../convert.js'
import type { Coin } from '../types.js'
import type { AuthzGrant, ForecastChainFacts } from './facts.js'

/** Amounts by denom: the balance of an account, or the remaining limit of a grant. */
export type Amounts = Map<string, bigint>

/** An account during the simulation. */
export interface Account {
  address: string
  /** The current balance, including locked coins. */
  coins: Amounts
  /** The balance before the simulation. */
  initial: Amounts
  /** The part of the initial balance that can be sent. Undefined if all coins can be sent. */
  initiallySpendable: Amounts | undefined
}

interface Grant extends AuthzGrant {
  /** The remaining spend limit. Null without a limit. */
  limit: Amounts | null
}

/** The accounts and grants of one chain during a simulation. */
export interface Ledger {
  /** Undefined if the balance is unknown. */
  account: (address: string) => Account | undefined
  /** Undefined if the grants are unknown. */
  grants: (granter: string, grantee: string) => Grant[] | undefined
  /** When the unbonding entries are completed, in milliseconds since 1970. Undefined if they are unknown. */
  unbondings: (delegator: string, validator: string) => number[] | undefined
  /** Runs a step, and reverts its changes if it returns a problem. */
  attempt: <Problem>(step: () => Problem | null) => Problem | null
  /** Adds to an amount. The addend can be negative. */
  add: (amounts: Amounts, denom: string, addend: bigint) => void
  /** Adds an unbonding entry. The simulation ends long before it is completed. */
  unbond: (completions: number[]) => void
}

export function createLedger({
  balances,
  spendableBalances,
  grants,
  unbondingDelegations,
}: ForecastChainFacts): Ledger {
  /** Functions that revert the changes of the current step. Null outside of a step. */
  let undo: (() => void)[] | null = null
  return {
    account: remember(address => {
      const coins = balances?.[address]
      if (!coins) return undefined
      const spendable = spendableBalances?.[address]
      return {
        address,
        coins: amountsOf(coins),
        initial: amountsOf(coins),
        initiallySpendable: spendable && amountsOf(spendable),
      }
    }),
    grants: remember((granter, grantee) =>
      grants?.[`${granter}/${grantee}`]?.map(grant => {
        const limit = grant.authorization.spend_limit
        return { ...grant, limit: Array.isArray(limit) ? amountsOf(limit) : null }
      }),
    ),
    unbondings: remember((delegator, validator) =>
      unbondingDelegations?.[delegator]
        ?.filter(({ validatorAddress }) => validatorAddress === validator)
        .flatMap(({ entries }) => entries.map(({ completionTime }) => clockTime(completionTime))),
    ),
    attempt(step) {
      const changes: (() => void)[] = []
      undo = changes
      const problem = step()
      undo = null
      if (problem) for (const revert of changes.reverse()) revert()
      return problem
    },
    add(amounts, denom, addend) {
      const before = amounts.get(denom) ?? 0n
      undo?.push(() => amounts.set(denom, before))
      amounts.set(denom, before + addend)
    },
    unbond(completions) {
      undo?.push(() => completions.pop())
      completions.push(Number.POSITIVE_INFINITY)
    },
  }
}

/** Returns a function that calls `read` only once for the same arguments. */
function remember<Value>(read: (one: string, other: string) => Value): (one: string, other?: string) => Value {
  const known = new Map<string, Value>()
  return (one, other = '') => {
    const key = `${one}/${other}`
    if (!known.has(key)) known.set(key, read(one, other))
    return known.get(key) as Value
  }
}

export function balanceOf({ coins }: Account, denom: string): bigint {
  return coins.get(denom) ?? 0n
}

/** Returns the balance without locked coins. */
export function spendable(account: Account, denom: string): bigint {
  const { initial, initiallySpendable } = account
  const locked = initiallySpendable ? (initial.get(denom) ?? 0n) - (initiallySpendable.get(denom) ?? 0n) : 0n
  const free = balanceOf(account, denom) - locked
  return free > 0n ? free : 0n
}

function amountsOf(coins: readonly Coin[]): Amounts {
  return new Map(coins.map(({ denom, amount }) => [denom, BigInt(amount)]))
}
