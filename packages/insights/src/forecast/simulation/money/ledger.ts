import type { Coin } from '@flow-query/core'
import { lookUp } from '@flow-query/core/parts/decode'
import type { AuthzGrant, ForecastChainFacts, StakingParams, UnbondingDelegation } from '../../forecast-facts.js'

/** The amount that each run of a flow is assumed to spend, because it isn't simulated. */
export interface Drain {
  flowId: string
  perRun: bigint
  first: number
  interval: number
  runs: number
}

export interface Balance {
  address: string
  denom: string
  amount: bigint
  initial: bigint
  /** The amount before the messages of the current run. */
  beforeMessages: bigint
  /** Locked coins can't be sent, but they can be delegated, and they count when a run starts. */
  locked: bigint
  /** How much higher and lower the balance may be, because the outcomes of runs are unknown. */
  maybeMore: bigint
  maybeLess: bigint
  drains: Drain[]
  settled: bigint
  unknownFrom: number
}

export interface Account {
  address: string
  balances: Map<string, Balance>
}

interface Grant extends AuthzGrant {
  limit: Account | undefined
}

export interface Ledger {
  accounts: ReadonlyMap<string, Account>
  /** By `<granter>/<grantee>`. */
  grants: ReadonlyMap<string, readonly Grant[]>
  /** The delegated amounts of a delegator, with the validator as the key instead of the denom. */
  delegations: ReadonlyMap<string, Account>
  unbondings: ReadonlyMap<string, Unbondings>
}

interface Unbondings {
  delegations: readonly UnbondingDelegation[]
  params: StakingParams | undefined
  /** How many entries the runs add, with the validator as the key instead of the denom. */
  added: Account
  /** When the runs add these entries, by validator. A failed run leaves times behind that don't count. */
  times: Map<string, number[]>
}

export function createLedger({
  balances,
  spendableBalances,
  grants,
  delegations,
  unbondingDelegations,
  stakingParams,
}: ForecastChainFacts): Ledger {
  return {
    accounts: mapOf(balances, (coins, address) => accountOf(address, coins, lookUp(spendableBalances, address))),
    grants: mapOf(grants, (grants, key) =>
      grants.map(grant => {
        const { spend_limit: limit } = grant.authorization
        const [granter = ''] = key.split('/')
        return { ...grant, limit: Array.isArray(limit) ? accountOf(granter, limit) : undefined }
      }),
    ),
    delegations: mapOf(delegations, (all, address) =>
      accountOf(
        address,
        all.map(({ validatorAddress, balance }) => ({ denom: validatorAddress, amount: balance.amount })),
      ),
    ),
    unbondings: mapOf(unbondingDelegations, (delegations, address) => ({
      delegations,
      params: stakingParams,
      added: accountOf(address, []),
      times: new Map<string, number[]>(),
    })),
  }
}

/** Converts an object to a map, because flows can contain keys such as `constructor`, which every object inherits. */
export function mapOf<Value, Result>(
  values: { readonly [key: string]: Value | undefined } = {},
  convert: (value: Value, key: string) => Result,
): Map<string, Result> {
  return new Map(Object.entries(values).flatMap(([key, value]) => (value ? [[key, convert(value, key)] as const] : [])))
}

function accountOf(address: string, coins: readonly Coin[], spendable = coins): Account {
  const account: Account = { address, balances: new Map() }
  const freeAmounts = new Map(spendable.map(({ denom, amount }) => [denom, BigInt(amount)]))
  for (const { denom, amount } of coins) {
    const balance = balanceIn(account, denom)
    balance.amount = BigInt(amount)
    balance.initial = balance.amount
    const free = freeAmounts.get(denom) ?? 0n
    // The spendable balance may have been read later, after the account received coins.
    if (free < balance.amount) balance.locked = balance.amount - free
  }
  return account
}

export function balanceIn({ address, balances }: Account, denom: string): Balance {
  const known = balances.get(denom)
  if (known) return known
  const balance: Balance = {
    address,
    denom,
    amount: 0n,
    initial: 0n,
    beforeMessages: 0n,
    locked: 0n,
    maybeMore: 0n,
    maybeLess: 0n,
    drains: [],
    settled: 0n,
    unknownFrom: Number.POSITIVE_INFINITY,
  }
  balances.set(denom, balance)
  return balance
}

export function spendable({ amount, locked }: Balance): bigint {
  return amount > locked ? amount - locked : 0n
}

export interface Deposit {
  connectionId: string | undefined
  address: string
  denom: string
  amount: bigint
}

export function amountsOf(balances: readonly Balance[]): { balance: Balance; amount: bigint }[] {
  return balances.map(balance => ({ balance, amount: balance.amount }))
}

/** Records that it is unknown whether the balances have changed since `before`. */
export function markUncertain(before: ReturnType<typeof amountsOf>): void {
  for (const { balance, amount } of before) {
    if (balance.amount < amount) balance.maybeMore += amount - balance.amount
    else balance.maybeLess += balance.amount - amount
  }
}
