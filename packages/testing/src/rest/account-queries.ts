import { grantedType } from '@flow-query/rules'
import { isValidAt } from '../chain/accounts/grants.js'
import type { AccountsAt } from '../chain/accounts/ledger.js'
import { stakingParamsOf } from '../chain/accounts/staking.js'
import { addressError } from '../chain/address.js'
import type { AccountsState, AuthAccount, Channel, Coin } from '../chain/state.js'
import { goJson, utf8 } from '../go/text.js'
import { lookUp } from '../look-up.js'
import { accountAddress } from './arguments.js'
import { grpcCode, NodeError } from './errors.js'
import { encodeList, takePage } from './lists.js'
import { type Page, storeByKey } from './paging.js'
import { pageRequest, type QueryString, stringField } from './parameters.js'

export interface AccountsContext {
  accounts: AccountsState
  at: AccountsAt
  flowsOf: (owner: string) => number
  openPackets: (port: string) => readonly string[]
  height: number
  now: number
  addressPrefix: string
}

type Query = (parameter: string, query: QueryString, context: AccountsContext) => string

const routes: readonly (readonly [pattern: RegExp, query: Query])[] = [
  [/^\/cosmos\/bank\/v1beta1\/balances\/([^/]*)$/, balances],
  [/^\/cosmos\/bank\/v1beta1\/spendable_balances\/([^/]*)$/, spendableBalances],
  [/^\/cosmos\/auth\/v1beta1\/accounts\/([^/]*)$/, account],
  [/^\/cosmos\/authz\/v1beta1\/grants()$/, grants],
  [/^\/cosmos\/staking\/v1beta1\/delegations\/([^/]*)$/, delegations],
  [/^\/cosmos\/staking\/v1beta1\/delegators\/([^/]*)\/unbonding_delegations$/, unbondingDelegations],
  [/^\/cosmos\/staking\/v1beta1\/params()$/, stakingParams],
  [/^\/ibc\/core\/channel\/v1\/connections\/([^/]*)\/channels$/, channels],
  [/^\/ibc\/core\/channel\/v1\/channels\/([^/]*\/ports\/[^/]*)\/packet_commitments$/, packetCommitments],
  [/^\/ibc\/core\/channel\/v1\/channels\/([^/]*\/ports\/[^/]*)\/packet_acknowledgements$/, packetAcknowledgements],
  [/^\/ibc\/core\/connection\/v1\/connections\/([^/]*)$/, connection],
  [/^\/ibc\/core\/client\/v1\/client_status\/([^/]*)$/, clientStatus],
]

export function findAccountQuery(path: string): ((query: QueryString, context: AccountsContext) => string) | undefined {
  for (const [pattern, query] of routes) {
    const match = pattern.exec(path)
    if (match) return (parameters, context) => query(match[1] ?? '', parameters, context)
  }
  return undefined
}

function balances(address: string, query: QueryString, { at, addressPrefix }: AccountsContext): string {
  return coinList(at.balances(bankAddress(address, addressPrefix)), query)
}

function spendableBalances(address: string, query: QueryString, { at, addressPrefix }: AccountsContext): string {
  return coinList(at.spendableBalances(bankAddress(address, addressPrefix)), query)
}

function coinList(coins: readonly Coin[], query: QueryString): string {
  const sorted = coins.filter(({ amount }) => amount !== '0').sort(byDenom)
  const keys = sorted.map(({ denom }) => denom)
  return list('balances', keys, sorted, query)
}

function byDenom(one: Coin, other: Coin): number {
  return one.denom < other.denom ? -1 : 1
}

function account(address: string, _: QueryString, context: AccountsContext): string {
  const found = authAccount(accountAddress(address, context.addressPrefix), context)
  if (!found) throw new NodeError(grpcCode.notFound, `account ${utf8(address)} not found`)
  return goJson({ account: found })
}

export function authAccount(address: string, { accounts, flowsOf }: AccountsContext): AuthAccount | undefined {
  const known = lookUp(accounts.authAccounts, address)
  if (known) return known
  const transactions = flowsOf(address)
  if (transactions === 0 && !lookUp(accounts.balances, address)) return undefined
  return {
    '@type': '/cosmos.auth.v1beta1.BaseAccount',
    address,
    pub_key: null,
    account_number: '0',
    sequence: String(transactions),
  }
}

function grants(_: string, query: QueryString, { at, now, addressPrefix }: AccountsContext): string {
  const granter = accountAddress(stringField(query, 'granter'), addressPrefix)
  const grantee = accountAddress(stringField(query, 'grantee'), addressPrefix)
  const type = utf8(stringField(query, 'msg_type_url', 'msgTypeUrl'))
  const time = BigInt(now) * 1_000_000n
  const found = at.grants
    .filter(grant => grant.granter === granter && grant.grantee === grantee && isValidAt(grant, time))
    .map(({ authorization, expiration }) => ({
      type: grantedType(authorization) ?? '',
      grant: { authorization, expiration },
    }))
    .sort((one, other) => (one.type < other.type ? -1 : 1))
  if (!type)
    return list(
      'grants',
      found.map(grant => grant.type),
      found.map(({ grant }) => grant),
      query,
    )
  const only = found.find(grant => grant.type === type)
  if (!only)
    throw new NodeError(
      grpcCode.unknown,
      `codespace authz code 2: authorization not found: authorization not found for ${type} type`,
    )
  return goJson({ grants: [only.grant], pagination: null })
}

