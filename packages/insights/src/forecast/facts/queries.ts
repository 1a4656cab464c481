import type { Coin, Flow, FlowClient, HeightArgs, PageArgs, RequestOptions } from '@flow-query/core'
import { FlowQueryError } from '@flow-query/core'
import { type CacheQuery, createQuery, type Definition } from '@flow-query/core/parts/cache'
import {
  type Body,
  checkedArguments,
  checkHeight,
  child,
  coin,
  integer,
  list,
  message,
  number,
  requiredList,
  requiredString,
  string,
  stringOrNull,
  time,
} from '@flow-query/core/parts/decode'
import type { QueryArgs } from '@flow-query/core/query'
import { followPages } from '@flow-query/core/scan'
import type {
  AuthzGrant,
  Delegation,
  FlowDryRun,
  IcaChannel,
  StakingParams,
  UnbondingDelegation,
} from '../forecast-facts.js'

export interface BalancesArgs extends HeightArgs {
  address: string
}

export interface AuthzGrantsArgs extends HeightArgs {
  /** The bech32 address of the account that granted the permission. */
  granter: string
  /** The bech32 address of the account that may use the permission. */
  grantee: string
}

export interface IcaChannelArgs extends HeightArgs {
  /** The bech32 address of the owner or the agent that controls the interchain account. */
  owner: string
  /** The connection to the other chain, for example `connection-0`. */
  connectionId: string
}

export interface ClientStatusArgs extends HeightArgs {
  connectionId: string
}

type ConnectionChannelsArgs = ClientStatusArgs

export interface UnbondingDelegationsArgs extends HeightArgs {
  delegator: string
}

export interface FlowDryRunArgs {
  flow: Flow
}

export interface FactQueries {
  balances: { args: BalancesArgs; data: Coin[] }
  spendableBalances: { args: BalancesArgs; data: Coin[] }
  authzGrants: { args: AuthzGrantsArgs; data: AuthzGrant[] }
  icaChannel: { args: IcaChannelArgs; data: IcaChannel }
  connectionChannels: { args: ConnectionChannelsArgs; data: IcaChannel[] }
  clientStatus: { args: ClientStatusArgs; data: string }
  delegations: { args: UnbondingDelegationsArgs; data: Delegation[] }
  unbondingDelegations: { args: UnbondingDelegationsArgs; data: UnbondingDelegation[] }
  stakingParams: { args: HeightArgs; data: StakingParams }
  flowDryRun: { args: FlowDryRunArgs; data: FlowDryRun }
}

/**
 * Returns all coins of an account, including locked coins. An unknown address has no coins.
 *
 * @throws {FlowQueryError} with kind `argument` if the address is invalid
 */
export async function balances(client: FlowClient, args: BalancesArgs, options?: RequestOptions): Promise<Coin[]> {
  const [read, { address }] = prepare(client, 'balances', args, options)
  return readList(read, `/cosmos/bank/v1beta1/balances/${address}?`, 'balances', coin)
}

/**
 * Returns the coins that an account can send, without locked coins.
 *
 * @throws {FlowQueryError} with kind `argument` if the address is invalid
 */
export async function spendableBalances(
  client: FlowClient,
  args: BalancesArgs,
  options?: RequestOptions,
): Promise<Coin[]> {
  const [read, { address }] = prepare(client, 'spendableBalances', args, options)
  return readList(read, `/cosmos/bank/v1beta1/spendable_balances/${address}?`, 'balances', coin)
}

/**
 * Returns the permissions that one account has granted to another, without those that have expired.
 *
 * @throws {FlowQueryError} with kind `argument` if an address is invalid
 */
export async function authzGrants(
  client: FlowClient,
  args: AuthzGrantsArgs,
  options?: RequestOptions,
): Promise<AuthzGrant[]> {
  const [read, { granter, grantee }] = prepare(client, 'authzGrants', args, options)
  return readList(read, `/cosmos/authz/v1beta1/grants?granter=${granter}&grantee=${grantee}&`, 'grants', grant)
}

