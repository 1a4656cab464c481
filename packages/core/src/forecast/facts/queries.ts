import { checkHeight, normalizedName } from '../../arguments.js'
import type { FlowClient, RequestOptions } from '../../client.js'
import {
  type Body,
  child,
  coin,
  integer,
  list,
  message,
  requiredList,
  requiredString,
  string,
  stringOrNull,
  time,
} from '../../decode.js'
import { FlowQueryError, invalidArgument } from '../../errors.js'
import { commonOptions, type FlowQueryKey, givenArguments, type QueryArgs, queryKey } from '../../queries.js'
import { read as request } from '../../request.js'
import type { Coin, Flow, HeightArgs } from '../../types.js'
import type { AuthzGrant, FlowDryRun, IcaChannel, UnbondingDelegation } from '../facts.js'

/** The arguments of {@link balances} and {@link spendableBalances}. */
export interface BalancesArgs extends HeightArgs {
  /** The bech32 address of the account. */
  address: string
}

/** The arguments of {@link authzGrants}. */
export interface AuthzGrantsArgs extends HeightArgs {
  /** The bech32 address of the account that granted the permission. */
  granter: string
  /** The bech32 address of the account that may use the permission. */
  grantee: string
}

/** The arguments of {@link icaChannel}. */
export interface IcaChannelArgs extends HeightArgs {
  /** The bech32 address of the owner or the agent that controls the interchain account. */
  owner: string
  /** The connection to the other chain, for example `connection-0`. */
  connectionId: string
}

/** The arguments of {@link clientStatus}. */
export interface ClientStatusArgs extends HeightArgs {
  /** The connection to the other chain, for example `connection-0`. */
  connectionId: string
}

/** The arguments of {@link unbondingDelegations}. */
export interface UnbondingDelegationsArgs extends HeightArgs {
  /** The bech32 address of the delegator. */
  delegator: string
}

/** The arguments of a dry run. */
export interface FlowDryRunArgs {
  /** The flow whose messages are executed. */
  flow: Flow
}

/** The arguments and results of the queries in this entry point. */
export interface ForecastQueries {
  balances: { args: BalancesArgs; data: Coin[] }
  spendableBalances: { args: BalancesArgs; data: Coin[] }
  authzGrants: { args: AuthzGrantsArgs; data: AuthzGrant[] }
  icaChannel: { args: IcaChannelArgs; data: IcaChannel }
  clientStatus: { args: ClientStatusArgs; data: string }
  unbondingDelegations: { args: UnbondingDelegationsArgs; data: UnbondingDelegation[] }
  flowDryRun: { args: FlowDryRunArgs; data: FlowDryRun }
}

/** The options of a query for TanStack Query, like {@link FlowQueryOptions}. */
export interface ForecastQueryOptions<Name extends keyof ForecastQueries> {
  /** The cache key, which contains the chain and all arguments. */
  queryKey: FlowQueryKey<Name>
  /** Fetches the data with the client. */
  queryFn: (context: { signal: AbortSignal }) => Promise<ForecastQueries[Name]['data']>
  /** Retries are off, because the client retries. */
  retry: false
  /** Set while a required argument is missing, and for dry runs, which only start when you call `refetch`. */
  enabled?: false
  /** Only set for queries with a `height`, because the data of a past block never changes. */
  staleTime?: 'static'
}

/**
 * Returns all coins of an account, including locked coins. An unknown address has no coins.
 *
 * @throws {FlowQueryError} with kind `argument` if the address is invalid
 */
export function balances(client: FlowClient, args: BalancesArgs, options?: RequestOptions): Promise<Coin[]> {
  return ask(client, 'balances', args, options)
}

/**
 * Returns the coins that an account can send, without locked coins.
 *
 * @throws {FlowQueryError} with kind `argument` if the address is invalid
 */
export function spendableBalances(client: FlowClient, args: BalancesArgs, options?: RequestOptions): Promise<Coin[]> {
  return ask(client, 'spendableBalances', args, options)
}

/**
 * Returns the permissions that one account has granted to another, without those that have expired.
 *
 * @throws {FlowQueryError} with kind `argument` if an address is invalid
 */
export function authzGrants(
  client: FlowClient,
  args: AuthzGrantsArgs,
  options?: RequestOptions,
): Promise<AuthzGrant[]> {
  return ask(client, 'authzGrants', args, options)
}

