import { lookUp } from '../../look-up.js'
import { type Before, listIn, valueAt } from '../blocks/heights.js'
import { timeToNs } from '../blocks/time.js'
import type { AccountsState, Coin } from '../state.js'

export interface Block {
  height: number
  /** The time of the block, in nanoseconds since 1970. */
  at: bigint
  /** The time of the newest block that is complete. */
  completed: bigint
}

/** The accounts that messages change, and the block that executes the messages. */
export interface LedgerBlock {
  ledger: Ledger
  block: Block
}

export interface AccountsAt {
  balances: (address: string) => readonly Coin[]
  spendableBalances: (address: string) => readonly Coin[]
  grants: AccountsState['grants']
}

/** `spendable` is undefined if it can spend all of them. */
interface Holdings {
  coins: Coin[]
  spendable: Coin[] | undefined
}

type Grant = AccountsState['grants'][number]

/**
 * The balances, delegations and grants of a chain, at all heights. An account is known if `balances` has an entry for it, even an
 * empty one. `height` is the block of a change.
 */
export class Ledger {
  readonly accounts: AccountsState
  readonly #holdingsBefore = new Map<string, Before<Holdings>[]>()
  readonly #grantsBefore: Before<Grant[]>[] = []
  /** Null outside of an attempt. */
  #reverts: (() => void)[] | null = null

  constructor(accounts: AccountsState) {
    this.accounts = accounts
  }

  isKnown(address: string): boolean {
    return Object.hasOwn(this.accounts.balances, address)
  }

  balance(address: string, denom: string): bigint {
    return amountOf(this.#holdings(address).coins, denom)
  }

  spendable(address: string, denom: string): bigint {
    const { coins, spendable } = this.#holdings(address)
    return amountOf(spendable ?? coins, denom)
  }

  denoms(address: string): readonly string[] {
    return this.#holdings(address).coins.map(({ denom }) => denom)
  }

  add(address: string, denom: string, amount: bigint, height: number): void {
    if (amount === 0n || !this.isKnown(address)) return
    const { coins, spendable } = this.#holdings(address)
    this.#change(
      address,
      { coins: added(coins, denom, amount), spendable: spendable && added(spendable, denom, amount) },
      height,
    )
  }