/**
 * Returns the channel of an interchain account. If there are several, returns an open channel, or the newest if no channel is open.
 *
 * @throws {FlowQueryError} with kind `notFound` if there is no channel
 */
export async function icaChannel(
  client: FlowClient,
  args: IcaChannelArgs,
  options?: RequestOptions,
): Promise<IcaChannel> {
  const [read, { owner, connectionId }] = prepare(client, 'icaChannel', args, options)
  const best = channelOf(await readChannels(read, connectionId), owner)
  if (!best) throw new FlowQueryError('notFound', `${owner} has no interchain account channel on ${connectionId}`)
  return best
}

/** The channels of all interchain accounts on a connection, because a node can't filter them by owner. */
async function connectionChannels(
  client: FlowClient,
  args: ConnectionChannelsArgs,
  options?: RequestOptions,
): Promise<IcaChannel[]> {
  const [read, { connectionId }] = prepare(client, 'connectionChannels', args, options)
  return readChannels(read, connectionId)
}

async function readChannels(read: Read, connectionId: string): Promise<IcaChannel[]> {
  const path = `/ibc/core/channel/v1/connections/${connectionId}/channels?`
  const all = await readList(read, path, 'channels', channel)
  return all.filter(({ portId }) => portId.startsWith('icacontroller-')).sort(oldestFirst)
}

export function channelOf(channels: readonly IcaChannel[], owner: string): IcaChannel | undefined {
  const found = channels.filter(({ portId }) => portId === `icacontroller-${owner}`)
  return found.find(({ state }) => state === 'STATE_OPEN') ?? found.at(-1)
}

/**
 * Returns the status of a connection's light client: `Active`, `Expired` or `Frozen`.
 *
 * @throws {FlowQueryError} with kind `notFound` if the connection doesn't exist
 */
export async function clientStatus(
  client: FlowClient,
  args: ClientStatusArgs,
  options?: RequestOptions,
): Promise<string> {
  const [read, { connectionId }] = prepare(client, 'clientStatus', args, options)
  const clientId = await read(`/ibc/core/connection/v1/connections/${connectionId}`, body =>
    child(body.connection, 'connection', connection => requiredString(connection.client_id, 'client_id')),
  )
  return read(`/ibc/core/client/v1/client_status/${encodeURIComponent(clientId)}`, body =>
    requiredString(body.status, 'status'),
  )
}

async function delegations(
  client: FlowClient,
  args: UnbondingDelegationsArgs,
  options?: RequestOptions,
): Promise<Delegation[]> {
  const [read, { delegator }] = prepare(client, 'delegations', args, options)
  return readList(read, `/cosmos/staking/v1beta1/delegations/${delegator}?`, 'delegation_responses', delegation)
}

/**
 * Returns the coins that a delegator is withdrawing from validators.
 *
 * @throws {FlowQueryError} with kind `argument` if the address is invalid
 */
export async function unbondingDelegations(
  client: FlowClient,
  args: UnbondingDelegationsArgs,
  options?: RequestOptions,
): Promise<UnbondingDelegation[]> {
  const [read, { delegator }] = prepare(client, 'unbondingDelegations', args, options)
  const path = `/cosmos/staking/v1beta1/delegators/${delegator}/unbonding_delegations?`
  return readList(read, path, 'unbonding_responses', unbonding)
}

async function stakingParams(client: FlowClient, args: HeightArgs, options?: RequestOptions): Promise<StakingParams> {
  const [read] = prepare(client, 'stakingParams', args, options)
  return read('/cosmos/staking/v1beta1/params', body =>
    child(body.params, 'params', params => ({
      unbondingTime: requiredString(params.unbonding_time, 'unbonding_time'),
      maxEntries: number(params.max_entries, 'max_entries'),
    })),
  )
}

type FactName = Exclude<keyof FactQueries, 'flowDryRun'>

