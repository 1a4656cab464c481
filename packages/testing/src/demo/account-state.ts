import { emptyAccounts } from '../chain/accounts/accounts.js'
import { msToTime } from '../chain/blocks/time.js'
import type { AccountsState, Channel, Flow, InterchainAccount } from '../chain/state.js'
import { osmosis, quiet } from './accounts.js'
import { day, minute } from './durations.js'
import { atom, osmo, uinto, validator } from './messages.js'
import { leo, mia, nora, sam, shop, treasury } from './situations/people.js'

const [check, cost] = [50_000, 19_200]

/** Balances that differ from those of other owners, in uinto. */
const balances: Readonly<Record<string, number>> = {
  [treasury]: 400_000_000_000,
  [sam]: 4_180_220,
  [shop]: 1_250_000,
}

const feeBalances: Readonly<Record<string, number>> = {
  'Newspaper subscription': 30_960,
  'Allowance for twelve cousins': 62_000,
  'Pay back what Mia lent': 2_000_000,
  'Donation to the garden': 2_000_000,
  'Swap fees to ATOM': 2_000_000,
  'Claim rewards above 0.2 INTO': 2_000_000,
  'Top up, when there is enough': 40_000_000,
  'Test flow without fee funds': 0,
  'Payroll of the old team': 30_960,
  'Installments for the bicycle': 30_960,
}

/**
 * Returns the balances, grants and channels of the demo at `now`, in milliseconds since 1970. Most flows can run. Every ninth fee
 * account can't pay for the next run, and the others pay for one to forty runs.
 */
export function demoAccountsState(
  flows: readonly Flow[],
  interchainAccounts: readonly InterchainAccount[],
  now: number,
): AccountsState {
  const accounts = emptyAccounts()
  for (const { owner } of flows)
    accounts.balances[owner] = [
      { denom: atom, amount: '900000000' },
      { denom: osmo, amount: '5000000000' },
      uinto(balances[owner] ?? 25_000_000_000),
    ]
  for (const flow of flows) accounts.balances[flow.feeAddress] = [uinto(feeBalanceOf(flow, now))]
  addGrants(accounts, now)
  accounts.unbondingDelegations[nora] = [unbondings(now)]
  accounts.delegations[nora] = { [validator(4)]: '20000000', [validator(7)]: '900000000' }
  for (const flow of flows) addDelegations(accounts, flow)
  for (const account of interchainAccounts) addChannel(accounts, account)
  for (const channels of Object.values(accounts.channels))
    channels.sort((one, other) => (one.port_id < other.port_id ? -1 : 1))
  return accounts
}

function addDelegations({ delegations }: AccountsState, { owner, msgs }: Flow): void {
  for (const { delegator_address, validator_address } of msgs)
    if (delegator_address === owner)
      delegations[owner] = { [String(validator_address)]: '5000000000', ...delegations[owner] }
}

function feeBalanceOf({ id, label, msgs, endTime }: Flow, now: number): number {
  const given = feeBalances[label]
  if (given !== undefined) return given
  if (Date.parse(endTime) < now) return 0
  const runs = Number(id) % 9 === 4 ? 0 : 1 + (Number(id) % 40)
  return runs === 0 ? 30_960 : (check + cost * (runs - 1)) * msgs.length
}

function addGrants({ grants }: AccountsState, now: number): void {
  const msg = '/cosmos.bank.v1beta1.MsgSend'
  grants.push(
    {
      granter: leo,
      grantee: mia,
      authorization: { '@type': '/cosmos.authz.v1beta1.GenericAuthorization', msg },
      expiration: timeAt(now, 2 * 60 * minute),
    },
    {
      granter: treasury,
      grantee: mia,
      authorization: {
        '@type': '/cosmos.bank.v1beta1.SendAuthorization',
        spend_limit: [uinto(11_000_000)],
        allow_list: [],
      },
      expiration: null,
    },
  )
}

/** Seven entries are the maximum. */
function unbondings(now: number): Record<string, unknown> {
  const entries = Array.from({ length: 7 }, (_, index) => ({
    creation_height: String(108_800_000 + index * 170_000),
    completion_time: timeAt(now, (14 + index) * day + 70 * minute),
    initial_balance: '3000000',
    balance: '3000000',
    unbonding_id: String(index + 1),
    unbonding_on_hold_ref_count: '0',
  }))
  return { delegator_address: nora, validator_address: validator(7), entries }
}

function addChannel(accounts: AccountsState, { owner, connectionId, address }: InterchainAccount): void {
  const channels = accounts.channels[connectionId] ?? []
  accounts.channels[connectionId] = channels
  // A timeout closed Sam’s channel.
  const isClosed = owner === sam && connectionId === osmosis
  const channel: Channel = {
    state: isClosed ? 'STATE_CLOSED' : 'STATE_OPEN',
    ordering: isClosed ? 'ORDER_ORDERED' : 'ORDER_UNORDERED',
    counterparty: { port_id: 'icahost', channel_id: `channel-${channels.length}` },
    connection_hops: [connectionId],
    version: JSON.stringify({ version: 'ics27-1', address }),
    port_id: `icacontroller-${owner}`,
    channel_id: `channel-${channels.length}`,
    upgrade_sequence: '0',
  }
  channels.push(channel)
  const client_id = `07-tendermint-${connectionId.split('-').at(-1)}`
  accounts.connections[connectionId] = { client_id, state: 'STATE_OPEN', delay_period: '0' }
  accounts.clients[client_id] = connectionId === quiet ? 'Expired' : 'Active'
}

function timeAt(now: number, seconds: number): string {
  return msToTime(now + 1_000 * seconds)
}
