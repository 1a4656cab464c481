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

/** An account is known if `balances` has an entry for it, even an empty one. */
export interface Ledger {
  readonly accounts: AccountsState
  isKnown: (address: string) => boolean
  balance: (address: string, denom: string) => bigint
  spendable: (address: string, denom: string) => bigint
  denoms: (address: string) => readonly string[]
  /** Here and in the other methods, `height` is the block of the change. */
  add: (address: string, denom: string, amount: bigint, height: number) => void
  delegate: (address: string, validator: string, coin: Coin, height: number) => void
  delegated: (address: string, validator: string) => bigint | undefined
  undelegate: (address: string, validator: string, amount: string, completionTime: string) => void
  openUnbondings: (address: string, validator: string, completed: bigint) => number
  /** Adds an account without coins. */
  open: (address: string) => void
  deposit: (address: string, coins: readonly Coin[], height: number) => void
  /** Adds a grant if `grant` is undefined, and removes it if `changed` is null. */
  changeGrant: (
    grant: AccountsState['grants'][number] | undefined,
    changed: AccountsState['grants'][number] | null,
    height: number,
  ) => void
  /** Reverts all changes of `act` if it returns a failure or throws. */
  attempt: <Failure>(act: () => Failure | null) => Failure | null
  at: (height: number) => AccountsAt
}

/** `spendable` is undefined if it can spend all of them. */
interface Holdings {
  coins: Coin[]
  spendable: Coin[] | undefined
}

export function createLedger(accounts: AccountsState): Ledger {
  const holdingsBefore = new Map<string, Before<Holdings>[]>()
  const grantsBefore: Before<AccountsState['grants']>[] = []
  /** Null outside of an attempt. */
  let reverts: (() => void)[] | null = null

  function isKnown(address: string): boolean {
    return Object.hasOwn(accounts.balances, address)
  }

  function holdings(address: string): Holdings {
    return { coins: accounts.balances[address] ?? [], spendable: accounts.spendableBalances[address] }
  }

  function write(address: string, { coins, spendable }: Holdings): void {
    accounts.balances[address] = coins
    if (spendable) accounts.spendableBalances[address] = spendable
  }

  function change(address: string, changed: Holdings, height: number): void {
    const before = holdings(address)
    const changes = listIn(holdingsBefore, address)
    const isFirst = remember(changes, before, height)
    reverts?.push(() => {
      write(address, before)
      if (isFirst) changes.pop()
    })
    write(address, changed)
  }

  function add(address: string, denom: string, amount: bigint, height: number): void {
    if (amount === 0n || !isKnown(address)) return
    const { coins, spendable } = holdings(address)
    change(
      address,
      { coins: added(coins, denom, amount), spendable: spendable && added(spendable, denom, amount) },
      height,
    )
  }

  function open(address: string): void {
    if (isKnown(address)) return
    accounts.balances[address] = []
    reverts?.push(() => {
      delete accounts.balances[address]
    })
  }

  function changeDelegation(address: string, validator: string, amount: bigint): void {
    const before = accounts.delegations[address]
    if (!before) return
    const sum = BigInt(before[validator] ?? 0) + amount
    accounts.delegations[address] = { ...before, [validator]: String(sum) }
    reverts?.push(() => {
      accounts.delegations[address] = before
    })
  }

  return {
    accounts,
    isKnown,
    balance: (address, denom) => amountOf(holdings(address).coins, denom),
    spendable(address, denom) {
      const { coins, spendable } = holdings(address)
      return amountOf(spendable ?? coins, denom)
    },
    denoms: address => holdings(address).coins.map(({ denom }) => denom),
    add,
    delegate(address, validator, { denom, amount: text }, height) {
      const amount = BigInt(text)
      const { coins, spendable } = holdings(address)
      changeDelegation(address, validator, amount)
      if (!isKnown(address)) return
      const locked = spendable ? amountOf(coins, denom) - amountOf(spendable, denom) : 0n
      const free = amount > locked ? amount - locked : 0n
      change(
        address,
        { coins: added(coins, denom, -amount), spendable: spendable && added(spendable, denom, -free) },
        height,
      )
    },
    delegated(address, validator) {
      const known = accounts.delegations[address]
      return known && BigInt(known[validator] ?? 0)
    },
    undelegate(address, validator, amount, completionTime) {
      const before = accounts.unbondingDelegations[address]
      if (!before && !accounts.delegations[address]) return
      changeDelegation(address, validator, -BigInt(amount))
      const entry = { creation_height: '0', completion_time: completionTime, initial_balance: amount, balance: amount }
      const known = before?.find(({ validator_address }) => validator_address === validator)
      const entries = [...entriesOf(known), entry]
      const changed = { ...known, delegator_address: address, validator_address: validator, entries }
      accounts.unbondingDelegations[address] = [...(before ?? []).filter(other => other !== known), changed]
      reverts?.push(() => {
        if (before) accounts.unbondingDelegations[address] = before
        else delete accounts.unbondingDelegations[address]
      })
    },
    openUnbondings(address, validator, completed) {
      const known = accounts.unbondingDelegations[address]?.find(one => one.validator_address === validator)
      return entriesOf(known).filter(({ completion_time }) => timeToNs(completion_time) > completed).length
    },
    open,
    deposit(address, coins, height) {
      open(address)
      for (const { denom, amount } of coins) add(address, denom, BigInt(amount), height)
    },
    changeGrant(grant, changed, height) {
      const before = accounts.grants
      const isFirst = remember(grantsBefore, before, height)
      reverts?.push(() => {
        accounts.grants = before
        if (isFirst) grantsBefore.pop()
      })
      const others = grant ? before.flatMap(other => (other === grant ? (changed ?? []) : other)) : before
      accounts.grants = grant || !changed ? others : [...others, changed]
    },
    attempt(act) {
      const changes: (() => void)[] = []
      reverts = changes
      let succeeded = false
      try {
        const failure = act()
        succeeded = failure === null
        return failure
      } finally {
        reverts = null
        if (!succeeded) for (const revert of changes.toReversed()) revert()
      }
    },
    at(height) {
      const at = (address: string) => valueAt(holdingsBefore.get(address) ?? [], height) ?? holdings(address)
      return {
        balances: address => at(address).coins,
        spendableBalances(address) {
          const { coins, spendable } = at(address)
          return spendable ?? coins
        },
        grants: valueAt(grantsBefore, height) ?? accounts.grants,
      }
    },
  }
}

function entriesOf(delegation: Record<string, unknown> | undefined): { completion_time: string }[] {
  return (delegation?.entries ?? []) as { completion_time: string }[]
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