const required = {
  balances: ['address'],
  spendableBalances: ['address'],
  authzGrants: ['granter', 'grantee'],
  icaChannel: ['owner', 'connectionId'],
  connectionChannels: ['connectionId'],
  clientStatus: ['connectionId'],
  delegations: ['delegator'],
  unbondingDelegations: ['delegator'],
  stakingParams: [],
} as const satisfies { [Name in FactName]: readonly (keyof FactQueries[Name]['args'])[] }

type Facts = {
  [Name in FactName]: Definition<Name, FactQueries[Name]['args'], FactQueries[Name]['data']>['read']
}
const facts: Facts = {
  balances,
  spendableBalances,
  authzGrants,
  icaChannel,
  connectionChannels,
  clientStatus,
  delegations,
  unbondingDelegations,
  stakingParams,
}

export function factQuery<Name extends FactName>(
  client: FlowClient,
  name: Name,
  args: QueryArgs<FactQueries[Name]['args']>,
): CacheQuery<Name, FactQueries[Name]['data']> {
  return createQuery(client, { name, required: required[name], read: facts[name] }, args)
}

type Read = <Data>(path: string, mapper: (body: Body) => Data) => Promise<Data>

function prepare<Name extends FactName>(
  { settings }: FlowClient,
  query: Name,
  args: FactQueries[Name]['args'],
  { signal, onHeight }: RequestOptions = {},
): [Read, { [Argument in (typeof required)[Name][number]]: string }] {
  const checked = checkedArguments(required[query], args)
  const { height } = args
  if (height != null) checkHeight(height, settings.allowHeight)
  return [(path, mapper) => settings.read(settings, path, mapper, { query, height, signal, onHeight }), checked]
}

export async function readList<Item>(
  read: Read,
  path: string,
  field: string,
  mapper: (body: Body) => Item,
): Promise<Item[]> {
  const readPage = ({ key, limit }: PageArgs) =>
    read(`${path}pagination.limit=${limit}${key ? `&pagination.key=${encodeURIComponent(key)}` : ''}`, body => ({
      items: requiredList(body[field], field, mapper),
      nextKey: nextKeyOf(body),
      total: null,
    }))
  const all: Item[] = []
  for await (const { items } of followPages(readPage, { limit: 1_000 })) all.push(...items)
  return all
}

/** A node that returns named items, such as acknowledgements, has no pages and returns null. */
function nextKeyOf(body: Body): string | null {
  if (body.pagination === null) return null
  return child(body.pagination, 'pagination', pagination => stringOrNull(pagination.next_key, 'next_key')) || null
}

function grant(body: Body): AuthzGrant {
  return {
    authorization: child(body.authorization, 'authorization', message),
    expiration: stringOrNull(body.expiration, 'expiration') || null,
  }
}

function channel(body: Body): IcaChannel {
  return {
    channelId: requiredString(body.channel_id, 'channel_id'),
    portId: requiredString(body.port_id, 'port_id'),
    state: requiredString(body.state, 'state'),
    ordering: string(body.ordering, 'ordering'),
    address: addressIn(string(body.version, 'version')),
  }
}

/** Finds the address in the version of a channel, which is JSON and can contain another JSON text as a string. */
function addressIn(version: string): string | null {
  return /"address\\*":\\*"(\w+)/.exec(version)?.[1] ?? null
}

function oldestFirst(one: IcaChannel, other: IcaChannel): number {
  const numberOf = ({ channelId }: IcaChannel) => Number(/\d+$/.exec(channelId)?.[0] ?? 0)
  return numberOf(one) - numberOf(other)
}

function delegation(body: Body): Delegation {
  return {
    validatorAddress: child(body.delegation, 'delegation', delegation =>
      requiredString(delegation.validator_address, 'validator_address'),
    ),
    balance: child(body.balance, 'balance', coin),
  }
}

function unbonding(body: Body): UnbondingDelegation {
  return {
    delegatorAddress: requiredString(body.delegator_address, 'delegator_address'),
    validatorAddress: requiredString(body.validator_address, 'validator_address'),
    entries: list(body.entries, 'entries', entry => ({
      completionTime: time(entry.completion_time, 'completion_time'),
      balance: integer(entry.balance, 'balance'),
    })),
  }
}
