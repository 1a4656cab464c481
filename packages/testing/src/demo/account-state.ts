import { emptyAccounts } from '../chain/accounts.js'
import type { AccountsState, Flow, InterchainAccount } from '../chain/state.js'

/** The balance that a run requires, and the usual cost of a payment, in uinto. */
const [check, cost] = [50_000, 19_040]

/**
 * Returns balances and channels with which most flows of the demo can run. Every ninth fee account can't pay for the next run, and
 * the others pay for one to forty runs. The fee accounts of flows that have ended are empty.
 */
export function demoAccountsState(
  flows: readonly Flow[],
  interchainAccounts: readonly InterchainAccount[],
  now: number,
): AccountsState {
  const accounts = emptyAccounts()
  for (const { id, owner, feeAddress, msgs, execTime } of flows) {
    accounts.balances[owner] = [{ denom: 'uinto', amount: '2500000000' }]
    if (Date.parse(execTime) < now) continue
    const runs = Number(id) % 9 === 4 ? 0 : 1 + (Number(id) % 40)
    const funds = runs === 0 ? 30_960 : (check + cost * (runs - 1)) * msgs.length
    accounts.balances[feeAddress] = [{ denom: 'uinto', amount: String(funds) }]
  }
  for (const { owner, connectionId, address } of interchainAccounts) {
    const channels = accounts.channels[connectionId] ?? []
    accounts.channels[connectionId] = channels
    channels.push({
      state: 'STATE_OPEN',
      ordering: 'ORDER_UNORDERED',
      counterparty: { port_id: 'icahost', channel_id: `channel-${channels.length}` },
      connection_hops: [connectionId],
      version: JSON.stringify({ version: 'ics27-1', address }),
      port_id: `icacontroller-${owner}`,
      channel_id: `channel-${channels.length}`,
      upgrade_sequence: '0',
    })
    const client_id = `07-tendermint-${connectionId.split('-').at(-1)}`
    accounts.connections[connectionId] = { client_id, state: 'STATE_OPEN', delay_period: '0' }
    accounts.clients[client_id] = 'Active'
  }
  for (const channels of Object.values(accounts.channels))
    channels.sort((one, other) => (one.port_id < other.port_id ? -1 : 1))
  return accounts
}