  delegate(address: string, validator: string, coin: Coin, height: number): void {
    const { denom } = coin
    const amount = BigInt(coin.amount)
    const { coins, spendable } = this.#holdings(address)
    this.#changeDelegation(address, validator, amount)
    if (!this.isKnown(address)) return
    const locked = spendable ? amountOf(coins, denom) - amountOf(spendable, denom) : 0n
    const free = amount > locked ? amount - locked : 0n
    this.#change(
      address,
      { coins: added(coins, denom, -amount), spendable: spendable && added(spendable, denom, -free) },
      height,
    )
  }

  delegated(address: string, validator: string): bigint | undefined {
    const known = lookUp(this.accounts.delegations, address)
    return known && BigInt(lookUp(known, validator) ?? 0)
  }

  undelegate(address: string, validator: string, amount: string, completionTime: string): void {
    const { delegations, unbondingDelegations } = this.accounts
    const before = lookUp(unbondingDelegations, address)
    if (!before && !lookUp(delegations, address)) return
    this.#changeDelegation(address, validator, -BigInt(amount))
    const entry = { creation_height: '0', completion_time: completionTime, initial_balance: amount, balance: amount }
    const known = before?.find(({ validator_address }) => validator_address === validator)
    const entries = merged(entriesOf(known), entry)
    const changed = { ...known, delegator_address: address, validator_address: validator, entries }
    unbondingDelegations[address] = [...(before ?? []).filter(other => other !== known), changed]
    this.#reverts?.push(() => {
      if (before) unbondingDelegations[address] = before
      else delete unbondingDelegations[address]
    })
  }

  /** Returns when the withdrawals from a validator are complete, in nanoseconds since 1970. */
  unbondings(address: string, validator: string): bigint[] {
    const known = lookUp(this.accounts.unbondingDelegations, address)?.find(one => one.validator_address === validator)
    return entriesOf(known).map(({ completion_time }) => timeToNs(completion_time))
  }

  /** Adds an account without coins. */
  open(address: string): void {
    if (this.isKnown(address)) return
    this.accounts.balances[address] = []
    this.#reverts?.push(() => {
      delete this.accounts.balances[address]
    })
  }

  deposit(address: string, coins: readonly Coin[], height: number): void {
    this.open(address)
    for (const { denom, amount } of coins) this.add(address, denom, BigInt(amount), height)
  }

  /** Adds a grant if `grant` is undefined, and removes it if `changed` is null. */
  changeGrant(grant: Grant | undefined, changed: Grant | null, height: number): void {
    const before = this.accounts.grants
    const isFirst = remember(this.#grantsBefore, before, height)
    this.#reverts?.push(() => {
      this.accounts.grants = before
      if (isFirst) this.#grantsBefore.pop()
    })
    const others = grant ? before.flatMap(other => (other === grant ? (changed ?? []) : other)) : before
    this.accounts.grants = grant || !changed ? others : [...others, changed]
  }

  /** Reverts all changes of `act` if it returns a failure or throws. */
  attempt<Failure>(act: () => Failure | null): Failure | null {
    const changes: (() => void)[] = []
    this.#reverts = changes
    let succeeded = false
    try {
      const failure = act()
      succeeded = failure === null
      return failure
    } finally {
      this.#reverts = null
      if (!succeeded) for (const revert of changes.toReversed()) revert()
    }
  }

  at(height: number): AccountsAt {
    const at = (address: string) => valueAt(this.#holdingsBefore.get(address) ?? [], height) ?? this.#holdings(address)
    return {
      balances: address => at(address).coins,
      spendableBalances(address) {
        const { coins, spendable } = at(address)
        return spendable ?? coins
      },
      grants: valueAt(this.#grantsBefore, height) ?? this.accounts.grants,
    }
  }

  #holdings(address: string): Holdings {
    return {
      coins: lookUp(this.accounts.balances, address) ?? [],
      spendable: lookUp(this.accounts.spendableBalances, address),
    }
  }

  #write(address: string, { coins, spendable }: Holdings): void {
    this.accounts.balances[address] = coins
    if (spendable) this.accounts.spendableBalances[address] = spendable
  }

  #change(address: string, changed: Holdings, height: number): void {
    const before = this.#holdings(address)
    const changes = listIn(this.#holdingsBefore, address)
    const isFirst = remember(changes, before, height)
    this.#reverts?.push(() => {
      this.#write(address, before)
      if (isFirst) changes.pop()
    })
    this.#write(address, changed)
  }

  #changeDelegation(address: string, validator: string, amount: bigint): void {
    const { delegations } = this.accounts
    const before = lookUp(delegations, address)
    if (!before) return
    const sum = BigInt(lookUp(before, validator) ?? 0) + amount
    delegations[address] = { ...before, [validator]: String(sum) }
    this.#reverts?.push(() => {
      delegations[address] = before
    })
  }
}

interface UnbondingEntry {
  creation_height: string
  completion_time: string
  initial_balance: string
  balance: string
}

function entriesOf(delegation: Record<string, unknown> | undefined): UnbondingEntry[] {
  return (delegation?.entries ?? []) as UnbondingEntry[]
}

/** The chain merges the withdrawals of one block. */
function merged(entries: readonly UnbondingEntry[], added: UnbondingEntry): UnbondingEntry[] {
  const newest = entries.at(-1)
  if (newest?.completion_time !== added.completion_time) return [...entries, added]
  const sum = (one: string, other: string) => String(BigInt(one) + BigInt(other))
  const initial_balance = sum(newest.initial_balance, added.initial_balance)
  return [...entries.slice(0, -1), { ...newest, initial_balance, balance: sum(newest.balance, added.balance) }]
}

/** Returns false if the value before this block is already known. Later changes in the same block don't affect it. */
function remember<Value>(changes: Before<Value>[], value: Value, height: number): boolean {
  if (changes.at(-1)?.until === height) return false
  changes.push({ until: height, value })
  return true
}

function amountOf(coins: readonly Coin[], denom: string): bigint {
  return BigInt(coins.find(coin => coin.denom === denom)?.amount ?? '0')
}

function added(coins: readonly Coin[], denom: string, amount: bigint): Coin[] {
  const sum = amountOf(coins, denom) + amount
  const others = coins.filter(coin => coin.denom !== denom)
  if (sum <= 0n) return others
  return [...others, { denom, amount: String(sum) }].sort((one, other) => (one.denom < other.denom ? -1 : 1))
}