/**
 * Returns the channel of an interchain account. If there are several, returns an open channel, or the newest if no channel is open.
 *
 * @throws {FlowQueryError} with kind `notFound` if there is no channel
 */
export function icaChannel(client: FlowClient, args: IcaChannelArgs, options?: RequestOptions): Promise<IcaChannel> {
  return ask(client, 'icaChannel', args, options)
}

/**
 * Returns the status of a connection's light client: `Active`, `Expired` or `Frozen`.
 *
 * @throws {FlowQueryError} with kind `notFound` if the connection doesn't exist
 */
export function clientStatus(client: FlowClient, args: ClientStatusArgs, options?: RequestOptions): Promise<string> {
  return ask(client, 'clientStatus', args, options)
}

/**
 * Returns the coins that a delegator is withdrawing from validators.
 *
 * @throws {FlowQueryError} with kind `argument` if the address is invalid
 */
export function unbondingDelegations(
  client: FlowClient,
  args: UnbondingDelegationsArgs,
  options?: RequestOptions,
): Promise<UnbondingDelegation[]> {
  return ask(client, 'unbondingDelegations', args, options)
}

/** Query options for {@link balances}. */
export function balancesQueryOptions(client: FlowClient, args: QueryArgs<BalancesArgs>) {
  return optionsOf(client, 'balances', args)
}

/** Query options for {@link spendableBalances}. */
export function spendableBalancesQueryOptions(client: FlowClient, args: QueryArgs<BalancesArgs>) {
  return optionsOf(client, 'spendableBalances', args)
}

/** Query options for {@link authzGrants}. */
export function authzGrantsQueryOptions(client: FlowClient, args: QueryArgs<AuthzGrantsArgs>) {
  return optionsOf(client, 'authzGrants', args)
}

/** Query options for {@link icaChannel}. */
export function icaChannelQueryOptions(client: FlowClient, args: QueryArgs<IcaChannelArgs>) {
  return optionsOf(client, 'icaChannel', args)
}

/** Query options for {@link clientStatus}. */
export function clientStatusQueryOptions(client: FlowClient, args: QueryArgs<ClientStatusArgs>) {
  return optionsOf(client, 'clientStatus', args)
}

/** Query options for {@link unbondingDelegations}. */
export function unbondingDelegationsQueryOptions(client: FlowClient, args: QueryArgs<UnbondingDelegationsArgs>) {
  return optionsOf(client, 'unbondingDelegations', args)
}

/** Reads a path of the node. */
type Read = <Data>(path: string, mapper: (body: Body) => Data) => Promise<Data>
type Values = { [name: string]: string }

interface Definition<Data> {
  required: readonly string[]
  read: (read: Read, args: Values) => Promise<Data>
}

/** The queries with a GET request. */
type ReadQueryName = Exclude<keyof ForecastQueries, 'flowDryRun'>

const definitions: { [Name in ReadQueryName]: Definition<ForecastQueries[Name]['data']> } = {
  balances: {
    required: ['address'],
    read: (read, { address }) => readList(read, `/cosmos/bank/v1beta1/balances/${address}?`, 'balances', coin),
  },
  spendableBalances: {
    required: ['address'],
    read: (read, { address }) =>
      readList(read, `/cosmos/bank/v1beta1/spendable_balances/${address}?`, 'balances', coin),
  },
  authzGrants: {
    required: ['granter', 'grantee'],
    read: (read, { granter, grantee }) =>
      readList(read, `/cosmos/authz/v1beta1/grants?granter=${granter}&grantee=${grantee}&`, 'grants', grant),
  },
  icaChannel: {
    required: ['owner', 'connectionId'],
    async read(read, { owner, connectionId }) {
      const path = `/ibc/core/channel/v1/connections/${connectionId}/channels?`
      const all = await readList(read, path, 'channels', channel)
      const found = all.filter(({ portId }) => portId === `icacontroller-${owner}`).sort(oldestFirst)
      return found.find(({ state }) => state === 'STATE_OPEN') ?? found.at(-1) ?? noChannel(owner, connectionId)
    },
  },
  clientStatus: {
    required: ['connectionId'],
    async read(read, { connectionId }) {
      const clientId = await read(`/ibc/core/connection/v1/connections/${connectionId}`, body =>
        child(body, 'connection', connection => requiredString(connection, 'client_id')),
      )
      return read(`/ibc/core/client/v1/client_status/${encodeURIComponent(clientId)}`, body =>
        requiredString(body, 'status'),
      )
    },
  },
  unbondingDelegations: {
    required: ['delegator'],
    read: (read, { delegator }) =>
      readList(
        read,
        `/cosmos/staking/v1beta1/delegators/${delegator}/unbonding_delegations?`,
        'unbonding_responses',
        unbonding,
      ),
  },
}

