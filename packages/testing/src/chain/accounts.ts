import type { AccountsState } from './state.js'

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
