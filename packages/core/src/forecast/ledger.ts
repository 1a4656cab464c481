import { clockTime } from '../convert.js'
import type { AnyMessage, Coin } from '../types.js'
import type { AuthzGrant, ForecastChainFacts } from './facts.js'

/** An account during the simulation. */
export interface Account {
  address: string
  /** The current balance by denom, including locked coins. */
  coins: Map<string, bigint>
  /** The same, before the simulation. */
  initial: ReadonlyMap<string, bigint>
  /** Coins that can be delegated and pay for a check, but can't be sent. */
  locked: Map<string, bigint>
  /** Whether a simulated run has changed it. */
  isChanged: boolean
}

/** A grant during the simulation. */
interface Grant {
  authorization: AnyMessage
  expiration: string | null
  /** Milliseconds since 1970. Infinity if it never expires. */
  expires: number
  /** The remaining spend limit by denom. Null without a limit. */
  limit: Map<string, bigint> | null
}

/** The accounts and grants of one chain during a simulation. */
export interface Ledger {
  /** Undefined if the balance is unknown. */
  account: (address: string) => Account | undefined
  /** Undefined if the grants are unknown. */
  grants: (granter: string, grantee: string) => Grant[] | undefined
  /** When the open unbonding entries are completed, in milliseconds since 1970. Undefined if they are unknown. */
  unbondings: (delegator: string, validator: string) => number[] | undefined
  /** Runs a step, and reverts its changes if it returns true. */
  attempt: (step: () => boolean) => void
  set: (amounts: Map<string, bigint>, denom: string, amount: bigint) => void
  /** Registers a function that reverts a change of the current step. */
  onRevert: (restore: () => void) => void
}

export function createLedger(facts: ForecastChainFacts): Ledger {
  const accounts = new Map<string, Account | undefined>()
  const grants = new Map<string, Grant[] | undefined>()
  const unbondings = new Map<string, number[] | undefined>()
  /** Functions that revert the changes of the current step. Null outside of a step. */
  let undo: (() => void)[] | null = null
  return {
    account: address => remember(accounts, address, () => accountOf(facts, address)),
    grants: (granter, grantee) => {
      const key = `${granter}/${grantee}`
      return remember(grants, key, () => facts.grants?.[key]?.map(grantOf))
    },
    unbondings: (delegator, validator) =>
      remember(unbondings, `${delegator}/${validator}`, () =>
        facts.unbondingDelegations?.[delegator]
          ?.filter(({ validatorAddress }) => validatorAddress === validator)
          .flatMap(({ entries }) => entries.map(({ completionTime }) => clockTime(completionTime))),
      ),
    attempt(step) {
      const changes: (() => void)[] = []
      undo = changes
      const isFailed = step()
      undo = null
      if (isFailed) for (const restore of changes.reverse()) restore()
    },
    set(amounts, denom, amount) {
      const before = amounts.get(denom) ?? 0n
      undo?.push(() => amounts.set(denom, before))
      amounts.set(denom, amount)
    },
    onRevert: restore => undo?.push(restore),
  }
}

/** Adds an amount to an account. The amount can be negative. */
export function add(ledger: Ledger, account: Account, denom: string, amount: bigint): void {
  account.isChanged = true
  ledger.set(account.coins, denom, (account.coins.get(denom) ?? 0n) + amount)
}

export function spendable({ coins, locked }: Account, denom: string): bigint {
  const free = (coins.get(denom) ?? 0n) - (locked.get(denom) ?? 0n)
  return free > 0n ? free : 0n
}

function remember<Value>(known: Map<string, Value>, key: string, read: () => Value): Value {
  if (!known.has(key)) known.set(key, read())
  return known.get(key) as Value
}

function accountOf({ balances, spendableBalances }: ForecastChainFacts, address: string): Account | undefined {
  const coins = balances?.[address]
  if (!coins) return undefined
  const total = amountsOf(coins)
  const locked = new Map<string, bigint>()
  const spendable = spendableBalances?.[address]
  if (spendable) {
    const free = amountsOf(spendable)
    for (const [denom, amount] of total) locked.set(denom, amount - (free.get(denom) ?? 0n))
  }
  return { address, coins: total, initial: new Map(total), locked, isChanged: false }
}

function grantOf({ authorization, expiration }: AuthzGrant): Grant {
  const limit = authorization.spend_limit
  return {
    authorization,
    expiration,
    expires: expiration ? clockTime(expiration) : Number.POSITIVE_INFINITY,
    limit: Array.isArray(limit) ? amountsOf(limit) : null,
  }
}

function amountsOf(coins: readonly Coin[]): Map<string, bigint> {
  return new Map(coins.map(({ denom, amount }) => [denom, BigInt(amount)]))
}