/** Reads all pages of a list. Most lists have one page. */
export async function readList<Item>(
  read: Read,
  path: string,
  field: string,
  mapper: (body: Body) => Item,
): Promise<Item[]> {
  const items: Item[] = []
  const keys = new Set<string>()
  for (let key = ''; ; ) {
    const page = await read(
      `${path}pagination.limit=1000${key && `&pagination.key=${encodeURIComponent(key)}`}`,
      body => ({
        items: requiredList(body, field, mapper),
        nextKey: child(body, 'pagination', pagination => stringOrNull(pagination, 'next_key')),
      }),
    )
    for (const item of page.items) items.push(item)
    // Stops if a node returns the same key again, because the loop would otherwise never end.
    if (!page.nextKey || keys.has(page.nextKey)) return items
    key = page.nextKey
    keys.add(key)
  }
}

function grant(body: Body): AuthzGrant {
  return {
    authorization: child(body, 'authorization', message),
    expiration: stringOrNull(body, 'expiration') || null,
  }
}

function channel(body: Body): IcaChannel {
  return {
    channelId: requiredString(body, 'channel_id'),
    portId: requiredString(body, 'port_id'),
    state: requiredString(body, 'state'),
    ordering: string(body, 'ordering'),
    address: addressIn(string(body, 'version')),
  }
}

function noChannel(owner: string | undefined, connectionId: string | undefined): never {
  throw new FlowQueryError('notFound', `${owner} has no interchain account channel on ${connectionId}`)
}

/** Finds the address in the version of a channel, which is JSON and can contain another JSON text as a string. */
function addressIn(version: string): string | null {
  return /"address\\*":\\*"(\w+)/.exec(version)?.[1] ?? null
}

function oldestFirst(one: IcaChannel, other: IcaChannel): number {
  const numberOf = ({ channelId }: IcaChannel) => Number(/\d+$/.exec(channelId)?.[0] ?? 0)
  return numberOf(one) - numberOf(other)
}

function unbonding(body: Body): UnbondingDelegation {
  return {
    delegatorAddress: requiredString(body, 'delegator_address'),
    validatorAddress: requiredString(body, 'validator_address'),
    entries: list(body, 'entries', entry => ({
      completionTime: time(entry, 'completion_time'),
      balance: integer(entry, 'balance'),
    })),
  }
}

async function ask<Name extends ReadQueryName>(
  client: FlowClient,
  name: Name,
  args: ForecastQueries[Name]['args'],
  { signal }: RequestOptions = {},
): Promise<ForecastQueries[Name]['data']> {
  const given: { readonly [argument: string]: unknown } = { ...args }
  const { required, read } = definitions[name]
  const checked: Values = {}
  for (const argument of required) {
    const value = normalizedName(given[argument] as string | undefined)
    if (value === undefined) throw invalidArgument(argument, given[argument], expected[argument] ?? 'a bech32 address')
    checked[argument] = value
  }
  const { height } = args
  if (height != null) checkHeight(height, client.settings.allowHeight)
  return read((path, mapper) => request(client.settings, path, mapper, { query: name, height, signal }), checked)
}

const expected: { [argument: string]: string | undefined } = { connectionId: 'a connection id such as connection-0' }

function optionsOf<Name extends ReadQueryName>(
  client: FlowClient,
  name: Name,
  args: QueryArgs<ForecastQueries[Name]['args']>,
): ForecastQueryOptions<Name> {
  const given = givenArguments(args)
  return {
    queryKey: queryKey(client, name, given),
    queryFn: ({ signal }) => ask(client, name, given as unknown as ForecastQueries[Name]['args'], { signal }),
    ...commonOptions(definitions[name].required, args),
  }
}
