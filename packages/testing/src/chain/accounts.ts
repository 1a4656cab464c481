import type { AccountsState } from './state.js'

/** Copies accounts without `structuredClone`, which is missing in the browser environment of Jest. */
export function copyOf(accounts: AccountsState): AccountsState {
  return JSON.parse(JSON.stringify(accounts))
}

/** A chain on which all accounts are empty. */
export function emptyAccounts(): AccountsState {
  return {
    balances: {},
    spendableBalances: {},
    grants: [],
    channels: {},
    connections: {},
    clients: {},
    unbondingDelegations: {},
    delegations: {},
    authAccounts: {},
  }
}
