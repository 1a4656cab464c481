import type { AccountsState } from '../state.js'

export function copyOf(accounts: AccountsState): AccountsState {
  return JSON.parse(JSON.stringify(accounts))
}

export function emptyAccounts(): AccountsState {
  return {
    balances: {},
    spendableBalances: {},
    grants: [],
    channels: {},
    acknowledgements: {},
    connections: {},
    clients: {},
    unbondingDelegations: {},
    delegations: {},
    stakingParams: {},
    authAccounts: {},
  }
}