function delegations(delegator: string, query: QueryString, { accounts, addressPrefix }: AccountsContext): string {
  const address = accountAddress(delegator, addressPrefix)
  const found = Object.entries(lookUp(accounts.delegations, address) ?? {}).filter(([, amount]) => amount !== '0')
  return list(
    'delegation_responses',
    found.map(([validator]) => validator),
    found.map(([validator, amount]) => ({
      delegation: {
        delegator_address: address,
        validator_address: validator,
        shares: `${amount}.000000000000000000`,
      },
      balance: { denom: 'uinto', amount },
    })),
    query,
  )
}

function stakingParams(_: string, __: QueryString, { accounts }: AccountsContext): string {
  return goJson({ params: stakingParamsOf(accounts) })
}

function unbondingDelegations(
  delegator: string,
  query: QueryString,
  { accounts, addressPrefix }: AccountsContext,
): string {
  const found = lookUp(accounts.unbondingDelegations, accountAddress(delegator, addressPrefix)) ?? []
  return list(
    'unbonding_responses',
    found.map(({ validator_address }) => String(validator_address)),
    found,
    query,
  )
}

function channels(connectionId: string, query: QueryString, { accounts, height }: AccountsContext): string {
  if (connectionId.length < 10 || connectionId.length > 64)
    throw new NodeError(
      grpcCode.invalidArgument,
      `identifier ${utf8(connectionId)} has invalid length: ${connectionId.length}, must be between 10-64 characters: invalid identifier`,
    )
  const found = lookUp(accounts.channels, connectionId) ?? []
  const page = pageOf(found.map(keyOf), found, query)
  // The node puts the first channel of the next page on this page too.
  const next = found.filter(channel => keyOf(channel) === page.nextKey)
  const body = encodeList('channels', { ...page, items: [...page.items, ...next] }, goJson, () => 0)
  return `${body.slice(0, -1)},"height":${heightOf(height)}}`
}

function keyOf({ port_id, channel_id }: Channel): string {
  return `/ports/${port_id}/channels/${channel_id}`
}

function packetCommitments(
  channelAndPort: string,
  query: QueryString,
  { openPackets, height }: AccountsContext,
): string {
  const [channelId = '', port = ''] = channelAndPort.split('/ports/')
  const packets = openPackets(port)
    .toSorted()
    .map(sequence => packetOf(channelId, port, sequence, btoa('\0'.repeat(32))))
  return packetList('commitments', packets, query, height)
}

/** If packets are named, the node returns only these, in the same order and without pages. */
function packetAcknowledgements(
  channelAndPort: string,
  query: QueryString,
  { accounts, height }: AccountsContext,
): string {
  const [channelId = '', port = ''] = channelAndPort.split('/ports/')
  const hashes = lookUp(accounts.acknowledgements, channelId) ?? {}
  const named = query.flatMap(([name, value]) => (name === 'packet_commitment_sequences' ? utf8(value) : []))
  const packets = (named.length ? named : Object.keys(hashes).sort()).flatMap(sequence => {
    const hash = lookUp(hashes, sequence)
    return hash === undefined ? [] : packetOf(channelId, port, sequence, hash)
  })
  if (named.length) return `{"acknowledgements":${goJson(packets)},"pagination":null,"height":${heightOf(height)}}`
  return packetList('acknowledgements', packets, query, height)
}

function packetOf(channelId: string, port: string, sequence: string, data: string) {
  return { port_id: port, channel_id: channelId, sequence, data }
}

function packetList(name: string, packets: ReturnType<typeof packetOf>[], query: QueryString, height: number): string {
  const keys = packets.map(({ sequence }) => sequence)
  return `${list(name, keys, packets, query).slice(0, -1)},"height":${heightOf(height)}}`
}

function connection(id: string, _: QueryString, { accounts, height }: AccountsContext): string {
  const found = lookUp(accounts.connections, id)
  if (!found) throw new NodeError(grpcCode.notFound, `${utf8(id)}: connection not found`)
  return `{"connection":${goJson(found)},"proof":null,"proof_height":${heightOf(height)}}`
}

function clientStatus(id: string, _: QueryString, { accounts }: AccountsContext): string {
  const status = lookUp(accounts.clients, id)
  if (!status) throw new NodeError(grpcCode.notFound, `${utf8(id)}: light client not found`)
  return goJson({ status })
}

function heightOf(height: number): string {
  return `{"revision_number":"1","revision_height":"${height}"}`
}

/** These lists are small, so no page of them is too large. */
function list(name: string, keys: readonly string[], items: readonly object[], query: QueryString): string {
  return encodeList(name, pageOf(keys, items, query), goJson, () => 0)
}

function pageOf(keys: readonly string[], items: readonly object[], query: QueryString): Page<object> {
  const store = storeByKey(keys, index => items[index] ?? {})
  return takePage(store, pageRequest(query))
}

/** Normalizes an address like the bank module, whose errors differ from those of other modules. */
function bankAddress(address: string, prefix: string): string {
  const error = addressError(utf8(address), prefix)
  if (error !== null) throw new NodeError(grpcCode.invalidArgument, `invalid address: ${error}`)
  return address.toLowerCase()
}
